package import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB

/// Marking as read what was not on the screen, or only a part of what is unread.
extension ChatRepository {
  /// Marks all messages of a chat as read, as somebody does who has seen them.
  ///
  /// Returns nil if nothing was unread.
  package func markRead(_ chatID: ChatID) async throws(ChatError) -> ReadChat? {
    try await change(chatID, .later) { transaction in try transaction.markRead() }
  }

  /// Marks all messages of all chats as read; returns the chats that had unread messages, in the order of the list.
  package func markAllRead() async throws(ChatError) -> [ReadChat] {
    let unread = try await currentChatSummaries().filter { $0.unreadCount > 0 }.map(\.id)
    return try await changeEach(unread) { transaction in try transaction.markRead() }
  }

  /// Makes chats unread again that were marked as read as a whole; those that are gone are passed over.
  package func restoreUnread(_ chats: [ReadChat]) async throws(ChatError) {
    let after = Dictionary(chats.map { ($0.chat, $0.after.rawValue) }, uniquingKeysWith: { $1 })
    _ = try await changeEach(chats.map(\.chat)) { transaction -> Int64? in
      let seen = after[ChatID(rawValue: transaction.chatID)]
      if let seen, !transaction.chat.isInFirstFetch {
        transaction.chat.lastSeenMessageID = min(transaction.chat.lastSeenMessageID, seen)
      }
      return seen
    }
  }

  /// Changes those of some chats that are still here.
  ///
  /// It is one transaction, so that whoever watches the chats is told once.
  private func changeEach<Value: Sendable>(
    _ chats: [ChatID], _ body: @escaping @Sendable (inout ChatTransaction) throws -> Value?
  ) async throws(ChatError) -> [Value] {
    try await replica.write(.later) { [replica] db in
      var values: [Value] = []
      for id in chats {
        let chat: StoredChat
        do { chat = try StoredChat.fetch(db, id: id) } catch ChatError.chatGone { continue }
        var transaction = try ChatTransaction(db, chat: chat, in: replica)
        if let value = try body(&transaction) { values.append(value) }
        try transaction.finish()
      }
      return values
    }
  }

  /// Notes that a part of what is unread was seen: what stands above a place.
  ///
  /// What arrived before the first unseen message counts as seen; never goes back. `cursor` is the last message that
  /// was seen, in the order of the chat; `messageID` is the last arrival of which the reader can have known.
  package func markSeen(
    _ chatID: ChatID, downTo cursor: MessageCursor, through messageID: MessageID
  ) async throws(ChatError) {
    try await change(chatID, .later) { transaction in
      let before = transaction.chat.lastSeenMessageID
      guard before != StoredChat.firstFetch, before < messageID.rawValue else { return }
      let unseen = try transaction.firstUnseen(
        behind: ReadPosition(
          timestamp: cursor.timestamp.millisecondsSince1970, recordName: cursor.recordName))
      let through = min(messageID.rawValue, unseen.map { $0 - 1 } ?? .max)
      guard before < through else { return }
      transaction.chat.lastSeenMessageID = through
      try transaction.queueReadMark(seenBefore: before)
    }
  }
}

extension ChatTransaction {
  /// Marks all messages as read.
  ///
  /// - Returns: nil if nothing was unread.
  fileprivate mutating func markRead() throws -> ReadChat? {
    let before = chat.lastSeenMessageID
    let newest = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(id) FROM message WHERE chatID = ?"),
      arguments: [chatID])
    guard before != StoredChat.firstFetch, let newest, before < newest else { return nil }
    chat.lastSeenMessageID = newest
    try queueReadMark(seenBefore: before)
    return ReadChat(
      chat: ChatID(rawValue: chatID), after: MessageID(rawValue: before),
      through: MessageID(rawValue: newest))
  }
}
