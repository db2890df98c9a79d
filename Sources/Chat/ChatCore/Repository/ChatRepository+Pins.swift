package import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB

/// Messages that stand out in a chat, for everyone in it.
extension ChatRepository {
  /// Pins a message for everyone in its chat, or removes the pin, even if somebody else has set it.
  ///
  /// Throws `.readOnly` or `.sealed` for a person who may not write, `.unknownMessage` for a message that was
  /// taken back.
  package func setPinned(
    _ isPinned: Bool, message messageID: MessageID
  ) async throws(ChatError) {
    let user = replica.user
    try await changeMessage(messageID) { transaction, messageName in
      try transaction.requireWritable()
      let message = try MessageRecord.fetch(messageName, in: transaction)
      guard message?.deletedAt == nil || !isPinned else { throw ChatError.unknownMessage }
      try transaction.set(
        MessagePinRecord(
          messageName: messageName, changedAt: Date(millisecondsSince1970: transaction.now),
          isRemoved: !isPinned, changedBy: user))
    }
  }

  /// The pinned messages of a chat now, and again after every change; the newest pin first.
  package func pinnedMessages(in chatID: ChatID) -> AsyncThrowingStream<[PinnedMessage], any Error>
  {
    replica.observe(MessageQueries.messageTables) { [queries] db in
      try queries(db).pinned(in: chatID)
    }
  }

  /// The pinned messages of a chat that are on this device, the newest pin first.
  package func currentPinnedMessages(
    in chatID: ChatID
  ) async throws(ChatError) -> [PinnedMessage] {
    try await replica.read { [queries] db in try queries(db).pinned(in: chatID) }
  }
}

extension MessageQueries {
  /// The pinned messages of a chat, the newest pin first.
  func pinned(in chatID: ChatID, limit: Int = PinnedMessage.limit) throws -> [PinnedMessage] {
    let pins = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT message.id, changedAt, messagePin.changedBy AS pinnedBy,
            \(StoredMember.name(of: "messagePin.changedBy", in: "messagePin.chatID")) AS name
          FROM messagePin JOIN message
            ON message.chatID = messagePin.chatID AND message.recordName = messageName
          WHERE messagePin.chatID = ? AND NOT isRemoved AND deletedAt IS NULL
          ORDER BY changedAt DESC, messageName DESC LIMIT ?
          """),
      arguments: [chatID.rawValue, limit])
    let messages = try messages(ids: pins.map { $0["id"] })
    return pins.compactMap { row in
      guard let message = messages[MessageID(rawValue: row["id"])] else { return nil }
      let pinnedBy: String? = row["pinnedBy"]
      return PinnedMessage(
        message: message, pinnedAt: Date(millisecondsSince1970: row["changedAt"]),
        pinnedBy: pinnedBy.map { PersonName.account(row["name"], of: $0, reader: account) })
    }
  }
}
