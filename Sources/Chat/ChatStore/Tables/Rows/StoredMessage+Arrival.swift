package import GRDB
import SQLiteSupport

/// The order in which messages have arrived: that of the numbers of their rows.
extension StoredMessage {
  /// Lets the messages of other people behind a place arrive once more, in the order of the chat.
  ///
  /// Its cost grows with the messages that do.
  ///
  /// - Parameters:
  ///   - db: the replica.
  ///   - chatID: the chat.
  ///   - user: the reader, whose messages stay where they are.
  ///   - position: the place; nil for the beginning of the chat.
  /// - Returns: the number of the last of the other messages; 0 if there are none.
  /// - Throws: `DatabaseError` if the replica cannot be written.
  package static func arriveAnew(
    _ db: Database, chatID: Int64, notFrom user: String, behind position: ReadPosition?
  ) throws -> Int64 {
    let ids = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id FROM message INDEXED BY message_byTime
          WHERE chatID = ? AND (timestamp, recordName) > (?, ?) AND senderID <> ?
          ORDER BY timestamp, recordName
          """),
      arguments: [chatID, position?.timestamp ?? Int64.min, position?.recordName ?? "", user])
    // A number is given once, also where its message is not there any more.
    let newest =
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'message'")) ?? 0
    if !ids.isEmpty { try renumber(db, ids, after: newest) }
    return try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(id) FROM message WHERE chatID = ? AND id <= ?"),
      arguments: [chatID, newest]) ?? 0
  }

  /// Gives messages the next numbers, in this order; what belongs to them follows.
  private static func renumber(_ db: Database, _ ids: [Int64], after newest: Int64) throws {
    try SearchIndex.remove(ids, db)
    // Until the end of the transaction: versions and transfers name their messages by number.
    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
    let columns = [("messageVersion", "messageID"), ("transfer", "messageID"), ("message", "id")]
    for (table, column) in columns {
      try db.cachedStatement(
        sql: """
          UPDATE \(table) SET \(column) = next
          FROM (SELECT value AS former, ? + 1 + key AS next FROM json_each(?))
          WHERE \(column) = former
          """
      ).execute(arguments: [newest, ids.jsonText()])
    }
    try db.cachedStatement(sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'message'")
      .execute(arguments: [newest + Int64(ids.count)])
  }
}
