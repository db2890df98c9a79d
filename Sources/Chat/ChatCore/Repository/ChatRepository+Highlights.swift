package import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB

/// What stands out in a chat, for the panel beside its messages.
extension ChatRepository {
  /// The newest pins, files and web addresses of a chat now, and again after every change of them.
  package func highlights(
    of chatID: ChatID
  ) -> AsyncThrowingStream<ChatHighlights, any Error> {
    replica.observe(MessageQueries.messageTables) { [queries] db in
      try queries(db).highlights(in: chatID)
    }
  }
}

extension MessageQueries {
  fileprivate func highlights(in chatID: ChatID) throws -> ChatHighlights {
    let limit = ChatHighlights.limit
    return ChatHighlights(
      pins: ChatHighlights.Part(
        newest: try pinned(in: chatID, limit: limit), count: try pinnedCount(in: chatID)),
      files: try files(in: chatID, limit: limit), links: try links(in: chatID, limit: limit))
  }

  private func files(in chatID: ChatID, limit: Int) throws -> ChatHighlights.Part<Message> {
    let found = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id FROM message
          WHERE chatID = ? AND deletedAt IS NULL AND fileName IS NOT NULL
            AND \(StoredBlockedPerson.isNot("senderID"))
          ORDER BY timestamp DESC, recordName DESC LIMIT ?
          """),
      arguments: [chatID.rawValue, ChatHighlights.countLimit])
    let messages = try messages(ids: Array(found.prefix(limit)))
    return ChatHighlights.Part(
      newest: messages.values.sorted { $0.cursor > $1.cursor }, count: found.count,
      hasMore: found.count == ChatHighlights.countLimit)
  }

  private func links(
    in chatID: ChatID, limit: Int
  ) throws -> ChatHighlights.Part<ChatHighlights.Link> {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, timestamp, text FROM message
          WHERE chatID = ? AND deletedAt IS NULL AND instr(text, '://')
            AND \(StoredBlockedPerson.isNot("senderID"))
          ORDER BY timestamp DESC, recordName DESC LIMIT ?
          """),
      arguments: [chatID.rawValue, ChatHighlights.linkMessageLimit])
    let links = rows.flatMap { row -> [ChatHighlights.Link] in
      let text: String = row["text"]
      let message = MessageID(rawValue: row["id"])
      let sentAt = Date(millisecondsSince1970: row["timestamp"])
      return WebAddress.all(in: text).map { address in
        ChatHighlights.Link(message: message, address: address, sentAt: sentAt)
      }
    }
    return ChatHighlights.Part(
      newest: Array(links.prefix(limit)), count: links.count,
      hasMore: rows.count == ChatHighlights.linkMessageLimit)
  }
}
