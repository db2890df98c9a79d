package import ChatModel
import ChatStore
import GRDB

/// Messages as people name them in commands.
extension ChatRepository {
  /// Finds a message of a chat by its id, by the start or the end of the id, or by the word `last`.
  ///
  /// Throws `.noMessage`, `.noLastMessage` and `.ambiguousMessage`.
  package func message(
    matching text: String, last: LastMessage, in chat: ChatSummary
  ) async throws(ChatError) -> MessageID {
    if text == "last" {
      guard let found = try await newest(last, in: chat.id) else {
        throw .noLastMessage(last, chat: chat.name)
      }
      return found
    }
    let found: [Int64] = try await replica.read { db in
      try Int64.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT id FROM message
            WHERE chatID = ? AND (instr(recordName, ?) = 1
              OR substr(recordName, -length(?)) = ?) LIMIT 2
            """),
        arguments: [chat.id.rawValue, text, text, text])
    }
    guard let first = found.first, !text.isEmpty else { throw .noMessage(text, chat: chat.name) }
    guard found.count == 1 else { throw .ambiguousMessage(text) }
    return MessageID(rawValue: first)
  }

  private func newest(
    _ last: LastMessage, in chatID: ChatID
  ) async throws(ChatError) -> MessageID? {
    let (condition, arguments): (String, StatementArguments) =
      switch last {
      case .any: ("", [])
      case .own: ("AND senderID = ?", [replica.user])
      case .withFile: ("AND fileName IS NOT NULL", [])
      }
    let id = try await replica.read { db in
      try Int64.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT id FROM message WHERE chatID = ? AND deletedAt IS NULL \(condition)
            ORDER BY timestamp DESC, recordName DESC LIMIT 1
            """),
        arguments: [chatID.rawValue] + arguments)
    }
    return id.map { MessageID(rawValue: $0) }
  }
}
