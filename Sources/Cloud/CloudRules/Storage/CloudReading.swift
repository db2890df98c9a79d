package import CloudModel

/// Reads one partition of the store inside a transaction.
///
/// Feeds are returned in the order of their sequence. Their cost depends on the number of entries
/// returned, not on the number stored.
package protocol CloudReading {
  var partition: StoredPartition { get }

  /// The account with this name, whatever its case; nil for one that is gone.
  func account(named name: String) throws -> StoredAccount?
  /// Finds an account that is gone, too.
  func account(userRecordName: String) throws -> StoredAccount?

  func zone(_ zoneID: RecordZoneID) throws -> StoredZone?
  func zones(ownedBy user: String) throws -> [StoredZone]
  /// The number of zones that the user owns, including the default zone.
  func zoneCount(ownedBy user: String) throws -> Int
  /// The zones with a share in which `user` has the acceptance status `status`.
  func zones(
    sharedWith user: String, status: Participant.AcceptanceStatus
  ) throws -> [StoredZone]

  /// The number of unanswered invitations for somebody, from one owner or, if `owner` is nil, from
  /// all owners.
  func waitingInvitations(of invitee: Invitee, from owner: String?) throws -> Int

  /// Every row that cannot be read completely; the time needed is proportional to the stored data.
  func damagedRows() throws -> [DamagedRow]

  /// The sum of the bytes of the user's zones.
  func usedBytes(of user: String) throws -> Int64
  func bytes(of zone: StoredZone) throws -> Int64
  /// The user's zones with most bytes, largest first; zones without any are left out.
  func largestZones(
    of user: String, limit: Int
  ) throws -> [(zoneName: String, bytes: Int64)]
  /// The bytes of the zone's records that the user has made.
  func writtenBytes(by user: String, in zone: StoredZone) throws -> Int64
  /// The bytes of the zone by who made its records, largest first.
  func writers(in zone: StoredZone, limit: Int) throws -> [(user: String, bytes: Int64)]

  /// Reads in one step, in advance, the records that `record(named:in:)` will be asked for.
  func prefetchRecords(named names: [String], in zone: StoredZone) throws
  /// The record or its tombstone; nil if there never was one.
  func record(named name: String, in zone: StoredZone) throws -> StoredRecord?
  /// Records and tombstones after `sequence`.
  func records(in zone: StoredZone, after sequence: Int64, limit: Int) throws -> [StoredRecord]
  /// The same before `sequence`, newest first.
  func records(in zone: StoredZone, before sequence: Int64, limit: Int) throws -> [StoredRecord]
  /// Living records of the hierarchy under `root`, the root and its share among them.
  func records(in zone: StoredZone, coveredBy root: String) throws -> [StoredRecord]
  /// The number of records and tombstones in the hierarchy under `root`.
  func coveredCount(in zone: StoredZone, by root: String) throws -> Int
  /// The tombstones of records that were deleted while they were in the hierarchy under `root`.
  func tombstones(in zone: StoredZone, coveredBy root: String) throws -> [StoredRecord]
  /// Whether a living record has the parent `name`.
  func hasChildren(_ name: String, in zone: StoredZone) throws -> Bool
  /// Living records whose parent is `name`.
  func children(of name: String, in zone: StoredZone) throws -> [StoredRecord]
  /// Living records that hold a reference to `name` with `action`.
  func referrers(
    to name: String, in zone: StoredZone, action: Reference.Action
  ) throws -> [StoredRecord]

  /// The number of living records other than `exception` that hold a reference to `name` with `action`.
  func referrerCount(
    to name: String, in zone: StoredZone, action: Reference.Action, except exception: String
  ) throws -> Int

  /// Every share in the zone.
  func shares(of zone: StoredZone) throws -> [StoredShare]
  /// The share of the hierarchy under `root`, or the one of the whole zone; nil if there is none.
  func share(of zone: StoredZone, root: String?) throws -> StoredShare?
  /// The participations of `user` in the shares of the zone.
  func participations(of user: String, in zone: StoredZone) throws -> [Participation]
  /// The short GUID of links to the share; kept as long as the zone exists, shared or not.
  func shortGUID(of zone: StoredZone, root: String?) throws -> String?
  func shareTarget(ofShortGUID shortGUID: String) throws -> (zone: StoredZone, root: String?)?
  /// The sequence number in the zone's feed at which all records left the view of `user` at once;
  /// nil if that never happened.
  func departureOfAll(from zone: StoredZone, of user: String) throws -> Int64?
  /// Records that left the view of `user`, in the order of the zone's feed.
  func departures(
    from zone: StoredZone, of user: String, after sequence: Int64, limit: Int
  ) throws -> [Departure]

  /// An empty feed for a user who has none.
  func feed(of user: String, _ scope: DatabaseScope) throws -> StoredFeed
  func feedEntries(
    of user: String, _ scope: DatabaseScope, after sequence: Int64, limit: Int
  ) throws -> [StoredFeed.Entry]
  /// The zone's entry in the feed; nil if it never had one.
  func feedEntry(
    for zoneID: RecordZoneID, of user: String, _ scope: DatabaseScope
  ) throws -> StoredFeed.Entry?

  // MARK: - Schema and indexes

  /// The schema as it was saved; `currentSchema()` adds the types that every schema has.
  func storedSchema() throws -> Schema
  /// The type as it was saved; nil if it never was.
  func storedRecordType(named name: String) throws -> RecordTypeDefinition?
  func recordTypeCount() throws -> Int

  /// The number of living records of a type; if `field` is given, only those with a value in that field.
  func countRecords(ofType recordType: String, withField field: String?) throws -> Int

  /// One page of the records that the indexes find, in order.
  func search(_ search: IndexSearch) throws -> [IndexHit]
  /// The plan by which the store would run a search, step by step, in the store's own words.
  func explain(_ search: IndexSearch) throws -> [String]
  /// Whether any index entry is due.
  func hasDueIndexEntries(milliseconds: Int64) throws -> Bool

  // MARK: - Assets

  /// The right that a receipt proves, by the receipt's SHA-256.
  func upload(receiptHash: [UInt8]) throws -> StoredUpload?
  /// The number of the user's upload rights that are neither used nor expired.
  func uploadCount(of user: String, at milliseconds: Int64) throws -> Int

  // MARK: - Subscriptions

  // Lists leave out subscriptions that cannot be read.

  /// All subscriptions of one user in one database, ordered by ID.
  func subscriptions(of user: String, _ scope: DatabaseScope) throws -> [Subscription]
  /// Throws `StoreError.damaged` for a subscription that cannot be read.
  func subscription(
    _ id: String, of user: String, _ scope: DatabaseScope
  ) throws -> Subscription?
  /// The subscriptions to the database or to a zone, ordered by ID.
  func changeSubscriptions(of user: String, _ scope: DatabaseScope) throws -> [Subscription]
  /// The query subscriptions for a record type, of one user or, if `user` is nil, of all.
  ///
  /// One look-up in an index.
  func querySubscriptions(
    onRecordType type: String, of user: String?, _ scope: DatabaseScope
  ) throws -> [(userRecordName: String, subscription: Subscription)]
}
