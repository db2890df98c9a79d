package import ChatModel
import CloudModel
import Foundation
package import GRDB

/// Rows of `messagePin`.
package enum StoredPin {
  /// Inserts or updates a pin.
  package static func upsert(
    _ db: Database, _ pin: MessagePinRecord, chatID: Int64, epoch: Int64
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO messagePin (chatID, recordName, messageName, changedAt, isRemoved, changedBy,
          changeTag, unknownFields, epoch)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (chatID, recordName) DO UPDATE SET
          changedAt = excluded.changedAt, isRemoved = excluded.isRemoved,
          changedBy = excluded.changedBy, changeTag = excluded.changeTag,
          unknownFields = excluded.unknownFields, epoch = max(epoch, excluded.epoch)
        """
    ).execute(arguments: [
      chatID, pin.recordName, pin.messageName, pin.changedAt.millisecondsSince1970, pin.isRemoved,
      pin.changedBy, pin.changeTag, try pin.unknownFields.encoded(), epoch,
    ])
  }

  /// The pin with a name; nil if it is not here.
  package static func fetch(
    _ db: Database, chatID: Int64, recordName: String
  ) throws -> MessagePinRecord? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM messagePin WHERE chatID = ? AND recordName = ?"),
      arguments: [chatID, recordName]
    ).map { row in
      var pin = MessagePinRecord(
        messageName: row["messageName"],
        changedAt: Date(millisecondsSince1970: row["changedAt"]), isRemoved: row["isRemoved"],
        changedBy: row["changedBy"])
      pin.recordName = row["recordName"]
      pin.changeTag = row["changeTag"]
      pin.unknownFields = try UnknownFields(decoding: row["unknownFields"])
      return pin
    }
  }
}
