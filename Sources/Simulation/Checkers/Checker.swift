/// Judges one invariant by the journal alone.
///
/// The numbers are those of `docs/testing.md`.
package protocol Checker: Sendable {
  /// What was broken, as far as it has been seen.
  var findings: Findings { get }

  mutating func observe(_ entry: Journal.Entry, at index: Int)
}

/// An invariant that does not hold.
package struct Violation: Sendable, Equatable {
  /// For example `I16`.
  package var invariant: String
  package var text: String
  /// What it is about: the name of a zone, a record or a device; empty for everything.
  package var subject: String
  /// Where in the journal it was seen.
  package var index: Int
}

/// What one checker has found.
package struct Findings: Sendable {
  package let invariant: String
  package private(set) var violations: [Violation] = []

  init(_ invariant: String) { self.invariant = invariant }

  mutating func note(_ text: String, about subject: String, at index: Int) {
    violations.append(
      Violation(invariant: invariant, text: text, subject: subject, index: index))
  }
}
