package import ChatModel
import GRDB

/// The contents of a replica that the cloud cannot give again.
///
/// The earlier versions of messages do not count, because every device notes them for itself.
package struct OnlyHere: Sendable, Equatable {
  /// Changes that the cloud does not have, also of settings; read marks do not count.
  package var unsent = 0
  /// Chats in which a text is being written.
  package var drafts = 0
  package var closedChats = 0
  /// Messages of others that the cloud has lost.
  package var lostMessages = 0

  package init() {}

  package var isEmpty: Bool { self == OnlyHere() }
}

extension ChatRepository {
  /// Counts what would be lost with this replica.
  package func onlyHere() async throws(ChatError) -> OnlyHere {
    try await replica.read { [replica] db in
      let status = try ChatQueries.connectionStatus(db, of: replica)
      let chats = try ChatQueries.summaries(db, of: replica)
      // The status leaves out what waits with a low priority.
      let settings = try StoredOutbox.list(db, chatID: nil, limit: .max).count { listed in
        [.settings, .block].contains(listed.row.kind) && listed.row.operation == .save
          && listed.row.failure == nil
      }
      var onlyHere = OnlyHere()
      onlyHere.unsent = status.queuedCount + status.failedCount + settings
      onlyHere.drafts = chats.count(where: \.hasDraft)
      onlyHere.closedChats = chats.count { if case .sealed = $0.access { true } else { false } }
      onlyHere.lostMessages = try MessageQueries.lostCount(db, user: replica.user)
      return onlyHere
    }
  }
}

extension MessageQueries {
  /// The messages of others without a record in the cloud, in chats that are open.
  ///
  /// `Message.isOnlyHere` waits until the chat's feed was read to its end. Here they count before that too, because the
  /// feed may not bring them.
  fileprivate static func lostCount(_ db: Database, user: String) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) FROM message JOIN chat ON chat.id = message.chatID
          WHERE message.senderID <> ? AND message.changeTag IS NULL AND message.deletedAt IS NULL
            AND chat.ending IS NULL
          """),
      arguments: [user]) ?? 0
  }
}
