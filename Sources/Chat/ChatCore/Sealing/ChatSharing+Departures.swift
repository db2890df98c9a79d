package import ChatModel
import ChatSecrets
import ChatStore
package import CloudModel
import GRDB

/// What follows when somebody leaves a sealed chat: its owner's next list is without them, and with it begins the next
/// epoch.
extension ChatSharing {
  /// The own sealed chats that somebody has left who is still in the list; a new value whenever others are.
  package func departures() -> AsyncThrowingStream<[RecordZoneID], any Error> {
    replica.observe(.member, .chat) { [replica] db in
      try Self.chatsWithDepartures(db, of: replica).map(\.zoneID)
    }
  }

  /// Makes the next list of these chats.
  ///
  /// Doing so twice changes nothing, and of two devices that do so at once one is first.
  package func leaveOutWhoHasLeft() async throws(ChatError) {
    let chats = try await replica.read { [replica] db in
      try Self.chatsWithDepartures(db, of: replica)
    }
    for chat in chats { _ = try await editShare(of: chat) { _ in } }
  }

  private static func chatsWithDepartures(
    _ db: Database, of replica: Replica
  ) throws -> [StoredChat] {
    try StoredChat.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT * FROM chat
          WHERE \(StoredChat.hasSealedName) AND ownerName = ? AND ending IS NULL
          """),
      arguments: [replica.user]
    ).filter { stored in
      guard let chat = try replica.sealing.chat(db, stored) else { return false }
      let present = try String.fetchSet(
        db.cachedStatement(
          sql: """
            SELECT userRecordName FROM member
            WHERE chatID = ? AND userRecordName IS NOT NULL AND status IN ('INVITED', 'ACCEPTED')
            """), arguments: [stored.id])
      // Without anybody the share is not known yet.
      return !present.isEmpty && chat.newest.members.contains { !present.contains($0.user) }
    }
  }
}
