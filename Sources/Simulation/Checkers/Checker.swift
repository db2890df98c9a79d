/// Judges one invariant by the journal alone.
package protocol Checker: Sendable {
  mutating func see(_ event: SimulationEvent, at index: Int)

  /// What was broken, as far as it has been seen.
  func violations() -> [Violation]
}

/// An invariant that does not hold.
package struct Violation: Sendable, Equatable {
  /// As the notes on the engine number it, for example `I16`.
  package var invariant: String
  package var text: String
  /// What it is about: the name of a zone, a record or a device.
  package var subject: String
  /// Where in the journal it was seen.
  package var index: Int
}
