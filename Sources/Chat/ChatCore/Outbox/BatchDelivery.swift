import ChatModel
import GRDB

/// The progress of several messages to the cloud.
package struct BatchDelivery: Sendable, Equatable {
  /// The number of messages that the cloud has not confirmed completely, their files included.
  package var waiting: Int
  /// The number of messages that the client will not send again by itself.
  package var failed: Int
  /// The reason why the first of the failed messages failed.
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
