/// The length of a passphrase; clients check it before they send one, and the cloud does.
package enum PassphraseRule {
  package static let fewestCharacters = 8
  package static let mostBytes = 1024

  /// The reason why a text cannot be a new passphrase; nil if it can.
  package static func reason(against passphrase: String) -> String? {
    guard passphrase.count < fewestCharacters || passphrase.utf8.count > mostBytes else {
      return nil
    }
    return
      "A passphrase must have at least \(fewestCharacters) characters and at most \(mostBytes) bytes."
  }
}
