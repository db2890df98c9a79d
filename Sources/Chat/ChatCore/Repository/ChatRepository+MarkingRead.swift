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
    try await change(chatID, .later) { transaction -> ReadChat? in
      let before = transaction.chat.lastSeenMessageID
      let newest = try Int64.fetchOne(
        transaction.db.cachedStatement(sql: "SELECT max(id) FROM message WHERE chatID = ?"),
        arguments: [chatID.rawValue])
      guard before != StoredChat.firstFetch, let newest, before < newest else { return nil }
      transaction.chat.lastSeenMessageID = newest
      try transaction.queueReadMark(seenBefore: before)
      return ReadChat(
        chat: chatID, after: MessageID(rawValue: before), through: MessageID(rawValue: newest))
    }
  }

  /// Marks all messages of all chats as read; returns the chats that had unread messages, in the order of the list.
  package func markAllRead() async throws(ChatError) -> [ReadChat] {
    var read: [ReadChat] = []
    for chat in try await currentChatSummaries() where chat.unreadCount > 0 {
      let marked = try await unlessGone { () async throws(ChatError) in
        try await markRead(chat.id)
      }
      if let marked = marked ?? nil { read.append(marked) }
    }
    return read
  }

  /// Makes chats unread again that were marked as read as a whole; those that are gone are passed over.
  package func restoreUnread(_ chats: [ReadChat]) async throws(ChatError) {
    for read in chats {
      _ = try await unlessGone { () async throws(ChatError) in
        try await markUnread(read.chat, from: MessageID(rawValue: read.after.rawValue + 1))
      }
    }
  }

  /// Changes one of several chats; returns nil if it is gone, because the others are still to be changed.
  private func unlessGone<Value: Sendable>(
    _ change: () async throws(ChatError) -> Value
  ) async throws(ChatError) -> Value? {
    do throws(ChatError) {
      return try await change()
    } catch {
      guard error == .chatGone else { throw error }
      return nil
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
      let unseen = try Int64.fetchOne(
        transaction.db.cachedStatement(
          sql: """
            SELECT min(id) FROM message
            WHERE chatID = ? AND id > ? AND senderID <> ? AND (timestamp, recordName) > (?, ?)
            """),
        arguments: [
          chatID.rawValue, before, transaction.user, cursor.timestamp.millisecondsSince1970,
          cursor.recordName,
        ])
      let through = min(messageID.rawValue, unseen.map { $0 - 1 } ?? .max)
      guard before < through else { return }
      transaction.chat.lastSeenMessageID = through
      try transaction.queueReadMark(seenBefore: before)
    }
  }
}
