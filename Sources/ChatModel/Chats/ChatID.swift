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
package struct MessageID: Hashable, Sendable, RawRepresentable {
  package var rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }
}
