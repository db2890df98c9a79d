import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB
import SQLiteSupport

/// The reactions to messages as they are shown: the most frequent kinds, and of each the first names.
///
/// Kinds are counted as they come (`reactionCount`), so that a message with a hundred thousand reactions costs what one
/// with twenty kinds does. What blocked people have put there is found by the names of their records, and taken off:
/// that costs a step for each blocked person.
struct MessageReactions {
  let db: Database
  let account: Account
  /// Whether somebody is blocked, whose reactions are not shown.
  let hidesSome: Bool

  /// The kinds that are shown, and how many there are besides.
  func reactions(
    chatID: Int64, messageName: String
  ) throws -> (shown: [Message.Reaction], more: Int) {
    let hidden = try hidesSome ? hidden(chatID: chatID, messageName: messageName) : [:]
    // A kind loses places only if somebody hidden has put it.
    let limit = Message.Reaction.kindLimit + hidden.count
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT emoji, count, (SELECT changedAt FROM reaction
            WHERE reaction.chatID = reactionCount.chatID
              AND reaction.messageName = reactionCount.messageName
              AND reaction.emoji = reactionCount.emoji AND NOT isRemoved AND changedBy IS NULL
              \(isHeard)
            ORDER BY changedAt LIMIT 1) AS firstAt
          FROM reactionCount WHERE chatID = ? AND messageName = ?
          ORDER BY count DESC, emoji LIMIT ?
          """),
      arguments: [chatID, messageName, limit])
    let kinds = rows.map { row in
      let (emoji, count): (String, Int) = (row["emoji"], row["count"])
      return Kind(
        emoji: emoji, count: count - (hidden[emoji]?.count ?? 0), firstAt: row["firstAt"] ?? 0)
    }
    let mostFrequent = kinds.filter { $0.count > 0 }
      .sorted { ($1.count, $0.emoji) < ($0.count, $1.emoji) }.prefix(Message.Reaction.kindLimit)
    guard !mostFrequent.isEmpty else { return ([], 0) }
    let inOrder = mostFrequent.sorted {
      ($1.count, $0.firstAt, $0.emoji) < ($0.count, $1.firstAt, $1.emoji)
    }
    let shown = try inOrder.map { kind in
      try reaction(kind.emoji, count: kind.count, chatID: chatID, messageName: messageName)
    }
    if rows.count < limit { return (shown, kinds.count { $0.count > 0 } - shown.count) }
    let gone = hidden.values.count { $0.count >= $0.total }
    return (shown, max(0, try more(chatID: chatID, messageName: messageName) - gone))
  }

  /// A kind of reaction, without those of hidden people.
  private struct Kind {
    var emoji: String
    var count: Int
    var firstAt: Int64
  }

  /// A condition on `reaction` that leaves out those of blocked people.
  private var isHeard: String {
    hidesSome ? "AND \(StoredBlockedPerson.isNot("userID"))" : ""
  }

  /// The kinds that blocked people have put at a message: how many of them, and how many people in all.
  ///
  /// The names of a person's reactions to a message begin alike (`ReactionRecord`).
  private func hidden(
    chatID: Int64, messageName: String
  ) throws -> [String: (count: Int, total: Int)] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT reaction.emoji, count(*) AS count, (SELECT count FROM reactionCount
            WHERE reactionCount.chatID = :chat AND reactionCount.messageName = :message
              AND reactionCount.emoji = reaction.emoji) AS total
          FROM blockedPerson CROSS JOIN reaction ON reaction.chatID = :chat
            AND reaction.recordName >= 'reaction_' || :message || '_' || blockedPerson.userID || '_'
            AND reaction.recordName < 'reaction_' || :message || '_' || blockedPerson.userID || '`'
          WHERE isBlocked AND reaction.messageName = :message
            AND reaction.userID = blockedPerson.userID AND NOT isRemoved AND changedBy IS NULL
          GROUP BY reaction.emoji
          """),
      arguments: ["chat": chatID, "message": messageName])
    var hidden: [String: (count: Int, total: Int)] = [:]
    for row in rows {
      let emoji: String = row["emoji"]
      let (count, total): (Int, Int?) = (row["count"], row["total"])
      hidden[emoji] = (count, total ?? 0)
    }
    return hidden
  }

  private func reaction(
    _ emoji: String, count: Int, chatID: Int64, messageName: String
  ) throws -> Message.Reaction {
    let isOwn = try isOwn(emoji, chatID: chatID, messageName: messageName)
    let limit = Message.Reaction.nameLimit - (isOwn ? 1 : 0)
    let others = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT userID, \(StoredMember.name(of: "userID", in: "reaction.chatID")) AS name
          FROM reaction
          WHERE chatID = ? AND messageName = ? AND emoji = ? AND NOT isRemoved
            AND changedBy IS NULL AND userID <> ? \(isHeard)
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
