package import CloudModel

/// The zones that a query searches.
package enum QueryZones: Sendable, Hashable {
  case zone(RecordZoneID)
  /// Every zone of the database that the reader sees.
  case all
}
