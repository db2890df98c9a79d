package import CloudModel

/// One zone's part of a request for changes.
package struct ZoneChangesRequest: Sendable {
  package var zoneID: RecordZoneID
  package var changeToken: ServerChangeToken?
  package var desiredKeys: [String]?
  /// The record types wanted; tombstones are returned whatever their type was.
  package var desiredRecordTypes: [String]?
  package var resultsLimit: Int?
  /// Newest first; in the private database only.
  package var isReverse: Bool

  package init(
    zoneID: RecordZoneID, changeToken: ServerChangeToken?, desiredKeys: [String]? = nil,
    desiredRecordTypes: [String]? = nil, resultsLimit: Int? = nil, isReverse: Bool = false
  ) {
    self.zoneID = zoneID
    self.changeToken = changeToken
    self.desiredKeys = desiredKeys
    self.desiredRecordTypes = desiredRecordTypes
    self.resultsLimit = resultsLimit
    self.isReverse = isReverse
  }

  func wants(_ recordType: String) -> Bool {
    desiredRecordTypes?.contains(recordType) ?? true
  }
}
