import ChatModel
import CloudModel
import Foundation
import GRDB
import SQLiteSupport

/// The reactions to messages as they are shown: the most frequent kinds, and of each the first names.
///
/// Kinds are counted as they come (`reactionCount`), so that a message with a hundred thousand reactions
/// costs what one with twenty kinds does.
struct MessageReactions {
  let db: Database
  let account: Account

  /// The kinds that are shown, and how many there are besides.
  func reactions(
    chatID: Int64, messageName: String
  ) throws -> (shown: [Message.Reaction], more: Int) {
    let kinds = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT emoji, count, (SELECT changedAt FROM reaction
            WHERE reaction.chatID = reactionCount.chatID
              AND reaction.messageName = reactionCount.messageName
              AND reaction.emoji = reactionCount.emoji AND NOT isRemoved AND changedBy IS NULL
            ORDER BY changedAt LIMIT 1) AS firstAt
          FROM reactionCount WHERE chatID = ? AND messageName = ?
          ORDER BY count DESC, emoji LIMIT ?
          """),
      arguments: [chatID, messageName, Message.Reaction.kindLimit])
    guard !kinds.isEmpty else { return ([], 0) }
    let inOrder = kinds.sorted { a, b in
      let (countA, countB): (Int, Int) = (a["count"], b["count"])
      let (firstA, firstB): (Int64, Int64) = (a["firstAt"] ?? 0, b["firstAt"] ?? 0)
      return (countB, firstA, a["emoji"] as String) < (countA, firstB, b["emoji"] as String)
    }
    let shown = try inOrder.map { kind in
      try reaction(kind["emoji"], count: kind["count"], chatID: chatID, messageName: messageName)
    }
    let isAll = kinds.count < Message.Reaction.kindLimit
    return (shown, isAll ? 0 : try more(chatID: chatID, messageName: messageName))
  }

  private func reaction(
    _ emoji: String, count: Int, chatID: Int64, messageName: String
  ) throws -> Message.Reaction {
    let isOwn = try isOwn(emoji, chatID: chatID, messageName: messageName)
    let limit = Message.Reaction.nameLimit - (isOwn ? 1 : 0)
    let others = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT userID, (SELECT name FROM member
            WHERE member.chatID = reaction.chatID AND userRecordName = userID) AS name
          FROM reaction
          WHERE chatID = ? AND messageName = ? AND emoji = ? AND NOT isRemoved
            AND changedBy IS NULL AND userID <> ?
          ORDER BY changedAt, recordName LIMIT ?
          """),
      arguments: [chatID, messageName, emoji, account.userRecordName, limit]
    ).map { PersonName.account($0["name"], of: $0["userID"], reader: account) }
    return Message.Reaction(
      emoji: emoji, count: count, names: (isOwn ? [account.name] : []) + others, isOwn: isOwn)
  }

  private func isOwn(_ emoji: String, chatID: Int64, messageName: String) throws -> Bool {
    let own = ReactionRecord(
      messageName: messageName, userID: account.userRecordName, emoji: emoji,
      changedAt: .distantPast, isRemoved: false)
    return try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM reaction
            WHERE chatID = ? AND recordName IN (SELECT value FROM json_each(?))
              AND NOT isRemoved AND changedBy IS NULL)
          """),
      arguments: [chatID, own.possibleNames.jsonText()]) ?? false
  }

  private func more(chatID: Int64, messageName: String) throws -> Int {
    let limit = Message.Reaction.kindLimit + Message.Reaction.countLimit
    let kinds = try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) FROM (
            SELECT 1 FROM reactionCount WHERE chatID = ? AND messageName = ? LIMIT ?)
          """),
      arguments: [chatID, messageName, limit])
    return (kinds ?? 0) - Message.Reaction.kindLimit
  }
}
