import ChatModel
import ChatStore
import CloudModel
import CloudSync
import GRDB

/// A record of a chat that has a row of its own in the replica.
protocol StoredRecord: ChatRecord {
  /// The table that holds its rows.
  static var table: String { get }
  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self?
  /// Writes the record to the replica, with the transaction's `recordEpoch` where the row has an epoch.
  func store(in transaction: inout ChatTransaction) throws
  static func delete(_ recordName: String, in transaction: ChatTransaction) throws
}

extension StoredRecord {
  static func delete(_ recordName: String, in transaction: ChatTransaction) throws {
    try transaction.delete(recordName, from: table)
  }
}

extension StoredRecord where Self: MarkRecord {
  /// The record here with the same contents as this one, under any of the possible names.
  ///
  /// A record that has one of these names may have other contents: the first name of another record can be the same as
  /// a later name of this one.
  func known(in transaction: ChatTransaction) throws -> Self? {
    let names = try String.fetchAll(
      transaction.db.cachedStatement(
        sql: """
          SELECT recordName FROM json_each(?) AS name
            CROSS JOIN \(Self.table) ON chatID = ? AND recordName = name.value
          """),
      arguments: [possibleNames.jsonText(), transaction.chatID])
    for name in names {
      if let known = try Self.fetch(name, in: transaction), known.firstName == firstName {
        return known
      }
    }
    return nil
  }
}

extension SessionRecord: StoredRecord {
  static let table = "chat"

  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self? {
    try transaction.chat.session()
  }

  func store(in transaction: inout ChatTransaction) throws { try transaction.chat.take(self) }

  /// A chat without a session keeps its name.
  static func delete(_ recordName: String, in transaction: ChatTransaction) throws {}
}

extension MessageRecord: StoredRecord {
  static let table = "message"

  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self? {
    try StoredMessage.fetch(transaction.db, chatID: transaction.chatID, recordName: recordName)
  }

  func store(in transaction: inout ChatTransaction) throws { try transaction.store([self]) }
}

extension ReactionRecord: StoredRecord {
  static let table = "reaction"

  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self? {
    try StoredReaction.fetch(transaction.db, chatID: transaction.chatID, recordName: recordName)
  }

  func store(in transaction: inout ChatTransaction) throws {
    try StoredReaction.upsert(
      transaction.db, self, chatID: transaction.chatID, epoch: transaction.recordEpoch)
  }
}

extension ReadMarkRecord: StoredRecord {
  static let table = "readMark"

  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self? {
    try StoredReadMark.fetch(transaction.db, chatID: transaction.chatID, recordName: recordName)
  }

  func store(in transaction: inout ChatTransaction) throws {
    try StoredReadMark.upsert(
      transaction.db, self, chatID: transaction.chatID, epoch: transaction.recordEpoch)
    if userID != transaction.user {
      try StoredReadMark.trim(transaction.db, chatID: transaction.chatID, userID: userID)
    }
  }
}

extension ChatTransaction {
  /// Tables of records that come and go by their names.
  static let recordTables = [
    MessageRecord.table, ReactionRecord.table, ReadMarkRecord.table, MessagePinRecord.table,
    ChatSettingsRecord.table, "parkedRecord",
  ]

  func delete(_ recordName: String, from table: String) throws {
    try db.cachedStatement(sql: "DELETE FROM \(table) WHERE chatID = ? AND recordName = ?")
      .execute(arguments: [chatID, recordName])
  }

  /// Takes in a read mark of the cloud's.
  ///
  /// A mark is a place in the order of time: another device of this account has seen the messages up to there. A mark
  /// that is here already does not cover a message with an earlier time that has arrived since: nobody has seen it.
  mutating func absorbReadMark(
    _ mark: ReadMarkRecord, _ record: CloudRecord, _ entry: OutboxEntry.ID?
  ) throws {
    let isOwn = mark.userID == user && mark.changedBy == nil
    let wasHere = try isOwn && ReadMarkRecord.fetch(mark.recordName, in: self) != nil
    try absorb(mark, record, entry)
    guard isOwn, !wasHere, try ReadMarkRecord.fetch(mark.recordName, in: self) != nil else {
      return
    }
    try seeWhatWasRead(through: mark.messageName)
  }

  /// Marks as seen what another device of this account has read.
  private mutating func seeWhatWasRead(through messageName: String) throws {
    guard chat.lastSeenMessageID != StoredChat.firstFetch else { return }
    // Only messages that are unread can become seen; the others would be walked past for every mark.
    let seen = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id FROM message INDEXED BY message_byArrival
          WHERE chatID = ? AND id > ? AND (timestamp, recordName) <= (
            SELECT timestamp, recordName FROM message WHERE chatID = ? AND recordName = ?)
          ORDER BY id DESC LIMIT 1
          """),
      arguments: [chatID, chat.lastSeenMessageID, chatID, messageName])
    if let seen { chat.lastSeenMessageID = seen }
  }
}

extension MessagePinRecord: StoredRecord {
  static let table = "messagePin"

  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self? {
    try StoredPin.fetch(transaction.db, chatID: transaction.chatID, recordName: recordName)
  }

  func store(in transaction: inout ChatTransaction) throws {
    try StoredPin.upsert(
      transaction.db, self, chatID: transaction.chatID, epoch: transaction.recordEpoch)
  }
}

extension ChatSettingsRecord: StoredRecord {
  static let table = "chatSettings"

  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self? {
    try StoredChatSettings.fetch(
      transaction.db, chatID: transaction.chatID, recordName: recordName)
  }

  func store(in transaction: inout ChatTransaction) throws {
    try StoredChatSettings.upsert(
      transaction.db, self, chatID: transaction.chatID, epoch: transaction.recordEpoch)
  }
}
