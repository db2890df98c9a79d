package import ChatModel
import CloudModel
import Foundation
package import GRDB

/// Rows of `reaction`.
package enum StoredReaction {
  /// Inserts or updates a reaction.
  package static func upsert(
    _ db: Database, _ reaction: ReactionRecord, chatID: Int64, epoch: Int64
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO reaction (chatID, recordName, messageName, userID, emoji, changedAt,
          isRemoved, changedBy, changeTag, unknownFields, epoch)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (chatID, recordName) DO UPDATE SET
          changedAt = excluded.changedAt, isRemoved = excluded.isRemoved,
          changedBy = excluded.changedBy, changeTag = excluded.changeTag,
          unknownFields = excluded.unknownFields,
          epoch = max(epoch, excluded.epoch)
        """
    ).execute(arguments: [
      chatID, reaction.recordName, reaction.messageName, reaction.userID, reaction.emoji,
      reaction.changedAt.millisecondsSince1970, reaction.isRemoved,
      reaction.changedBy, reaction.changeTag, try reaction.unknownFields.encoded(), epoch,
    ])
  }

  /// The reaction with a name; nil if it is not here.
  package static func fetch(
    _ db: Database, chatID: Int64, recordName: String
  ) throws -> ReactionRecord? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM reaction WHERE chatID = ? AND recordName = ?"),
      arguments: [chatID, recordName]
    ).map { row in
      var reaction = ReactionRecord(
        messageName: row["messageName"], userID: row["userID"], emoji: row["emoji"],
        changedAt: Date(millisecondsSince1970: row["changedAt"]), isRemoved: row["isRemoved"])
      reaction.changedBy = row["changedBy"]
      reaction.recordName = row["recordName"]
      reaction.changeTag = row["changeTag"]
      reaction.unknownFields = try UnknownFields(decoding: row["unknownFields"])
      return reaction
    }
  }
}
