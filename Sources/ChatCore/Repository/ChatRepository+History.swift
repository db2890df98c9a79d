package import ChatModel
import CloudModel
import Foundation
import GRDB

/// What messages said before they were changed.
extension ChatRepository {
  /// The earlier texts of a message, oldest first; without the present one.
  ///
  /// Only those that were on this device: at most 20, of 64 KiB together, the newest. A message that was taken
  /// back has none.
  package func editHistory(
    of messageID: MessageID
  ) async throws(ChatError) -> [Message.Version] {
    try await replica.read { [account] db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT messageVersion.*, (SELECT name FROM member
              WHERE member.chatID = message.chatID AND userRecordName = messageVersion.changedBy) AS name
            FROM messageVersion JOIN message ON message.id = messageID
            WHERE messageID = ? ORDER BY messageVersion.id
            """),
        arguments: [messageID.rawValue]
      ).map { row in
        let changedBy: String? = row["changedBy"]
        return Message.Version(
          text: row["text"], writtenAt: Date(millisecondsSince1970: row["writtenAt"]),
          changedBy: changedBy.map { PersonName.account(row["name"], of: $0, reader: account) })
      }
    }
  }
}
