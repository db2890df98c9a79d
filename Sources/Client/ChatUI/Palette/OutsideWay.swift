/// Something that people look for in the window and that a command outside of it does.
package struct OutsideWay: Sendable, Identifiable {
  /// The effect, as an order.
  let title: String
  /// What a person types in a shell.
  let command: String
  /// The words under which people look for it.
  let names: [String]

  package var id: String { command }

  static let all: [OutsideWay] = [
    OutsideWay(
      title: "Change settings, keys and colours: where their file is", command: "zonechat config",
      names: [
        "settings", "setting", "config", "configuration", "preferences", "options", "theme",
        "themes",
        "dark", "light", "dark mode", "colour", "color", "colours", "colors", "key bindings",
      ]),
    OutsideWay(
      title: "Be told of nothing in some hours: ‘quiet’ in the settings",
      command: "zonechat config --example",
      names: [
        "do not disturb", "dnd", "quiet hours", "night", "no notifications",
        "turn off notifications",
      ]),
    OutsideWay(
      title: "Be told while no window is open", command: "zonechat agent install",
      names: ["away", "agent", "push", "push notifications", "mail"]),
    OutsideWay(
      title: "Write the history of a chat into a file", command: "zonechat export CHAT -o FILE",
      names: ["export", "backup", "archive file", "log", "transcript", "print"]),
    OutsideWay(
      title: "Bring an archive into a chat", command: "zonechat import --help", names: ["import"]),
    OutsideWay(
      title: "See who is signed in, and whether the cloud can be reached",
      command: "zonechat account status",
      names: ["status", "connection", "account", "whoami", "who am i"]),
    OutsideWay(
      title: "Sign in with another account, in a profile of its own",
      command: "zonechat --profile PROFILE account sign-in NAME",
      names: ["sign in", "signin", "log in", "login", "log on", "add account"]),
    OutsideWay(
      title: "Open the window of another account of yours", command: "zonechat open --choose",
      names: [
        "switch account", "change account", "another account", "accounts", "profile", "profiles",
      ]),
    OutsideWay(
      title: "Sign out, and remove this machine's copy of the chats",
      command: "zonechat account sign-out",
      names: ["sign out", "signout", "log out", "logout", "log off", "sign off", "disconnect"]),
    OutsideWay(
      title: "See where you are signed in, and end a session", command: "zonechat account sessions",
      names: ["sessions", "session", "devices", "security"]),
    OutsideWay(
      title: "Change your passphrase", command: "zonechat account passphrase",
      names: ["passphrase", "password"]),
    OutsideWay(
      title: "Use the account on another device", command: "zonechat account link-device",
      names: ["device", "another device", "link device", "phone"]),
    OutsideWay(
      title: "Delete your account", command: "zonechat account delete",
      names: ["delete account", "close account"]),
    OutsideWay(
      title: "Set up a server for your friends", command: "zonechat cloud setup --help",
      names: ["server", "own server", "set up", "setup"]),
    OutsideWay(
      title: "See what is wrong, and what to do", command: "zonechat doctor",
      names: ["doctor", "trouble", "problem", "diagnose", "debug"]),
    OutsideWay(
      title: "See the version of ZoneChat", command: "zonechat --version",
      names: ["version", "about", "about zonechat", "release"]),
  ]
}
