package import CloudModel

/// What can be written inside a transaction; all of it or nothing.
package protocol CloudTransaction: CloudReading {
  func setSetting(_ name: String, to value: String) throws

  /// Adds a user with an empty default zone and the two feeds of `incarnation`.
  func insert(_ account: StoredAccount, incarnation: String) throws
  func insertTokenHash(_ hash: [UInt8], of user: String, milliseconds: Int64) throws

  func insert(_ zone: StoredZone) throws
  /// Stores the zone's sequence and short identifier.
  func update(_ zone: StoredZone) throws
  /// Removes the zone, its records, tombstones and share.
  func delete(_ zone: StoredZone) throws

  func save(_ record: StoredRecord, in zone: StoredZone) throws

  /// Replaces the zone's share; nil ends it.
  func setShare(_ share: StoredShare?, of zone: StoredZone) throws

  /// Moves the zone to the end of the feed of `user`'s database.
  func noteChange(
    of zoneID: RecordZoneID, isDeleted: Bool, in user: String, _ scope: DatabaseScope
  ) throws

  func save(_ subscription: Subscription, of user: String, _ scope: DatabaseScope) throws
  func deleteSubscription(_ id: String, of user: String, _ scope: DatabaseScope) throws
}
