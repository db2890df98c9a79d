/// A chat in this replica.
///
/// Meaningless elsewhere; other devices know the chat by its zone.
package struct ChatID: Hashable, Sendable, RawRepresentable {
  package var rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A message in this replica.
///
/// Grows in the order in which messages arrived here.
package struct MessageID: Hashable, Sendable, RawRepresentable, Comparable {
  package var rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// In the order in which the messages came to this device.
  package static func < (left: MessageID, right: MessageID) -> Bool {
    left.rawValue < right.rawValue
  }
}
