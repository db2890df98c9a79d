import ChatModel
import GRDB

/// How far several messages are.
package struct BatchDelivery: Sendable, Equatable {
  /// How many the cloud has not confirmed yet, with their files.
  package var waiting: Int
  /// How many will not be sent any more by themselves.
  package var failed: Int
  /// Why the first of those will not.
  package var reason: String?

  /// The delivery of messages that `user` has written one after the other.
  init(
    _ db: Database, of ids: ClosedRange<MessageID>, in chatID: ChatID, user: String
  ) throws {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          WITH work (message, failure) AS (
            SELECT message.id, outbox.failure
            FROM outbox JOIN message ON message.chatID = outbox.chatID
              AND message.recordName = outbox.recordName
            WHERE outbox.chatID = :chat AND outbox.kind = 'message' AND message.senderID = :user
              AND message.id BETWEEN :first AND :last
            UNION
            SELECT message.id, transfer.failure
            FROM transfer JOIN message ON message.id = transfer.messageID
            WHERE transfer.direction = 'upload' AND message.chatID = :chat
              AND message.senderID = :user AND message.id BETWEEN :first AND :last
          )
          SELECT count(DISTINCT message) AS entries,
            count(DISTINCT CASE WHEN failure IS NOT NULL THEN message END) AS failed,
            min(failure) AS reason
          FROM work
          """),
      arguments: [
        "chat": chatID.rawValue, "user": user, "first": ids.lowerBound.rawValue,
        "last": ids.upperBound.rawValue,
      ])
    failed = row?["failed"] ?? 0
    waiting = (row?["entries"] ?? 0) - failed
    reason = row?["reason"]
  }
}
