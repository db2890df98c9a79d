import CloudModel
import Foundation
import GRDB

/// Rows of `message`, written by statement because they are many.
enum StoredMessage {
  /// Writes a message of our own that the cloud does not have yet; answers its row.
  static func insert(_ db: Database, _ message: MessageRecord, chatID: Int64) throws -> MessageID {
    try db.cachedStatement(
      sql: """
        INSERT INTO message (chatID, recordName, senderID, text, timestamp, epoch)
        VALUES (?, ?, ?, ?, ?, 0)
        """
    ).execute(arguments: [
      chatID, message.recordName, message.senderID, message.text,
      message.timestamp.millisecondsSince1970,
    ])
    return MessageID(rawValue: db.lastInsertedRowID)
  }

  /// Takes over the cloud's copy; a message that is already here keeps its row.
  static func upsert(
    _ db: Database, _ message: MessageRecord, chatID: Int64, epoch: Int64
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO message
          (chatID, recordName, senderID, text, timestamp, changeTag, unknownFields, epoch)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (chatID, recordName) DO UPDATE SET
          senderID = excluded.senderID, text = excluded.text, timestamp = excluded.timestamp,
          changeTag = excluded.changeTag, unknownFields = excluded.unknownFields,
          epoch = excluded.epoch
        """
    ).execute(arguments: [
      chatID, message.recordName, message.senderID, message.text,
      message.timestamp.millisecondsSince1970, message.changeTag,
      try message.unknownFields.encoded(), epoch,
    ])
  }

  static func fetch(
    _ db: Database, chatID: Int64, recordName: String
  ) throws -> MessageRecord? {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM message WHERE chatID = ? AND recordName = ?"),
      arguments: [chatID, recordName])
    return try row.map { row in
      MessageRecord(
        recordName: row["recordName"], senderID: row["senderID"], text: row["text"],
        timestamp: Date(millisecondsSince1970: row["timestamp"]), changeTag: row["changeTag"],
        unknownFields: try UnknownFields(decoding: row["unknownFields"]))
    }
  }

  static func delete(_ db: Database, chatID: Int64, recordName: String) throws {
    try db.cachedStatement(sql: "DELETE FROM message WHERE chatID = ? AND recordName = ?")
      .execute(arguments: [chatID, recordName])
  }
}
