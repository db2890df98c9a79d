import ChatModel
import ChatStore
import GRDB

/// What the account has seen on its other devices.
///
/// What was seen is a number of arrival (`chat.lastSeenMessageID`). What other devices say is a place in the order of
/// the chat: that of the newest message that was read (`ReadMarkRecord`), or the time at which the account has joined
/// (`ChatSettingsRecord.left`).
extension ChatTransaction {
  /// Ends the first fetch of a chat that was found in the cloud: what is unread on the account's other devices is
  /// unread here.
  ///
  /// Seen is what the account has read, and what was there when it joined. Where neither is known, as in a chat of its
  /// own or in a chat of two that nobody has looked at, everything of others is unread. A fetch brings messages in the
  /// order of their last changes, and the newest ones before all others. So the unread ones arrive once more, in the
  /// order of the chat: nobody was told of them before (`ChatSummary.isInFirstFetch`).
  mutating func endFirstFetch() throws {
    let marks = try StoredReadMark.furthest(db, chatID: chatID, by: user)
    let joined = try StoredChatSettings.joinedAt(db, chat.zoneID).map(ReadPosition.init(through:))
    chat.lastSeenMessageID = try StoredMessage.arriveAnew(
      db, chatID: chatID, notFrom: user, behind: [marks, joined].compactMap(\.self).max())
  }

  /// Counts as seen what another device has seen.
  ///
  /// A message behind the place stays unread, and so does everything that arrived after it: it is better to read
  /// something twice than never.
  mutating func see(through position: ReadPosition) throws {
    guard !chat.isInFirstFetch else { return }
    // Only messages that are unread can become seen; the others would be walked past for every mark.
    let seen = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id FROM message INDEXED BY message_byArrival
          WHERE chatID = ? AND id > ? AND id < ? AND (timestamp, recordName) <= (?, ?)
          ORDER BY id DESC LIMIT 1
          """),
      arguments: [
        chatID, chat.lastSeenMessageID, try firstUnseen(behind: position) ?? .max,
        position.timestamp, position.recordName,
      ])
    if let seen { chat.lastSeenMessageID = seen }
  }

  /// The unseen message of somebody else that arrived first, of those behind a place; nil if there is none.
  func firstUnseen(behind position: ReadPosition) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT min(id) FROM message INDEXED BY message_byArrival
          WHERE chatID = ? AND id > ? AND senderID <> ? AND (timestamp, recordName) > (?, ?)
          """),
      arguments: [
        chatID, chat.lastSeenMessageID, user, position.timestamp, position.recordName,
      ])
  }
}
