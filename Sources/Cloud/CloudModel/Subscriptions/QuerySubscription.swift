/// The query of a subscription, and the changes that it watches.
///
/// Source: `CKQuerySubscription`.
package struct QuerySubscription: Sendable, Equatable {
  package var recordType: String
  /// The query as the client wrote it; its filters decide, its sorting does not matter.
  package let query: JSONValue
  /// The conditions of the query, all of which a record must fulfil; or the reason why they cannot be read.
  package let filters: Result<[Query.Filter], CloudError>
  /// The zone that is watched; nil for the default zone, or for all.
  package var zoneID: RecordZoneID?
  /// Whether the subscription watches all zones of the database if it names none.
  package var zoneWide: Bool
  package var firesOn: [RecordChangeReason]
  /// Whether the subscription ends with its first notification.
  package var firesOnce: Bool

  package init(
    recordType: String, query: JSONValue, filters: Result<[Query.Filter], CloudError>,
    zoneID: RecordZoneID? = nil, zoneWide: Bool = true, firesOn: [RecordChangeReason],
    firesOnce: Bool = false
  ) {
    self.recordType = recordType
    self.query = query
    self.filters = filters
    self.zoneID = zoneID
    self.zoneWide = zoneWide
    self.firesOn = firesOn
    self.firesOnce = firesOnce
  }
}
