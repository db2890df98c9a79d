/// A format that is not of the language of predicates: what is wrong, and where.
package struct PredicateFormatError: Error, Sendable, Equatable {
  /// For people: what was expected, and what is there.
  package var reason: String
  /// The place in the format, counted in Unicode scalars from 1; nil for an error about the
  /// arguments or the format as a whole.
  package var position: Int?

  package init(_ reason: String, at position: Int? = nil) {
    self.reason = reason
    self.position = position
  }
}

extension PredicateFormatError: CustomStringConvertible {
  package var description: String {
    position.map { "\(reason), at character \($0)" } ?? reason
  }
}
