package import CloudModel

/// Where a query looks.
package enum QueryZones: Sendable, Hashable {
  case zone(RecordZoneID)
  /// Every zone of the database that the reader sees.
  case all
}
