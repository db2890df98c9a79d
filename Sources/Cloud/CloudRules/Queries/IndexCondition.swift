/// A condition on a record's index entries: all of `tests` hold, or, if negated, not all of them
/// hold.
package struct IndexCondition: Sendable, Equatable {
  /// One thing that can be looked up in an index.
  package enum Test: Sendable, Equatable {
    /// The field has one of these values.
    case value(field: String, keys: [IndexKey])
    /// The field has a value from `from` up to but not including `to`.
    case range(field: String, from: IndexKey, to: IndexKey)
    /// The text of one of the fields has one of these words.
    case word(fields: [String], words: [String])
    /// The field's location is at most `metres` away from this point.
    case near(field: String, latitude: Double, longitude: Double, metres: Double)
  }

  package var tests: [Test]
  package var isNegated: Bool

  package init(_ tests: [Test], isNegated: Bool = false) {
    self.tests = tests
    self.isNegated = isNegated
  }

  /// The degrees of latitude in which to look for what is at most `metres` away; what is found there is measured.
  ///
  /// Source: a degree of latitude is at least 110,567 m; a little more is asked for.
  package static func degrees(within metres: Double) -> Double { metres / 110_000 + 0.001 }
}
