extension Query {
  /// The end of a page of results, to fetch the next page; valid for the same user in the same database.
  ///
  /// Source: `CKQueryOperation.Cursor`. The web protocol wants the query again beside its marker.
  package struct Cursor: Sendable, Equatable {
    package var query: Query
    /// Nil for every zone of the database.
    package var zoneID: RecordZoneID?
    package var continuationMarker: String

    package init(query: Query, zoneID: RecordZoneID?, continuationMarker: String) {
      self.query = query
      self.zoneID = zoneID
      self.continuationMarker = continuationMarker
    }
  }
}
