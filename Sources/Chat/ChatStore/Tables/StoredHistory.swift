package import ChatModel
import CloudModel
import Foundation
package import GRDB

/// Whole histories of chats, a page at a time, for archives.
package struct StoredHistory {
  let db: Database
  let chatID: Int64
  let reader: Account

  /// The history of a chat as one account sees it; `db` is read for as long as the value lives.
  package init(_ db: Database, chatID: ChatID, reader: Account) {
    self.db = db
    self.chatID = chatID.rawValue
    self.reader = reader
  }

  /// The messages after a place, oldest first.
  package func page(after cursor: MessageCursor, limit: Int) throws -> [ArchivedMessage] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT message.id, message.recordName, revision,
            \(Self.name(of: "message.senderID")) AS senderName,
            \(Self.name(of: "message.changedBy")) AS changerName,
            pin.changedAt AS pinnedAt, pin.changedBy AS pinnedBy,
            \(Self.name(of: "pin.changedBy")) AS pinnerName,
            EXISTS (SELECT 1 FROM reactionCount WHERE reactionCount.chatID = message.chatID
              AND messageName = message.recordName) AS hasReactions,
            EXISTS (SELECT 1 FROM messageVersion WHERE messageID = message.id) AS hasVersions
          FROM message LEFT JOIN messagePin AS pin ON pin.chatID = message.chatID
            AND pin.messageName = message.recordName AND NOT pin.isRemoved
          WHERE message.chatID = ? AND (timestamp, message.recordName) > (?, ?)
          ORDER BY timestamp, message.recordName LIMIT ?
          """),
      arguments: [
        chatID, cursor.timestamp.millisecondsSince1970, cursor.recordName, limit,
      ])
    let records = try StoredMessage.fetch(
      db, chatID: chatID, recordNames: rows.map { $0["recordName"] })
    return try rows.compactMap { row in
      guard let record = records[row["recordName"]] else { return nil }
      var message = ArchivedMessage(
        id: MessageID(rawValue: row["id"]), record: record,
        senderName: PersonName.account(row["senderName"], of: record.senderID, reader: reader))
      message.changerName = record.changedBy.map {
        PersonName.account(row["changerName"], of: $0, reader: reader)
      }
      if let pinnedAt: Int64 = row["pinnedAt"], record.deletedAt == nil {
        let pinnedBy: String? = row["pinnedBy"]
        message.pin = ArchivedMessage.Pin(
          pinnedAt: Date(millisecondsSince1970: pinnedAt),
          name: pinnedBy.map { PersonName.account(row["pinnerName"], of: $0, reader: reader) })
      }
      if row["hasReactions"], record.deletedAt == nil { try addReactions(to: &message) }
      if row["hasVersions"] {
        message.history = try Self.versions(db, of: message.id, reader: reader)
      }
      return message
    }
  }

  /// The number of messages.
  package func count() throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(sql: "SELECT count(*) FROM message WHERE chatID = ?"),
      arguments: [chatID]) ?? 0
  }

  private func addReactions(to message: inout ArchivedMessage) throws {
    let name = message.record.recordName
    message.reactions = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT emoji, userID, changedAt,
            \(StoredMember.name(of: "userID", in: "reaction.chatID")) AS name
          FROM reaction
          WHERE chatID = ? AND messageName = ? AND NOT isRemoved AND changedBy IS NULL
          ORDER BY changedAt, recordName LIMIT ?
          """),
      arguments: [chatID, name, ArchivedMessage.reactionLimit]
    ).map { row in
      ArchivedMessage.Reaction(
        emoji: row["emoji"],
        name: PersonName.account(row["name"], of: row["userID"], reader: reader),
        userID: row["userID"], reactedAt: Date(millisecondsSince1970: row["changedAt"]))
    }
    guard message.reactions.count == ArchivedMessage.reactionLimit else { return }
    let all = try Int.fetchOne(
      db.cachedStatement(
        sql: "SELECT sum(count) FROM reactionCount WHERE chatID = ? AND messageName = ?"),
      arguments: [chatID, name])
    message.moreReactions = max(0, (all ?? 0) - message.reactions.count)
  }

  /// The earlier versions of a message, oldest first.
  package static func versions(
    _ db: Database, of messageID: MessageID, reader: Account
  ) throws -> [Message.Version] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT messageVersion.*, \(name(of: "messageVersion.changedBy")) AS name
          FROM messageVersion JOIN message ON message.id = messageID
          WHERE messageID = ? ORDER BY messageVersion.id
          """),
      arguments: [messageID.rawValue]
    ).map { row in
      let changedBy: String? = row["changedBy"]
      return Message.Version(
        text: row["text"], writtenAt: Date(millisecondsSince1970: row["writtenAt"]),
        changedBy: changedBy.map { PersonName.account(row["name"], of: $0, reader: reader) },
        file: AttachedFile(
          storedName: row["fileName"], type: row["fileType"], size: row["fileSize"],
          digest: row["fileDigest"], checksum: nil))
    }
  }

  private static func name(of user: String) -> String {
    StoredMember.name(of: user, in: "message.chatID")
  }
}
