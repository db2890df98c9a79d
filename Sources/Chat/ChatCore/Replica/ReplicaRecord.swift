import ChatModel
import ChatStore
import CloudModel
import GRDB

/// A record of a chat that has a row of its own in the replica.
protocol ReplicaRecord: ChatRecord {
  /// The table that holds its rows.
  static var table: String { get }
  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self?
  /// Writes the record to the replica, with the transaction's `recordEpoch` where the row has an epoch.
  func store(in transaction: inout ChatTransaction) throws
  static func delete(_ recordName: String, in transaction: ChatTransaction) throws
}

extension ReplicaRecord {
  static func delete(_ recordName: String, in transaction: ChatTransaction) throws {
    try transaction.delete(recordName, from: table)
  }
}

extension SessionRecord: ReplicaRecord {
  static let table = "chat"

  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self? {
    try transaction.chat.session()
  }

  func store(in transaction: inout ChatTransaction) throws { try transaction.chat.take(self) }

  /// A chat without a session keeps its name.
  static func delete(_ recordName: String, in transaction: ChatTransaction) throws {}
}

extension MessageRecord: ReplicaRecord {
  static let table = "message"

  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self? {
    try StoredMessage.fetch(transaction.db, chatID: transaction.chatID, recordName: recordName)
  }

  func store(in transaction: inout ChatTransaction) throws { try transaction.store([self]) }
}

extension ChatSettingsRecord: ReplicaRecord {
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

extension BlockedPersonRecord: ReplicaRecord {
  static let table = "blockedPerson"

  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self? {
    try StoredBlockedPerson.fetch(
      transaction.db, chatID: transaction.chatID, recordName: recordName)
  }

  func store(in transaction: inout ChatTransaction) throws {
    try StoredBlockedPerson.upsert(
      transaction.db, self, chatID: transaction.chatID, epoch: transaction.recordEpoch)
  }
}

extension ChatTransaction {
  /// Tables of records that come and go by their names.
  static let recordTables =
    [MessageRecord.table] + MarkKind.allCases.map { $0.type.table }
    + [ChatSettingsRecord.table, BlockedPersonRecord.table, "parkedRecord"]

  func delete(_ recordName: String, from table: String) throws {
    try db.cachedStatement(sql: "DELETE FROM \(table) WHERE chatID = ? AND recordName = ?")
      .execute(arguments: [chatID, recordName])
  }
}
