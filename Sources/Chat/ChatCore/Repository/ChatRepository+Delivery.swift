package import ChatModel
import ChatStore
import GRDB

/// The messages of one command on their way to the cloud.
extension ChatRepository {
  /// The messages in this order, without those that are gone.
  package func messages(_ ids: [MessageID]) async throws(ChatError) -> [Message] {
    try await replica.read { [queries] db in
      let queries = queries(db)
      return try ids.compactMap { try queries.message(id: $0) }
    }
  }

  /// The record names of messages that were written here one after the other, in their order.
  package func recordNames(
    of ids: ClosedRange<MessageID>, in chatID: ChatID
  ) async throws(ChatError) -> [String] {
    let user = replica.user
    return try await replica.read { db in
      try String.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT recordName FROM message
            WHERE id BETWEEN ? AND ? AND chatID = ? AND senderID = ? ORDER BY id
            """),
        arguments: [
          ids.lowerBound.rawValue, ids.upperBound.rawValue, chatID.rawValue, user,
        ])
    }
  }

  /// The progress of consecutive messages that were written here, now and after every change.
  package func delivery(
    of ids: ClosedRange<MessageID>, in chatID: ChatID
  ) -> AsyncThrowingStream<BatchDelivery, any Error> {
    let user = replica.user
    return replica.observe(.message, .outbox, .transfer) { db in
      try BatchDelivery(db, of: ids, in: chatID, user: user)
    }
  }

  package func currentDelivery(
    of ids: ClosedRange<MessageID>, in chatID: ChatID
  ) async throws(ChatError) -> BatchDelivery {
    let user = replica.user
    return try await replica.read { db in
      try BatchDelivery(db, of: ids, in: chatID, user: user)
    }
  }
}
