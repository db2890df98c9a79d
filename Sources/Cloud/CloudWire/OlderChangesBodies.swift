package import CloudModel

/// Bodies of `zones/changes`, the older form of `changes/database`.
package struct ZonesChangesRequest: Codable, Sendable {
  /// Not `syncToken`, which is ignored here as by the live server.
  package var metaSyncToken: String?
  @WholeNumber package var resultsLimit: Int?
}

package struct ZonesChangesResponse: Codable, Sendable {
  package var moreComing: Bool
  package var metaSyncToken: String
  package var zones: [WireZone]

  package init(zones: [WireZone], metaSyncToken: ServerChangeToken, moreComing: Bool) {
    self.zones = zones
    self.metaSyncToken = metaSyncToken.rawValue
    self.moreComing = moreComing
  }
}

/// Body of `records/changes`, the older form of `changes/zone`: the same for one zone.
package typealias RecordsChangesRequest = ChangesZoneRequest.Zone

package struct RecordsChangesResponse: Codable, Sendable {
  package var records: [WireRecord]
  package var syncToken: String
  package var moreComing: Bool

  package init(records: [WireRecord], syncToken: ServerChangeToken, moreComing: Bool) {
    self.records = records
    self.syncToken = syncToken.rawValue
    self.moreComing = moreComing
  }
}
