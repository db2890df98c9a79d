import CloudModel
import Foundation
import GRDB

/// A place in a chat up to which somebody has read.
struct ReadPosition: Comparable {
  var timestamp: Int64
  var recordName: String

  static func < (a: Self, b: Self) -> Bool {
    (a.timestamp, a.recordName) < (b.timestamp, b.recordName)
  }
}

/// What several messages of one chat need to be shown: reactions, readers, and whether its queue waits.
struct ChatFacts {
  /// By the message's name.
  let reactions: [String: [Message.Reaction]]
  /// How far each of the others has read.
  let readers: [ReadPosition]
  /// Members that have accepted, without this account.
  let otherCount: Int
  let wait: (until: Int64, reason: String)?
  /// The sequences of the messages that wait, in order.
  private let queue: [Int64]

  /// What the messages in `rows` need that belong to the chat.
  init(_ db: Database, chatID: Int64, account: Account, rows: [Row], now: Int64) throws {
    let user = account.userRecordName
    let others = try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT userRecordName FROM member
          WHERE chatID = ? AND status = 'ACCEPTED' AND userRecordName <> ?
          """),
      arguments: [chatID, user])
    otherCount = others.count
    readers = try Self.readers(db, chatID: chatID, among: Set(others))
    reactions = try Self.reactions(db, chatID: chatID, account: account, rows: rows)
    let isAnyQueued = rows.contains { $0["chatID"] == chatID && $0["sequence"] != nil }
    queue = isAnyQueued ? try Self.queue(db, chatID: chatID) : []
    let ownerName = try String.fetchOne(
      db.cachedStatement(sql: "SELECT ownerName FROM chat WHERE id = ?"), arguments: [chatID])
    wait = try StoredWait.forChat(db, chatID: chatID, isOwn: ownerName == user, now: now)
  }

  /// The place of a message among all that wait in the chat, from 1.
  func place(of sequence: Int64) -> Int {
    queue.partitioningIndex { $0 >= sequence } + 1
  }

  private static func queue(_ db: Database, chatID: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT sequence FROM outbox
          WHERE chatID = ? AND failure IS NULL AND kind = 'message' ORDER BY sequence
          """),
      arguments: [chatID])
  }

  private static func readers(
    _ db: Database, chatID: Int64, among others: Set<String>
  ) throws -> [ReadPosition] {
    guard !others.isEmpty else { return [] }
    let marks = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT userID, message.timestamp, message.recordName
          FROM readMark JOIN message
            ON message.chatID = readMark.chatID AND message.recordName = readMark.messageName
          WHERE readMark.chatID = ?
          """),
      arguments: [chatID])
    var newest: [String: ReadPosition] = [:]
    for mark in marks {
      let userID: String = mark["userID"]
      guard others.contains(userID) else { continue }
      let position = ReadPosition(timestamp: mark["timestamp"], recordName: mark["recordName"])
      newest[userID] = max(newest[userID] ?? position, position)
    }
    return Array(newest.values)
  }

  private static func reactions(
    _ db: Database, chatID: Int64, account: Account, rows: [Row]
  ) throws -> [String: [Message.Reaction]] {
    let isAny = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM reaction WHERE chatID = ?)"),
      arguments: [chatID])
    guard isAny == true else { return [:] }
    var found: [String: [Message.Reaction]] = [:]
    let statement = try db.cachedStatement(
      sql: """
        SELECT emoji, userID, (SELECT name FROM member
          WHERE member.chatID = reaction.chatID AND userRecordName = userID) AS name
        FROM reaction WHERE chatID = ? AND messageName = ? AND NOT isRemoved
        ORDER BY changedAt, recordName
        """)
    for row in rows where row["chatID"] == chatID {
      let messageName: String = row["recordName"]
      var list: [Message.Reaction] = []
      for reaction in try Row.fetchAll(statement, arguments: [chatID, messageName]) {
        let emoji: String = reaction["emoji"]
        let userID: String = reaction["userID"]
        let name = ChatQueries.name(reaction["name"], of: userID, account: account)
        let isOwn = userID == account.userRecordName
        if let index = list.firstIndex(where: { $0.emoji == emoji }) {
          list[index].names.append(name)
          list[index].isOwn = list[index].isOwn || isOwn
        } else {
          list.append(Message.Reaction(emoji: emoji, names: [name], isOwn: isOwn))
        }
      }
      if !list.isEmpty { found[messageName] = list }
    }
    return found
  }
}

extension [Int64] {
  /// The first index whose element fulfils a condition that all after it fulfil too.
  fileprivate func partitioningIndex(where isAfter: (Int64) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
