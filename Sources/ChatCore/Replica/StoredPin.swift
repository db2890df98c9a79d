import ChatModel
import CloudModel
import Foundation
import GRDB

/// Rows of `messagePin`.
enum StoredPin {
  static func upsert(
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

  static func fetch(
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
      pin.changeTag = row["changeTag"]
      pin.unknownFields = try UnknownFields(decoding: row["unknownFields"])
      return pin
    }
  }
}

extension MessagePinRecord: StoredRecord {
  static let table = "messagePin"

  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self? {
    try StoredPin.fetch(transaction.db, chatID: transaction.chatID, recordName: recordName)
  }

  func store(in transaction: inout ChatTransaction) throws {
    try StoredPin.upsert(
      transaction.db, self, chatID: transaction.chatID, epoch: transaction.recordEpoch)
  }
}
