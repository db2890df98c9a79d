package import CloudModel

/// Bodies of `records/query`.
package struct RecordsQueryRequest: Codable, Sendable {
  package var query: WireQuery
  package var zoneID: WireZoneID?
  /// Searches every zone of the database; ignored where a zone is named.
  package var zoneWide: Bool?
  @WholeNumber package var resultsLimit: Int?
  /// The end of the previous page; valid only with the same query.
  package var continuationMarker: String?
  package var desiredKeys: [String]?
  package var numbersAsStrings: Bool?

  package init(query: Query, zoneID: RecordZoneID?) {
    self.query = WireQuery(query)
    self.zoneID = zoneID.map { WireZoneID($0) }
  }
}

package struct RecordsQueryResponse: Codable, Sendable {
  package var records: [WireRecord]
  /// Present if there are more records.
  package var continuationMarker: String?
  package var syncToken: String?

  package init(records: [WireRecord], continuationMarker: String?, syncToken: String? = nil) {
    self.records = records
    self.continuationMarker = continuationMarker
    self.syncToken = syncToken
  }
}
