import ChatWords

/// Something that people look for in the window and that a command outside of it does.
package struct OutsideWay: Sendable, Identifiable {
  /// The effect, as an order.
  let title: String
  /// What a person types in a shell behind `zonechat`.
  private let words: String
  /// The options of the window that the command must name too.
  private let need: WindowOptions.Need
  /// The words under which people look for it.
  let names: [String]

  package var id: String { command(in: WindowOptions()) }

  private init(
    title: String, command words: String, _ need: WindowOptions.Need = .profile, names: [String]
  ) {
    self.title = title
    self.words = words
    self.need = need
    self.names = names
  }

  /// What a person types in a shell beside a window.
  func command(in window: WindowOptions) -> String { window.command(words, need) }

  static let all: [OutsideWay] = [
    OutsideWay(
      title: "Change settings, keys and colours: where their file is", command: "config", .none,
      names: [
        "settings", "setting", "config", "configuration", "preferences", "options", "theme",
        "themes",
        "dark", "light", "dark mode", "colour", "color", "colours", "colors", "key bindings",
      ]),
    OutsideWay(
      title: "Be told of nothing in some hours: ‘quiet’ in the settings",
      command: "config --example", .none,
      names: [
        "do not disturb", "dnd", "quiet hours", "night", "no notifications",
        "turn off notifications",
      ]),
    OutsideWay(
      title: "Be told while no window is open", command: "agent install",
      names: ["away", "agent", "push", "push notifications", "mail"]),
    OutsideWay(
      title: "Write the history of a chat into a file", command: "export CHAT -o FILE",
      names: ["export", "backup", "archive file", "log", "transcript", "print"]),
    OutsideWay(
      title: "Bring an archive into a chat", command: "import --help", .none, names: ["import"]),
    OutsideWay(
      title: "See who is signed in, and whether the cloud can be reached",
      command: "account status",
      names: ["status", "connection", "account", "whoami", "who am i"]),
    OutsideWay(
      title: "Sign in with another account, in a profile of its own",
      command: "--profile PROFILE account sign-in NAME", .cloud,
      names: ["sign in", "signin", "log in", "login", "log on", "add account"]),
    OutsideWay(
      title: "Open the window of another account of yours", command: "open --choose", .none,
      names: [
        "switch account", "change account", "another account", "accounts", "profile", "profiles",
      ]),
    OutsideWay(
      title: "Sign out, and remove this machine's copy of the chats",
      command: "account sign-out",
      names: ["sign out", "signout", "log out", "logout", "log off", "sign off", "disconnect"]),
    OutsideWay(
      title: "See where you are signed in, and end a session", command: "account sessions",
      names: ["sessions", "session", "devices", "security"]),
    OutsideWay(
      title: "Change your passphrase", command: "account passphrase",
      names: ["passphrase", "password"]),
    OutsideWay(
      title: "Use the account on another device", command: "account link-device",
      names: ["device", "another device", "link device", "phone"]),
    OutsideWay(
      title: "Delete your account", command: "account delete",
      names: ["delete account", "close account"]),
    OutsideWay(
      title: "Set up a server for your friends", command: "cloud setup --help", .none,
      names: ["server", "own server", "set up", "setup"]),
    OutsideWay(
      title: "See what is wrong, and what to do", command: "doctor",
      names: ["doctor", "trouble", "problem", "diagnose", "debug"]),
    OutsideWay(
      title: "See the version of ZoneChat", command: "--version", .none,
      names: ["version", "about", "about zonechat", "release"]),
  ]
}
