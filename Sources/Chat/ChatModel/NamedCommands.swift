/// The commands of the program that a text for people names, such as ‘zonechat chats’.
///
/// Texts that are kept, such as the reason why a change was refused, and those of the floors that know no profile name
/// the bare command; whoever shows them knows the profile.
package enum NamedCommands {
  /// A text with options in those of its commands that are about an account and have none.
  ///
  /// - Parameters:
  ///   - text: words for people.
  ///   - options: `--profile bob`, in parts; none where the usual profile is meant.
  /// - Returns: the text for somebody who needs these options.
  package static func text(_ text: String, with options: [String]) -> String {
    guard !options.isEmpty else { return text }
    let command =
      /‘zonechat (?=[a-z])(?!(?:bench|cloud|config|demo|scenario|simulate)\b)(?![^’]*--help’)/
    return text.replacing(command, with: "‘zonechat \(options.joined(separator: " ")) ")
  }
}
