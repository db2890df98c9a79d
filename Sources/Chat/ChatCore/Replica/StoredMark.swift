import ChatModel
import ChatStore
import CloudModel
import CloudSync
import Foundation
import GRDB
import SQLiteSupport

/// A mark that has a row of its own in the replica.
protocol StoredMark: MarkRecord, ReplicaRecord {
  /// The table of its rows.
  static var rows: MarkTable<Self> { get }
  /// The column with the account that sends the mark again if the cloud has lost it.
  static var author: String { get }
}

extension MarkKind {
  /// The list of all marks: outbox, tables, the reader of changes, merges and the sweep go by it.
  var type: any StoredMark.Type {
    switch self {
    case .reaction: ReactionRecord.self
    case .readMark: ReadMarkRecord.self
    case .pin: MessagePinRecord.self
    }
  }

  /// The kind of mark with this record type; nil if the type is none of a mark.
  init?(recordType: String) {
    guard let kind = Self.allCases.first(where: { $0.type.recordType == recordType }) else {
      return nil
    }
    self = kind
  }
}

extension ReactionRecord: StoredMark {
  static let rows = MarkTable<ReactionRecord>(
    "reaction", fixedColumns: ["userID", "emoji"]
  ) { row in
    ReactionRecord(
      messageName: row["messageName"], userID: row["userID"], emoji: row["emoji"],
      changedAt: .distantPast, isRemoved: false)
  }
  static let author = "userID"
}

extension ReadMarkRecord: StoredMark {
  static let rows = MarkTable<ReadMarkRecord>(
    "readMark", timeColumn: "readAt", fixedColumns: ["userID"]
  ) { row in
    ReadMarkRecord(messageName: row["messageName"], userID: row["userID"], readAt: .distantPast)
  }
  static let author = "userID"

  func store(in transaction: inout ChatTransaction) throws {
    try storeRow(in: transaction)
    if userID != transaction.user {
      try StoredReadMark.trim(transaction.db, chatID: transaction.chatID, userID: userID)
    }
  }
}

extension MessagePinRecord: StoredMark {
  static let rows = MarkTable<MessagePinRecord>("messagePin", fixedColumns: []) { row in
    MessagePinRecord(
      messageName: row["messageName"], changedAt: .distantPast, isRemoved: false, changedBy: nil)
  }
  static let author = "changedBy"
}

extension StoredMark {
  static var table: String { rows.name }

  static func fetch(_ recordName: String, in transaction: ChatTransaction) throws -> Self? {
    try rows.fetch(transaction.db, chatID: transaction.chatID, recordName: recordName)
  }

  func store(in transaction: inout ChatTransaction) throws { try storeRow(in: transaction) }

  /// Writes the row of the mark alone.
  func storeRow(in transaction: ChatTransaction) throws {
    try Self.rows.upsert(
      transaction.db, self, chatID: transaction.chatID, epoch: transaction.recordEpoch)
  }

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

extension ChatTransaction {
  /// Sets a mark of this account, or takes it back if it says that it is removed; queues it if that changes anything.
  mutating func set<M: StoredMark>(_ wanted: M) throws {
    var mark = wanted
    let known = try mark.known(in: self)
    // A mark that somebody else has changed does not count as present.
    let isThere = known.map { !$0.isRemoved && !$0.isForeign } ?? false
    guard isThere == mark.isRemoved else { return }
    if let known {
      mark.recordName = known.recordName
      mark.changeTag = known.changeTag
      mark.unknownFields = known.unknownFields
      mark.changedAt = max(mark.changedAt, known.changedAt.addingTimeInterval(0.001))
    }
    let pending = try pending(mark.recordName)
    if mark.isRemoved, let pending, pending.isUntouched, mark.changeTag == nil,
      try isOfThisEpoch(mark.recordName, in: M.table)
    {
      try clear(pending, because: .cancelled)
      return try M.delete(mark.recordName, in: self)
    }
    try mark.store(in: &self)
    try queue(
      mark.recordName, .mark(M.kind),
      changing: pending == nil ? known?.record(ofCloud: self) : nil)
  }

  /// Takes in a mark of the cloud's.
  ///
  /// A read mark is a place in the order of time: another device of this account has seen the messages up to there. A
  /// read mark that is here already does not cover a message with an earlier time that has arrived since: nobody has
  /// seen it.
  mutating func absorbMark<M: StoredMark>(
    _ type: M.Type, _ record: CloudRecord, _ entry: OutboxEntry.ID?
  ) throws {
    guard let mark = M(record) else { return try disown(record, in: M.table) }
    if M.canBeTakenBack, try !counts(mark) { return try keepUnknown(record) }
    let isNews =
      try M.kind == .readMark && mark.owner == user && !mark.isForeign
      && M.fetch(mark.recordName, in: self) == nil
    try absorb(mark, record, entry)
    guard isNews, try M.fetch(mark.recordName, in: self) != nil,
      let message = try MessageRecord.fetch(mark.messageName, in: self)
    else { return }
    try see(
      through: ReadPosition(
        timestamp: message.timestamp.millisecondsSince1970, recordName: message.recordName))
  }
}
