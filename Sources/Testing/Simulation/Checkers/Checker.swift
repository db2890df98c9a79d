/// Judges one invariant by the journal alone.
///
/// The numbers are those of `docs/testing.md`.
package protocol Checker: Sendable {
  /// The violations that the checker has found so far.
  var findings: Findings { get }

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int)
}

/// An invariant that does not hold.
package struct Violation: Sendable, Equatable {
  /// For example `I16`.
  package var invariant: String
  package var text: String
  /// The name of the zone, record or device that it is about; empty for the whole world.
  package var subject: String
  /// The place in the journal where it was seen.
  package var index: Int
}

/// The violations that one checker has found.
package struct Findings: Sendable {
  package let invariant: String
  package private(set) var violations: [Violation] = []

  init(_ invariant: String) { self.invariant = invariant }

  mutating func note(_ text: String, about subject: String, at index: Int) {
    violations.append(
      Violation(invariant: invariant, text: text, subject: subject, index: index))
  }
}
