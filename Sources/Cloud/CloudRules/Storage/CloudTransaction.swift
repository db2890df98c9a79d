package import CloudModel

/// Writes one partition inside a transaction; either everything is stored or nothing.
///
/// A lock that a transaction takes lasts until its end:
///
/// 1. A zone by `lockZone` or by its creation: its row, its records, tombstones, index entries,
///    shares, links and departures. To change any of them takes a `LockedZone`. A transaction locks a
///    zone before it reads what it will decide by.
/// 2. The schema by `lockSchema`, before it is changed.
/// 3. The feed of a user's database by the first change in it. The store itself counts its numbers.
/// 4. An upload right by `takeUpload`, and an asset by the first reference to it.
///
/// The partition itself is neither reset nor removed while a transaction in it runs.
///
/// A plain read locks nothing. Counts that limit what a user may have are plain reads, so transactions
/// that run at the same time may exceed such a limit by what they add.
package protocol CloudTransaction: CloudReading {
  /// Gives the user a default zone and the feeds of this partition, once.
  func enroll(_ user: String, incarnation: String) throws
  /// Removes what the partition keeps of a user outside of zones: feeds, subscriptions, upload rights, the charge for
  /// storage, and rows of participants that cannot be read.
  func forget(_ user: String) throws

  /// Reads the zone and locks it; waits while another transaction has locked it.
  func lockZone(_ zoneID: RecordZoneID) throws -> LockedZone?
  /// Adds an empty zone, which is then locked. Throws if there is one of this name.
  @discardableResult
  func insert(_ zone: StoredZone) throws -> LockedZone
  /// Stores the zone's sequence, token epoch, bytes and limit of members, and adds what its records have grown by to
  /// the bytes of those who made them.
  func update(_ zone: inout LockedZone) throws
  /// Removes the zone with everything in it; its owner is no longer charged for it.
  func delete(_ zone: LockedZone) throws

  /// Stores the record; returns it with the `id` it has in the store.
  @discardableResult
  func save(_ record: StoredRecord, in zone: LockedZone) throws -> StoredRecord
  /// Keeps a copy of a row that cannot be read, and removes the row. If the row is in a zone, the caller
  /// has locked that zone.
  ///
  /// Two kinds of row stay: a record, so that it can be saved over, and a share, which is closed.
  func setAside(_ row: DamagedRow, milliseconds: Int64) throws
  /// Sets the share root of the record and its place in the feed, and nothing else.
  func setCover(_ root: String?, ofRecord name: String, sequence: Int64, in zone: LockedZone) throws

  /// Adds the share or replaces it.
  func save(_ share: StoredShare, of zone: LockedZone) throws
  func deleteShare(of zone: LockedZone, root: String?) throws
  func setShortGUID(_ shortGUID: String, of zone: LockedZone, root: String?) throws

  /// Notes that the record left the view of `user`, at this place in the zone's feed.
  func noteDeparture(
    of recordName: String, from zone: LockedZone, of user: String, sequence: Int64) throws
  /// Notes that all records left the view of `user` at this place; replaces all earlier departures.
  func noteDepartureOfAll(from zone: LockedZone, of user: String, sequence: Int64) throws
  /// Forgets the departures of one record or, if `recordName` is nil, of all.
  func forgetDepartures(
    of recordName: String?, from zone: LockedZone, of user: String) throws

  /// Moves the zone to the end of the feed of `user`'s database, with the feed's next number; a feed
  /// that is missing is made.
  ///
  /// `reason` is nil while the zone is there. A `SharedStore` also keeps the `device`, which is not told of its own
  /// changes.
  func noteChange(
    of zoneID: RecordZoneID, deleted reason: DatabaseChanges.Deletion.Reason?, in user: String,
    _ scope: DatabaseScope, by device: Int64?, milliseconds: Int64
  ) throws
  /// Keeps announcements that say more than what the feeds say, for the servers where their recipients have channels.
  ///
  /// Called once, at the end. A store that one server uses keeps nothing: that server announces them itself.
  func addNotices(_ announcements: [Announcement]) throws
  /// Makes all tokens of the feed expire that were given out so far.
  func expireTokens(of user: String, _ scope: DatabaseScope) throws

  // MARK: - Schema and indexes

  /// Locks the schema until the end of the transaction; to be called before it is changed.
  ///
  /// Another transaction may have changed values that were read before.
  func lockSchema() throws
  /// Adds a record type, or replaces it.
  ///
  /// A new index is built from the stored records. An index that is no longer defined is removed,
  /// and so are the values of removed fields.
  func save(_ recordType: RecordTypeDefinition) throws
  /// Replaces the schema, by the same rules; a type that is removed must have no records.
  func setSchema(_ schema: Schema) throws

  /// Updates the index entries of the record: now, or with the first `applyDueIndexEntries` from
  /// `dueAt` on. A record of a type that was never saved gets none.
  ///
  /// A deleted record has no entries; one that is new had none.
  func updateIndex(
    of record: StoredRecord, isNew: Bool, in zone: LockedZone, dueAt: Int64?) throws
  /// Applies the index entries that are due, oldest first.
  func applyDueIndexEntries(milliseconds: Int64) throws

  // MARK: - Assets

  func insert(_ upload: StoredUpload) throws
  /// Ends a right, because it is used; false if it has ended already.
  ///
  /// Of several transactions at the same time, one gets true.
  func takeUpload(_ id: Int64) throws -> Bool
  /// Replaces the list of assets that the record holds, and locks these assets.
  func setAssets(_ assets: [Record.PlacedAsset], ofRecord id: Int64) throws

  // MARK: - Subscriptions

  func save(_ subscription: Subscription, of user: String, _ scope: DatabaseScope) throws
  func deleteSubscription(_ id: String, of user: String, _ scope: DatabaseScope) throws
}

extension CloudTransaction {
  package func addNotices(_ announcements: [Announcement]) throws {}

  /// Locks zones that a transaction will change one after the other; those that do not exist are left
  /// out.
  ///
  /// The order is the same for every caller, so two transactions do not wait for each other's zones.
  func lockZones(_ zoneIDs: some Sequence<RecordZoneID>) throws {
    let ordered = Set(zoneIDs).sorted {
      ($0.ownerName, $0.zoneName) < ($1.ownerName, $1.zoneName)
    }
    guard ordered.count > 1 else { return }
    for zoneID in ordered { _ = try lockZone(zoneID) }
  }
}
