/// One step of a sort order of records.
package struct IndexOrder: Sendable, Equatable {
  package enum Key: Sendable, Equatable {
    case value(field: String)
    /// By distance from this point.
    case distance(field: String, latitude: Double, longitude: Double)
  }

  package var key: Key
  package var isAscending: Bool

  package init(_ key: Key, isAscending: Bool) {
    self.key = key
    self.isAscending = isAscending
  }
}
