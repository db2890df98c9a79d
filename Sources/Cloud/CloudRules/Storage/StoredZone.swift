package import CloudModel

/// A zone as the store keeps it.
package struct StoredZone: Sendable, Equatable {
  package var zoneID: RecordZoneID
  /// Random, new with every creation; tokens of an earlier incarnation have expired.
  package var incarnation: String
  /// The number of the zone's newest change; 0 in a new zone.
  package var sequence: Int64
  /// Counts the times that the zone's tokens were made to expire.
  package var tokenEpoch: Int64
  /// The bytes for which the owner is charged: those of the zone's records and their assets.
  package var bytes: Int64
  /// The bytes that each member may store here, set by the owner; nil if only the owner's quota limits them.
  package var memberBytes: Int64?

  package init(
    zoneID: RecordZoneID, incarnation: String, sequence: Int64, tokenEpoch: Int64 = 0,
    bytes: Int64 = 0, memberBytes: Int64? = nil
  ) {
    self.zoneID = zoneID
    self.incarnation = incarnation
    self.sequence = sequence
    self.tokenEpoch = tokenEpoch
    self.bytes = bytes
    self.memberBytes = memberBytes
  }

  package var isDefault: Bool { zoneID.zoneName == RecordZoneID.defaultZoneName }

  /// The name to which the zone's change tokens are bound, besides the store's incarnation.
  var feedName: String { tokenEpoch == 0 ? incarnation : "\(incarnation).\(tokenEpoch)" }
}
