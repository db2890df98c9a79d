/// What the reader of a sealed chat should know: somebody may lie, or something cannot be read.
///
/// It follows from signatures and from the share, never from a text in the chat.
package enum SealedSign: Sendable, Hashable {
  /// The newest list has other keys in the account's own name.
  case falseKeys
  /// The owner has signed two lists of one number.
  case forked
  /// People are in the share whom the account, which owns the chat, has not let in.
  case strangers([String])
  /// People have other keys than those that the account has compared.
  case newKeys([String])
  /// Records are not what they should be, and are left out.
  case notGenuine(Int)
  /// Records were written by a newer version.
  case newer(Int)
  /// Records whose keys are not here.
  case waiting(Int)

  /// Whether it is said without being asked.
  package var isUrgent: Bool {
    switch self {
    case .falseKeys, .forked, .strangers, .newKeys: true
    case .notGenuine, .newer, .waiting: false
    }
  }
}
