import ChatModel
import CloudModel
import CloudSync
import Foundation
import GRDB

/// Rows of `outbox`: what is to be sent, by reference to the data it speaks of.
///
/// A row leaves for four reasons only: acknowledged, superseded, cancelled by the user, or failed for good
/// with a reason that is kept.
struct StoredOutbox: FetchableRecord, Sendable {
  /// What a row speaks of, in the order in which a new chat needs them.
  enum Kind: String, DatabaseValueConvertible, Sendable {
    case zone, share, session, message, reaction, readMark
    /// A record of a type that this version does not know; its name in replicas is older.
    case unknown = "parked"
  }

  enum Operation: String, DatabaseValueConvertible, Sendable {
    case save, delete
  }

  /// How long a row may be kept waiting for others.
  enum Priority: Int, DatabaseValueConvertible, Sendable {
    case urgent = 0
    /// Read marks and the like: first to be left out when the cloud is busy.
    case low = 1
  }

  var sequence: Int64
  var chatID: Int64
  var recordName: String
  var kind: Kind
  var operation: Operation
  var priority: Priority
  var generation: Int64
  var inFlight: Int64?
  var mayBeStored: Bool
  var ancestor: Data?
  var failure: String?

  /// By hand, because there are many: the general decoder takes several times as long.
  init(row: Row) throws {
    sequence = row["sequence"]
    chatID = row["chatID"]
    recordName = row["recordName"]
    kind = try row.decode(forColumn: "kind")
    operation = try row.decode(forColumn: "operation")
    priority = try row.decode(forColumn: "priority")
    generation = row["generation"]
    inFlight = row["inFlight"]
    mayBeStored = row["mayBeStored"]
    ancestor = row["ancestor"]
    failure = row["failure"]
  }

  /// Whether no generation of it can have reached the cloud.
  var isUntouched: Bool { !mayBeStored && inFlight == nil }

  /// Queues an intent, or gives the row that waits for the same record a new generation.
  ///
  /// A record keeps its place in the queue, and the cloud's copy from which its first unsent change
  /// began; `ancestor` is that copy if this change is the first.
  static func enqueue(
    _ db: Database, chatID: Int64, recordName: String, kind: Kind, operation: Operation = .save,
    priority: Priority = .urgent, ancestor: CloudRecord? = nil
  ) throws {
    let ancestor = try ancestor.map(Ancestor.encoded)
    try db.cachedStatement(
      sql: """
        INSERT INTO outbox (chatID, recordName, kind, operation, priority, ancestor)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (chatID, recordName) DO UPDATE SET
          generation = generation + 1, operation = excluded.operation, failure = NULL,
          priority = min(priority, excluded.priority),
          ancestor = coalesce(ancestor, excluded.ancestor)
        """
    ).execute(arguments: [
      chatID, recordName, kind.rawValue, operation.rawValue, priority.rawValue, ancestor,
    ])
  }

  static func fetch(_ db: Database, chatID: Int64, recordName: String) throws -> StoredOutbox? {
    try fetchOne(
      db.cachedStatement(sql: "SELECT * FROM outbox WHERE chatID = ? AND recordName = ?"),
      arguments: [chatID, recordName])
  }

  static func fetch(_ db: Database, sequence: Int64) throws -> StoredOutbox? {
    try fetchOne(
      db.cachedStatement(sql: "SELECT * FROM outbox WHERE sequence = ?"), arguments: [sequence])
  }

  /// Takes the row out of the queue.
  func clear(_ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM outbox WHERE sequence = ?")
      .execute(arguments: [sequence])
  }

  func fail(_ db: Database, reason: String) throws {
    try db.cachedStatement(
      sql: "UPDATE outbox SET failure = ?, inFlight = NULL WHERE sequence = ?"
    ).execute(arguments: [reason, sequence])
  }

  /// Remembers the cloud's copy as the one from which our change begins.
  func rebase(_ db: Database, on ancestor: CloudRecord) throws {
    try db.cachedStatement(
      sql: "UPDATE outbox SET ancestor = ?, inFlight = NULL, mayBeStored = 1 WHERE sequence = ?"
    ).execute(arguments: [try Ancestor.encoded(ancestor), sequence])
  }

  /// Remembers the cloud's copy, which is restored if the cloud refuses the deletion.
  func remember(_ db: Database, _ record: CloudRecord) throws {
    try db.cachedStatement(sql: "UPDATE outbox SET ancestor = ? WHERE sequence = ?")
      .execute(arguments: [try Ancestor.encoded(record), sequence])
  }

  static func hasWaiting(_ db: Database, chatID: Int64, priority: Priority) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM outbox
            WHERE chatID = ? AND priority = ? AND failure IS NULL)
          """),
      arguments: [chatID, priority.rawValue]) ?? false
  }

  /// The cloud's copy from which a change began.
  func ancestorRecord(in zoneID: RecordZoneID) throws -> CloudRecord? {
    try ancestor.flatMap { try Ancestor.decoded($0, in: zoneID) }
  }
}

/// The stored form of a record: as the ancestor of a change, or because its type is unknown.
enum Ancestor {
  static func encoded(_ record: CloudRecord) throws -> Data {
    try JSONEncoder().encode(WireRecord(record))
  }

  static func decoded(_ data: Data, in zoneID: RecordZoneID) throws -> CloudRecord? {
    try JSONDecoder().decode(WireRecord.self, from: data).record(in: zoneID)
  }
}
