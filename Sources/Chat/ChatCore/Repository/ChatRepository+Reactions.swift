package import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB

/// Reactions and read marks.
extension ChatRepository {
  /// Adds an own reaction to a message, or removes it if it is there.
  ///
  /// Throws `.notAnEmoji` for anything but one emoji.
  package func react(
    _ emoji: String, to messageID: MessageID, isRemoved: Bool = false
  ) async throws(ChatError) {
    guard Emoji.isOne(emoji) else { throw .notAnEmoji(emoji) }
    let user = replica.user
    try await changeMessage(messageID) { transaction, messageName in
      try transaction.requireWritable()
      try transaction.set(
        ReactionRecord(
          messageName: messageName, userID: user, emoji: emoji,
          changedAt: Date(millisecondsSince1970: transaction.now), isRemoved: isRemoved))
    }
  }

  /// Notes that everything that had arrived up to a message was seen, and lets the others know where
  /// that is possible.
  ///
  /// Never goes back.
  package func markSeen(
    _ chatID: ChatID, through messageID: MessageID
  ) async throws(ChatError) {
    let isNews = try await replica.read { db in
      try StoredChat.fetch(db, id: chatID).lastSeenMessageID < messageID.rawValue
    }
    guard isNews else { return }
    try await change(chatID, .later) { transaction in
      guard !transaction.chat.isInFirstFetch,
        transaction.chat.lastSeenMessageID < messageID.rawValue
      else { return }
      let before = transaction.chat.lastSeenMessageID
      transaction.chat.lastSeenMessageID = messageID.rawValue
      try transaction.queueReadMark(seenBefore: before)
    }
  }
}

extension ChatRepository {
  /// Makes a message, and everything that arrived after it, unread again on this device.
  ///
  /// The other people are not told; the read marks that they have received stay.
  package func markUnread(
    _ chatID: ChatID, from messageID: MessageID
  ) async throws(ChatError) {
    try await change(chatID) { transaction in
      guard !transaction.chat.isInFirstFetch else { return }
      transaction.chat.lastSeenMessageID = min(
        transaction.chat.lastSeenMessageID, messageID.rawValue - 1)
    }
  }

  /// The emoji of this account's newest reactions, the most frequent first.
  package func recentEmoji(limit: Int) async throws(ChatError) -> [String] {
    let user = account.userRecordName
    return try await replica.read { db in
      try String.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT emoji FROM (
              SELECT id, emoji FROM reaction WHERE userID = ? AND NOT isRemoved AND changedBy IS NULL
              ORDER BY id DESC LIMIT 100)
            GROUP BY emoji ORDER BY count(*) DESC, max(id) DESC LIMIT ?
            """),
        arguments: [user, limit])
    }
  }

  /// The people who have read a message and those who have not, by account name; only people who have accepted count.
  package func readers(
    of messageID: MessageID
  ) async throws(ChatError) -> MessageReaders {
    try await replica.read { [account] db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT member.name, member.userRecordName AS user, EXISTS (
              SELECT 1 FROM readMark JOIN message AS mark
                ON mark.chatID = readMark.chatID AND mark.recordName = readMark.messageName
              WHERE readMark.chatID = member.chatID AND readMark.userID = member.userRecordName
                AND readMark.changedBy IS NULL
                AND (mark.timestamp, mark.recordName) >= (message.timestamp, message.recordName)
              ) AS hasRead
            FROM message JOIN member ON member.chatID = message.chatID
            WHERE message.id = ? AND member.status = 'ACCEPTED' AND member.userRecordName <> ?
              AND member.userRecordName <> message.senderID
            ORDER BY member.name COLLATE NOCASE
            """),
        arguments: [messageID.rawValue, account.userRecordName])
      var readers = MessageReaders()
      for row in rows {
        let name = PersonName.account(row["name"], of: row["user"], reader: account)
        if row["hasRead"] { readers.read.append(name) } else { readers.unread.append(name) }
      }
      return readers
    }
  }
}

extension ChatTransaction {
  /// Counts own messages that were just written as seen, if everything before them was.
  ///
  /// Not where a read mark is owed: only somebody who looks has read.
  mutating func seeOwn(_ messages: [MessageID]) throws {
    guard let first = messages.first, let last = messages.last else { return }
    let before = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(id) FROM message WHERE chatID = ? AND id < ?"),
      arguments: [chatID, first.rawValue])
    guard chat.lastSeenMessageID == before ?? 0 else { return }
    let seen = first.rawValue...last.rawValue
    if life.canWrite, try StoredReadMark.owed(db, chatID: chatID, by: user, among: seen) != nil {
      return
    }
    chat.lastSeenMessageID = last.rawValue
  }

  /// Queues a read mark at the last seen message of another person, after messages up to
  /// `lastSeenMessageID` were seen; earlier marks of this account are deleted.
  ///
  /// Never goes back. `before` is the `lastSeenMessageID` until now.
  mutating func queueReadMark(seenBefore before: Int64) throws {
    guard life.canWrite, before < chat.lastSeenMessageID,
      let (name, earlier) = try StoredReadMark.owed(
        db, chatID: chatID, by: user, among: before + 1...chat.lastSeenMessageID)
    else { return }
    // A mark of another device may be about a message that a later page brings. After the last page, a message that
    // is not here is in the cloud no more, and its mark says nothing.
    let isFeedRead = chat.hasChanges == 0
    for mark in earlier where mark.position != nil || isFeedRead {
      try withdrawReadMark(mark.recordName)
    }
    let mark = ReadMarkRecord(
      messageName: name, userID: user, readAt: Date(millisecondsSince1970: now))
    try mark.store(in: &self)
    try queue(mark.recordName, .mark(.readMark), priority: .low)
  }

  /// Deletes an older mark, here at once and in the cloud with the next batch.
  private func withdrawReadMark(_ recordName: String) throws {
    let pending = try StoredOutbox.fetch(db, chatID: chatID, recordName: recordName)
    if let pending, pending.operation == .save, pending.isUntouched {
      try clear(pending, because: .superseded)
    } else if pending?.operation != .delete {
      try queue(recordName, .mark(.readMark), .delete, priority: .low)
    }
    try ReadMarkRecord.delete(recordName, in: self)
  }
}
