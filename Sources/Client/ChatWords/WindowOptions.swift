import ChatModel

/// The options of a window that a command beside it must name too, as a shell reads them.
package struct WindowOptions: Equatable, Sendable {
  /// The options that a command needs.
  package enum Need: Sendable {
    case none
    /// It is about the account of the window.
    case profile
    /// It is about another account in the cloud of the window.
    case cloud
  }

  /// `--profile bob`; none for the usual profile.
  private let profile: [String]
  /// `--cloud https://chat.example`; none for the cloud of this machine.
  private let cloud: [String]

  package init(profile: [String] = [], cloud: [String] = []) {
    self.profile = profile
    self.cloud = cloud
  }

  /// A sentence of a floor that knows no profile, such as an error, with the profile of the window in its commands.
  package func addressed(_ sentence: String) -> String {
    NamedCommands.text(sentence, with: profile)
  }

  /// A command of the program as a person types it in a shell; `words` are those behind `zonechat`.
  package func command(_ words: String, _ need: Need = .profile) -> String {
    let options: [String] =
      switch need {
      case .none: []
      case .profile: profile
      case .cloud: cloud
      }
    return (["zonechat"] + options + [words]).joined(separator: " ")
  }
}
