import CloudModel
import CloudRules
import GRDB

extension SQLiteTransaction {
  func feed(of user: String, _ scope: DatabaseScope) throws -> StoredFeed {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT sequence, tokenEpoch FROM feed
          WHERE partition = ? AND userRecordName = ? AND scope = ?
          """),
      arguments: [partitionID, user, scope.rawValue])
    return row.map { StoredFeed(sequence: $0["sequence"], tokenEpoch: $0["tokenEpoch"]) }
      ?? StoredFeed()
  }

  func feedEntries(
    of user: String, _ scope: DatabaseScope, after sequence: Int64, limit: Int
  ) throws -> [StoredFeed.Entry] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT * FROM feedEntry
          WHERE partition = ? AND userRecordName = ? AND scope = ? AND sequence > ?
          ORDER BY sequence LIMIT ?
          """), arguments: [partitionID, user, scope.rawValue, sequence, limit]
    )
    .map { StoredFeed.Entry($0) }
  }

  func feedEntry(
    for zoneID: RecordZoneID, of user: String, _ scope: DatabaseScope
  ) throws -> StoredFeed.Entry? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT * FROM feedEntry WHERE partition = ? AND userRecordName = ? AND scope = ?
            AND ownerName = ? AND zoneName = ?
          """),
      arguments: [partitionID, user, scope.rawValue, zoneID.ownerName, zoneID.zoneName]
    )
    .map { StoredFeed.Entry($0) }
  }

  func noteChange(
    of zoneID: RecordZoneID, deleted reason: DatabaseChanges.Deletion.Reason?, in user: String,
    _ scope: DatabaseScope, by device: Int64?, milliseconds: Int64
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO feed (partition, userRecordName, scope, sequence, tokenEpoch)
        VALUES (?, ?, ?, 1, 0)
        ON CONFLICT (partition, userRecordName, scope) DO UPDATE SET sequence = sequence + 1
        """
    ).execute(arguments: [partitionID, user, scope.rawValue])
    try database.cachedStatement(
      sql: """
        INSERT INTO feedEntry
          (partition, userRecordName, scope, ownerName, zoneName, sequence, changedAt,
            deletionReason)
        SELECT partition, userRecordName, scope, ?, ?, sequence, ?, ? FROM feed
        WHERE partition = ? AND userRecordName = ? AND scope = ?
        ON CONFLICT (partition, userRecordName, scope, ownerName, zoneName)
        DO UPDATE SET sequence = excluded.sequence, changedAt = excluded.changedAt,
          deletionReason = excluded.deletionReason
        """
    ).execute(arguments: [
      zoneID.ownerName, zoneID.zoneName, milliseconds, reason?.rawValue, partitionID, user,
      scope.rawValue,
    ])
  }

  func expireTokens(of user: String, _ scope: DatabaseScope) throws {
    try database.cachedStatement(
      sql: """
        UPDATE feed SET tokenEpoch = tokenEpoch + 1
        WHERE partition = ? AND userRecordName = ? AND scope = ?
        """
    ).execute(arguments: [partitionID, user, scope.rawValue])
  }
}

extension StoredFeed.Entry {
  /// A reason that cannot be read counts as `.deleted`, the reason of most zones that are gone.
  fileprivate init(_ row: Row) {
    let reason: String? = row["deletionReason"]
    self.init(
      zoneID: RecordZoneID(zoneName: row["zoneName"], ownerName: row["ownerName"]),
      sequence: row["sequence"], changedAt: row["changedAt"],
      deletionReason: reason.map { DatabaseChanges.Deletion.Reason(rawValue: $0) ?? .deleted })
  }
}
