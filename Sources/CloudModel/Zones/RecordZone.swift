/// A record zone as the cloud lists it.
package struct RecordZone: Sendable, Equatable {
  package var zoneID: RecordZoneID
  /// The position of the newest change in the zone, if the answer contained it.
  package var changeToken: ServerChangeToken?

  package init(zoneID: RecordZoneID, changeToken: ServerChangeToken? = nil) {
    self.zoneID = zoneID
    self.changeToken = changeToken
  }
}
