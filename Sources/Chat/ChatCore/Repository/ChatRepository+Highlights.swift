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
  func highlights(in chatID: ChatID) throws -> ChatHighlights {
    let limit = ChatHighlights.limit
    return ChatHighlights(
      pins: ChatHighlights.Part(
        newest: try pinned(in: chatID, limit: limit).map { pin in
          PinnedMessage(
            message: pin.message.inPanel, pinnedAt: pin.pinnedAt, pinnedBy: pin.pinnedBy)
        }, count: try pinnedCount(in: chatID)),
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
      newest: messages.values.map(\.inPanel).sorted { $0.cursor > $1.cursor }, count: found.count,
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

extension Message {
  /// The message without what changes often and what a list does not show: its delivery, and the reactions and answers
  /// to it.
  ///
  /// The messages of the chat show all of that; beside them it would only have the screen drawn a second time.
  var still: Message {
    var message = self
    message.delivery = .received
    (message.reactions, message.moreReactions, message.answerCount) = ([], 0, 0)
    return message
  }

  /// The same, also without the progress of its file.
  fileprivate var inPanel: Message {
    var message = still
    message.attachment?.transfer = nil
    return message
  }
}
