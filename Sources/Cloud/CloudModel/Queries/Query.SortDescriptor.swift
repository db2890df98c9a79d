extension Query {
  /// One step of the order.
  package struct SortDescriptor: Sendable, Equatable {
    package var key: Key
    package var isAscending: Bool
    /// Sorts a location field by the distance from this point.
    package var relativeLocation: Location?

    package init(_ key: Key, isAscending: Bool = true, relativeLocation: Location? = nil) {
      self.key = key
      self.isAscending = isAscending
      self.relativeLocation = relativeLocation
    }
  }
}
