package import ChatModel
import ChatStore
import GRDB

/// Answers, answers to them, and the message with which they begin.
extension ChatRepository {
  /// The thread of a message now, and again after every change of it.
  ///
  /// - Parameters:
  ///   - messageName: the record name of any message of the thread.
  ///   - chatID: its chat; a name that a message of another chat has too means that of this one.
  ///   - limit: the answers that are read.
  /// - Returns: the thread.
  package func thread(
    of messageName: String, in chatID: ChatID, limit: Int
  ) -> AsyncThrowingStream<MessageThread, any Error> {
    replica.observe(MessageQueries.messageTables) { [queries] db in
      try queries(db).thread(of: messageName, in: chatID, limit: limit)
    }
  }
}

extension MessageQueries {
  fileprivate func thread(
    of messageName: String, in chatID: ChatID, limit: Int
  ) throws -> MessageThread {
    let rootName = try rootName(of: messageName, in: chatID)
    let answers = try answers(below: rootName, in: chatID)
    let messages = try messages(ids: Array(answers.prefix(limit)))
    return MessageThread(
      rootName: rootName, root: try message(named: rootName, in: chatID)?.still,
      answers: messages.values.map(\.still).sorted { $0.cursor < $1.cursor },
      answerCount: answers.count)
  }

  /// The message to which a chain of answers leads; it may not be on this device.
  ///
  /// Somebody can have made messages that answer one another in a circle; then it is the last one before that closes.
  private func rootName(of messageName: String, in chatID: ChatID) throws -> String {
    var name = messageName
    var passed: Set = [name]
    while passed.count < MessageThread.countLimit {
      let answered = try String.fetchOne(
        db.cachedStatement(
          sql: "SELECT replyTo FROM message WHERE chatID = ? AND recordName = ?"),
        arguments: [chatID.rawValue, name])
      guard let answered, passed.insert(answered).inserted else { break }
      name = answered
    }
    return name
  }

  /// The numbers of all answers below a message, the newest first; also those below one that was taken back.
  ///
  /// `UNION` takes each name once, so that a circle ends.
  private func answers(below rootName: String, in chatID: ChatID) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          WITH RECURSIVE thread (name) AS (
            SELECT :root
            UNION
            SELECT answer.recordName FROM thread CROSS JOIN message AS answer
              ON answer.chatID = :chat AND answer.replyTo = thread.name
            LIMIT :limit)
          SELECT message.id FROM thread CROSS JOIN message
            ON message.chatID = :chat AND message.recordName = thread.name
          WHERE message.recordName <> :root AND message.deletedAt IS NULL
            AND \(StoredBlockedPerson.isNot("message.senderID"))
          ORDER BY message.timestamp DESC, message.recordName DESC
          """),
      arguments: [
        "root": rootName, "chat": chatID.rawValue, "limit": MessageThread.countLimit + 1,
      ])
  }
}
