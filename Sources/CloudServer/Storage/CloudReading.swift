package import CloudModel

/// What can be asked of the store inside a transaction.
///
/// Feeds come in the order of their sequence and cost what they return, not what exists.
package protocol CloudReading {
  func setting(_ name: String) throws -> String?

  /// The account with this name, whatever its case.
  func account(named name: String) throws -> StoredAccount?
  func account(userRecordName: String) throws -> StoredAccount?
  /// The user whose web auth token has this SHA-256.
  func userRecordName(forTokenHash hash: [UInt8]) throws -> String?

  func zone(_ zoneID: RecordZoneID) throws -> StoredZone?
  func zone(shortGUID: String) throws -> StoredZone?
  func zones(ownedBy user: String) throws -> [StoredZone]
  /// The zones in whose share `user` stands with `status`.
  func zones(
    sharedWith user: String, status: Participant.AcceptanceStatus
  ) throws -> [StoredZone]

  /// The record or its tombstone; nil where there never was one.
  func record(named name: String, in zone: StoredZone) throws -> StoredRecord?
  func records(in zone: StoredZone, after sequence: Int64, limit: Int) throws -> [StoredRecord]

  /// Nil where the zone is not shared.
  func share(of zone: StoredZone) throws -> StoredShare?
  func participant(_ user: String, in zone: StoredZone) throws -> Participant?

  func feed(of user: String, _ scope: DatabaseScope) throws -> StoredFeed?
  func feedEntries(
    of user: String, _ scope: DatabaseScope, after sequence: Int64, limit: Int
  ) throws -> [StoredFeed.Entry]

  func subscriptions(of user: String, _ scope: DatabaseScope) throws -> [Subscription]

  /// How many accounts, custom zones and living records there are; counted, so for people only.
  func census() throws -> Census
}

/// How much a cloud holds.
package struct Census: Sendable, Equatable {
  package var accounts: Int
  package var zones: Int
  package var records: Int
}
