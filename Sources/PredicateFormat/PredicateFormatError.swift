/// A format that is not of the language of predicates: what is wrong, and where.
package struct PredicateFormatError: Error, Sendable, Equatable {
  /// For people: what was expected, and what is there.
  package var reason: String

  package init(_ reason: String) { self.reason = reason }
}
