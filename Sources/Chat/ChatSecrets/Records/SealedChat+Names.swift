import Foundation

/// Names of records that follow from what they are about, and say nothing of it to who lacks the chat's key of names.
///
/// Each is the first 20 bytes of HMAC-SHA256. The same inputs give the same name on all devices and in all epochs, so
/// adding a reaction twice is harmless.
extension SealedChat {
  private static let hiddenNameLength = 20

  /// Nil as long as this device has no key of the chat.
  package func reactionName(message: String, user: String, emoji: String) -> [UInt8]? {
    hiddenName(.reactionName, [message, user, Self.oneSpelling(of: emoji)])
  }

  /// The name of a person's read mark at a message.
  package func readName(message: String, user: String) -> [UInt8]? {
    hiddenName(.readName, [message, user])
  }

  package func pinName(message: String) -> [UInt8]? { hiddenName(.pinName, [message]) }

  private func hiddenName(_ label: Label, _ parts: [String]) -> [UInt8]? {
    guard let nameKey else { return nil }
    var bytes: [UInt8] = []
    for part in parts { bytes.append(prefixed: part) }
    return Array(label.code(nameKey.key, bytes).prefix(Self.hiddenNameLength))
  }

  /// NFC without variation selectors, of which one emoji can have some or none.
  private static func oneSpelling(of emoji: String) -> String {
    var scalars = emoji.precomposedStringWithCanonicalMapping.unicodeScalars
    scalars.removeAll { $0.value == 0xFE0E || $0.value == 0xFE0F }
    return String(scalars)
  }
}
