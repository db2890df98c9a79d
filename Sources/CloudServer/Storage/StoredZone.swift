package import CloudModel

/// A zone as the store keeps it.
package struct StoredZone: Sendable, Equatable {
  package var zoneID: RecordZoneID
  /// Random, new with every creation; tokens of an earlier life do not fit a later one.
  package var incarnation: String
  /// The number of the zone's newest change; 0 in a new zone.
  package var sequence: Int64
  /// What links to the zone's share end in.
  ///
  /// Kept while the zone lives, shared or not.
  package var shortGUID: String?

  var isDefault: Bool { zoneID.zoneName == RecordZoneID.defaultZoneName }
}
