import CloudModel
import Foundation
import GRDB

/// Rows of `readMark`.
enum StoredReadMark {
  static func upsert(
    _ db: Database, _ mark: ReadMarkRecord, chatID: Int64, epoch: Int64
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO readMark (chatID, recordName, messageName, userID, readAt, changeTag,
          unknownFields, epoch)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (chatID, recordName) DO UPDATE SET
          readAt = excluded.readAt, changeTag = excluded.changeTag,
          unknownFields = excluded.unknownFields, epoch = max(epoch, excluded.epoch)
        """
    ).execute(arguments: [
      chatID, mark.recordName, mark.messageName, mark.userID,
      mark.readAt.millisecondsSince1970, mark.changeTag, try mark.unknownFields.encoded(), epoch,
    ])
  }

  static func fetch(
    _ db: Database, chatID: Int64, recordName: String
  ) throws -> ReadMarkRecord? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM readMark WHERE chatID = ? AND recordName = ?"),
      arguments: [chatID, recordName]
    ).map { row in
      var mark = ReadMarkRecord(
        messageName: row["messageName"], userID: row["userID"],
        readAt: Date(millisecondsSince1970: row["readAt"]))
      mark.changeTag = row["changeTag"]
      mark.unknownFields = try UnknownFields(decoding: row["unknownFields"])
      return mark
    }
  }
}
