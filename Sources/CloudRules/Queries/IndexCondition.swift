/// What must hold of a record's index entries: all of `tests`, or not all of them.
package struct IndexCondition: Sendable, Equatable {
  /// One thing that can be looked up in an index.
  package enum Test: Sendable, Equatable {
    /// The field has one of these values.
    case value(field: String, keys: [IndexKey])
    /// The field has a value from `from` up to, and without, `to`.
    case range(field: String, from: IndexKey, to: IndexKey)
    /// The field's text has one of these words.
    case word(field: String, words: [String])
    /// The field's place is at most so many metres from here.
    case near(field: String, latitude: Double, longitude: Double, metres: Double)
  }

  package var tests: [Test]
  package var isNegated: Bool

  package init(_ tests: [Test], isNegated: Bool = false) {
    self.tests = tests
    self.isNegated = isNegated
  }
}
