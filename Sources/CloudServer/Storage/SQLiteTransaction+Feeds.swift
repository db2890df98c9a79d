import CloudModel
import GRDB

extension SQLiteTransaction {
  func feed(of user: String, _ scope: DatabaseScope) throws -> StoredFeed? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM feed WHERE userRecordName = ? AND scope = ?",
      arguments: [user, scope.rawValue]
    )
    .map { StoredFeed(incarnation: $0["incarnation"], sequence: $0["sequence"]) }
  }

  func feedEntries(
    of user: String, _ scope: DatabaseScope, after sequence: Int64, limit: Int
  ) throws -> [StoredFeed.Entry] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM feedEntry WHERE userRecordName = ? AND scope = ? AND sequence > ?
        ORDER BY sequence LIMIT ?
        """, arguments: [user, scope.rawValue, sequence, limit]
    )
    .map {
      StoredFeed.Entry(
        zoneID: RecordZoneID(zoneName: $0["zoneName"], ownerName: $0["ownerName"]),
        sequence: $0["sequence"], isDeleted: $0["isDeleted"])
    }
  }

  func noteChange(
    of zoneID: RecordZoneID, isDeleted: Bool, in user: String, _ scope: DatabaseScope
  ) throws {
    try database.execute(
      sql: "UPDATE feed SET sequence = sequence + 1 WHERE userRecordName = ? AND scope = ?",
      arguments: [user, scope.rawValue])
    try database.execute(
      sql: """
        INSERT INTO feedEntry
          (userRecordName, scope, ownerName, zoneName, sequence, isDeleted)
        SELECT userRecordName, scope, ?, ?, sequence, ? FROM feed
        WHERE userRecordName = ? AND scope = ?
        ON CONFLICT (userRecordName, scope, ownerName, zoneName)
        DO UPDATE SET sequence = excluded.sequence, isDeleted = excluded.isDeleted
        """,
      arguments: [zoneID.ownerName, zoneID.zoneName, isDeleted, user, scope.rawValue])
  }

  func subscriptions(of user: String, _ scope: DatabaseScope) throws -> [Subscription] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM subscription WHERE userRecordName = ? AND scope = ? ORDER BY subscriptionID
        """, arguments: [user, scope.rawValue]
    )
    .map { row in
      let owner: String? = row["ownerName"]
      let zone: String? = row["zoneName"]
      guard let owner, let zone else {
        return Subscription(subscriptionID: row["subscriptionID"], kind: .database)
      }
      return Subscription(
        subscriptionID: row["subscriptionID"],
        kind: .zone(RecordZoneID(zoneName: zone, ownerName: owner)))
    }
  }

  func save(_ subscription: Subscription, of user: String, _ scope: DatabaseScope) throws {
    let zoneID: RecordZoneID? =
      switch subscription.kind {
      case .database: nil
      case .zone(let zoneID): zoneID
      }
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO subscription
          (userRecordName, scope, subscriptionID, ownerName, zoneName)
        VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        user, scope.rawValue, subscription.subscriptionID, zoneID?.ownerName, zoneID?.zoneName,
      ])
  }

  func deleteSubscription(_ id: String, of user: String, _ scope: DatabaseScope) throws {
    try database.execute(
      sql: "DELETE FROM subscription WHERE userRecordName = ? AND scope = ? AND subscriptionID = ?",
      arguments: [user, scope.rawValue, id])
  }
}
