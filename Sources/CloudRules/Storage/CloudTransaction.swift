package import CloudModel

/// Writes one partition inside a transaction; either everything is stored or nothing.
package protocol CloudTransaction: CloudReading, AssetTransaction, SchemaStoring,
  SubscriptionTransaction
{
  /// Gives the user a default zone and the feeds of this partition, once.
  func enroll(_ user: String, incarnation: String) throws

  func insert(_ zone: StoredZone) throws
  /// Stores the zone's sequence and token epoch.
  func update(_ zone: StoredZone) throws
  /// Removes the zone, its records, tombstones and shares.
  func delete(_ zone: StoredZone) throws

  /// Stores the record; returns it with the `id` it has in the store.
  @discardableResult
  func save(_ record: StoredRecord, in zone: StoredZone) throws -> StoredRecord
  /// Keeps a copy of a row that cannot be read, and removes the row.
  ///
  /// Two kinds of row stay: a record, so that it can be saved over, and a share, which is closed.
  func setAside(_ row: DamagedRow, milliseconds: Int64) throws
  /// Sets the share root of the record and its place in the feed, and nothing else.
  func setCover(_ root: String?, ofRecord name: String, sequence: Int64, in zone: StoredZone) throws

  /// Adds the share or replaces it.
  func save(_ share: StoredShare, of zone: StoredZone) throws
  func deleteShare(of zone: StoredZone, root: String?) throws
  func setShortGUID(_ shortGUID: String, of zone: StoredZone, root: String?) throws

  /// Notes that the record left the view of `user`, at this place in the zone's feed.
  func noteDeparture(
    of recordName: String, from zone: StoredZone, of user: String, sequence: Int64) throws
  /// Notes that all records left the view of `user` at this place; replaces all earlier departures.
  func noteDepartureOfAll(from zone: StoredZone, of user: String, sequence: Int64) throws
  /// Forgets the departures of one record or, if `recordName` is nil, of all.
  func forgetDepartures(
    of recordName: String?, from zone: StoredZone, of user: String) throws

  /// Moves the zone to the end of the feed of `user`'s database.
  ///
  /// `reason` is nil while the zone is there.
  func noteChange(
    of zoneID: RecordZoneID, deleted reason: DatabaseChanges.Deletion.Reason?, in user: String,
    _ scope: DatabaseScope, milliseconds: Int64
  ) throws
  /// Ends the life of the feed: all tokens given out so far expire.
  func expireTokens(of user: String, _ scope: DatabaseScope) throws
}
