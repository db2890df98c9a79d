import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB

/// The messages around a place, and what lies beyond them.
extension MessageQueries {
  /// The tables from which a window is read.
  static let windowTables = messageTables.union([.chatEvent])

  func window(in chatID: ChatID, _ request: MessageWindow.Request) throws -> MessageWindow {
    let size = MessageWindow.pageSize
    let folding = MessageFolding(
      try BlockedPeople(db, account: account), unfolded: request.unfolded)
    let before: [Message]
    var after: [Message] = []
    switch request.place {
    case .newest: before = try page(in: chatID, before: nil, limit: size, folding: folding)
    case .around(let cursor):
      before = try page(in: chatID, before: cursor, limit: size, folding: folding)
      after = try page(in: chatID, from: cursor, limit: size, folding: folding)
    }
    let found = before + after
    let messages = try folding?.counting(found, in: chatID, db) ?? found
    let newest = try newestArrival(in: chatID)
    let seen = try seenThrough(in: chatID, newest: newest)
    let known = MessageID(rawValue: max(seen?.rawValue ?? 0, request.known?.rawValue ?? 0))
    let newerCount =
      after.count < size ? 0 : try newerCount(in: chatID, than: messages.last?.cursor, folding)
    var window = MessageWindow(
      messages: messages, isAtBeginning: before.count < size, newerCount: newerCount,
      unread: try request.unread.flatMap { try unread($0, in: chatID) },
      unseen: try unread(MessageWindow.UnreadRange(after: known), in: chatID),
      newestArrival: newest, seenThrough: seen)
    window.events = try events(beside: window, in: chatID)
    window.pinnedCount = try pinnedCount(in: chatID)
    return window
  }

  func pinnedCount(in chatID: ChatID) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) FROM messagePin JOIN message
            ON message.chatID = messagePin.chatID AND message.recordName = messageName
          WHERE messagePin.chatID = ? AND NOT isRemoved AND deletedAt IS NULL
          """),
      arguments: [chatID.rawValue]) ?? 0
  }

  /// The events from the first message on, or all before; up to the last message, or to now.
  private func events(beside window: MessageWindow, in chatID: ChatID) throws -> [ChatEvent] {
    let first = window.isAtBeginning ? nil : window.messages.first
    let last = window.newerCount == 0 ? nil : window.messages.last
    let begin = first?.timestamp.millisecondsSince1970 ?? .min
    let end = last?.timestamp.millisecondsSince1970 ?? .max
    return try StoredEvent.fetch(
      db, chatID: chatID.rawValue, .times(begin...max(begin, end)), account: account)
  }

  /// The unread messages of a chat, and where they begin; nil if there are none.
  func unread(
    in chatID: ChatID
  ) throws -> (range: MessageWindow.UnreadRange, first: MessageCursor)? {
    let seen = try seenThrough(in: chatID, newest: try newestArrival(in: chatID))
    let range = MessageWindow.UnreadRange(after: seen)
    return try unread(range, in: chatID).map { (range, $0.first) }
  }

  /// The first unread message in the order of the chat, and how many there are; a removed one has nothing to read, and
  /// one of a blocked person does not count.
  ///
  /// Of more than `ChatSummary.unreadCountLimit` only those that arrived first are looked at.
  func unread(
    _ range: MessageWindow.UnreadRange, in chatID: ChatID
  ) throws -> MessageWindow.Unread? {
    // The index by time would be read from the beginning of the chat.
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) OVER () AS count, timestamp, recordName FROM (
            SELECT timestamp, recordName FROM message INDEXED BY message_byArrival
            WHERE chatID = ? AND id > ? AND id <= ? AND senderID <> ? AND deletedAt IS NULL
              AND \(StoredBlockedPerson.isNot("senderID"))
            ORDER BY id LIMIT ?)
          ORDER BY timestamp, recordName LIMIT 1
          """),
      arguments: [
        chatID.rawValue, range.after?.rawValue ?? 0, range.through?.rawValue ?? .max,
        account.userRecordName, ChatSummary.unreadCountLimit,
      ])
    return row.map { row in
      MessageWindow.Unread(
        first: MessageCursor(
          timestamp: Date(millisecondsSince1970: row["timestamp"]), recordName: row["recordName"]),
        count: row["count"])
    }
  }

  private func seenThrough(in chatID: ChatID, newest: MessageID?) throws -> MessageID? {
    let seen = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT lastSeenMessageID FROM chat WHERE id = ?"),
      arguments: [chatID.rawValue])
    switch seen {
    case nil, 0: return nil
    case StoredChat.firstFetch: return newest
    case let seen?: return MessageID(rawValue: seen)
    }
  }

  private func newerCount(
    in chatID: ChatID, than cursor: MessageCursor?, _ folding: MessageFolding?
  ) throws -> Int {
    guard let cursor else { return 0 }
    var arguments: [any DatabaseValueConvertible] = [
      chatID.rawValue, cursor.timestamp.millisecondsSince1970, cursor.recordName,
    ]
    arguments += folding?.arguments ?? []
    arguments.append(ChatSummary.unreadCountLimit)
    return try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) FROM (SELECT 1 FROM message
            WHERE chatID = ? AND (timestamp, recordName) > (?, ?)
              \(folding == nil ? "" : MessageFolding.condition) LIMIT ?)
          """),
      arguments: StatementArguments(arguments)) ?? 0
  }

  private func newestArrival(in chatID: ChatID) throws -> MessageID? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(id) FROM message WHERE chatID = ?"),
      arguments: [chatID.rawValue]
    ).map { MessageID(rawValue: $0) }
  }
}
