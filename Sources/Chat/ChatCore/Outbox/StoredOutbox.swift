import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB
import SQLiteSupport
import SyncRules

/// The table `outbox`: all statements on it, and the parts that name it in statements on other
/// tables.
enum StoredOutbox {
  // MARK: - One row

  /// Queues an intent, or gives the row that waits for the same record a new generation.
  ///
  /// A record keeps its place in the queue, and the cloud's copy from which its first unsent change
  /// began; `ancestor` is that copy if this change is the first.
  static func enqueue(
    _ db: Database, chatID: Int64, recordName: String, kind: OutboxRow.Kind,
    operation: OutboxRow.Operation = .save, priority: OutboxRow.Priority = .urgent,
    ancestor: CloudRecord? = nil
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

  /// Queues new records, for which nothing waits yet, in this order.
  static func enqueue(
    _ db: Database, chatID: Int64, recordNames: [String], kind: OutboxRow.Kind
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO outbox (chatID, recordName, kind, operation, priority)
        SELECT ?, value, ?, ?, ? FROM json_each(?) ORDER BY key
        """
    ).execute(arguments: [
      chatID, kind.rawValue, OutboxRow.Operation.save.rawValue, OutboxRow.Priority.urgent.rawValue,
      recordNames.jsonText(),
    ])
  }

  static func fetch(_ db: Database, chatID: Int64, recordName: String) throws -> OutboxRow? {
    try OutboxRow.fetchOne(
      db.cachedStatement(sql: "\(OutboxRow.select) WHERE chatID = ? AND recordName = ?"),
      arguments: [chatID, recordName])
  }

  static func fetch(_ db: Database, sequence: Int64) throws -> OutboxRow? {
    try OutboxRow.fetchOne(
      db.cachedStatement(sql: "\(OutboxRow.select) WHERE sequence = ?"), arguments: [sequence])
  }

  // MARK: - The rows of a chat

  static func isEmpty(_ db: Database, chatID: Int64) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT NOT EXISTS (SELECT 1 FROM outbox WHERE chatID = ?)"),
      arguments: [chatID]) ?? true
  }

  static func hasWaiting(
    _ db: Database, chatID: Int64, priority: OutboxRow.Priority
  ) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM outbox
            WHERE chatID = ? AND priority = ? AND failure IS NULL)
          """),
      arguments: [chatID, priority.rawValue]) ?? false
  }

  /// Whether a message waits or has failed.
  static func hasMessage(_ db: Database, chatID: Int64) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM outbox WHERE chatID = ? AND kind = 'message')"),
      arguments: [chatID]) ?? false
  }

  static func all(_ db: Database, chatID: Int64) throws -> [OutboxRow] {
    try OutboxRow.fetchAll(
      db.cachedStatement(sql: "\(OutboxRow.select) WHERE chatID = ? ORDER BY sequence"),
      arguments: [chatID])
  }

  /// The waiting rows of a chat, in the order in which they are sent; at most `limit` rows.
  static func waiting(
    _ db: Database, chatID: Int64, selecting selection: OutboxSelection = .everything, limit: Int
  ) throws -> [OutboxRow] {
    let condition =
      switch selection {
      case .everything: ""
      case .urgent: "AND priority = 0"
      case .deletions: "AND operation = 'delete'"
      }
    return try OutboxRow.fetchAll(
      db.cachedStatement(
        sql: """
          \(OutboxRow.select) WHERE chatID = ? AND failure IS NULL \(condition)
          ORDER BY priority, sequence LIMIT ?
          """),
      arguments: [chatID, limit])
  }

  /// Those of `names` for which a row waits or has failed.
  static func names(
    _ db: Database, chatID: Int64, among names: [String]
  ) throws -> Set<String> {
    try String.fetchSet(
      db.cachedStatement(
        sql: """
          SELECT recordName FROM outbox
          WHERE chatID = ? AND recordName IN (SELECT value FROM json_each(?))
          """),
      arguments: [chatID, names.jsonText()])
  }

  /// The names of a chat's failed records, and of its messages whose files could not be uploaded.
  static func failedNames(_ db: Database, chatID: Int64) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT recordName FROM outbox WHERE chatID = :chat AND failure IS NOT NULL
          UNION
          SELECT recordName FROM message JOIN transfer ON messageID = message.id
          WHERE chatID = :chat AND direction = 'upload' AND failure IS NOT NULL
            AND deletedAt IS NULL
          ORDER BY recordName
          """), arguments: ["chat": chatID])
  }

  /// The places of the messages that wait in a chat, in order.
  static func queuedMessages(_ db: Database, chatID: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT sequence FROM outbox
          WHERE chatID = ? AND failure IS NULL AND kind = 'message' ORDER BY sequence
          """),
      arguments: [chatID])
  }

  /// Forgets the cloud's copies on which the failed changes of a chat are based: the cloud does not have them any more.
  static func forgetAncestorsOfFailed(_ db: Database, chatID: Int64) throws {
    try db.cachedStatement(
      sql: "UPDATE outbox SET ancestor = NULL WHERE chatID = ? AND failure IS NOT NULL"
    ).execute(arguments: [chatID])
  }

  /// Deletes what waits in a chat, except what has failed.
  static func deleteWaiting(_ db: Database, chatID: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM outbox WHERE chatID = ? AND failure IS NULL")
      .execute(arguments: [chatID])
  }

  // MARK: - Many rows

  /// The record names and generations of rows, by their places.
  static func identities(
    _ db: Database, of sequences: [Int64]
  ) throws -> [Int64: (recordName: String, generation: Int64)] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT sequence, recordName, generation FROM outbox
          WHERE sequence IN (SELECT value FROM json_each(?))
          """),
      arguments: [sequences.jsonText()])
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], ($0[1], $0[2])) })
  }

  static func delete(_ db: Database, sequences: [Int64]) throws {
    try db.cachedStatement(
      sql: "DELETE FROM outbox WHERE sequence IN (SELECT value FROM json_each(?))"
    ).execute(arguments: [sequences.jsonText()])
  }

  /// Marks rows as being on their way, each with its present generation.
  static func markInFlight(_ db: Database, sequences: [Int64]) throws {
    try db.cachedStatement(
      sql: """
        UPDATE outbox SET inFlight = generation
        WHERE sequence IN (SELECT value FROM json_each(?))
        """
    ).execute(arguments: [sequences.jsonText()])
  }

  /// Lets rows wait again that an earlier engine has sent; their outcome is not known.
  static func recover(_ db: Database) throws {
    try db.cachedStatement(
      sql: "UPDATE outbox SET inFlight = NULL, mayBeStored = 1 WHERE inFlight IS NOT NULL"
    ).execute()
  }

  /// A row with the values that a list of the outbox shows beside it.
  struct Listed: FetchableRecord {
    var row: OutboxRow
    var ownerName: String
    /// The text of a message.
    var text: String?
    var fileName: String?
    var message: OutboxItem.Message?
    /// When the newest intent was queued, in milliseconds; nil if the journal has forgotten it.
    var since: Int64?

    init(row: Row) throws {
      self.row = try OutboxRow(row: row)
      ownerName = row["ownerName"]
      text = row["text"]
      fileName = row["fileName"]
      since = row["since"]
      let id: Int64? = row["messageRow"]
      message = id.map { id in
        OutboxItem.Message(
          id: MessageID(rawValue: id),
          timestamp: Date(millisecondsSince1970: row["messageTimestamp"]))
      }
    }
  }

  /// The rows of a chat, or of all chats, in the order in which they are sent.
  static func list(_ db: Database, chatID: Int64?, limit: Int) throws -> [Listed] {
    try Listed.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(OutboxRow.columns), chat.ownerName, message.text, message.fileName,
            message.id AS messageRow, message.timestamp AS messageTimestamp,
            (SELECT max(at) FROM journal WHERE journal.chatID = outbox.chatID
              AND journal.recordName = outbox.recordName AND event = 'queued') AS since
          FROM outbox JOIN chat ON chat.id = outbox.chatID
          LEFT JOIN message ON outbox.kind = 'message' AND message.chatID = outbox.chatID
            AND message.recordName = outbox.recordName
          WHERE ? IS NULL OR outbox.chatID = ?
          ORDER BY outbox.chatID, outbox.failure IS NOT NULL, outbox.priority, outbox.sequence
          LIMIT ?
          """),
      arguments: [chatID, chatID, limit])
  }
}

/// Parts of statements about other tables.
extension StoredOutbox {
  /// A condition on a row of `table`, which has the columns `chatID` and `recordName`: nothing waits for its
  /// record, and nothing has failed.
  static func hasNone(for table: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM outbox
      WHERE outbox.chatID = \(table).chatID AND outbox.recordName = \(table).recordName)
    """
  }

  /// Joins each row of `message` with its row of the outbox, if there is one.
  static let joinedToMessage = """
    LEFT JOIN outbox
      ON outbox.chatID = message.chatID AND outbox.recordName = message.recordName
    """

  /// The keys of the chats in which something waits: one step into the index for each, however much waits.
  static let waitingChats = """
    SELECT id FROM (
      WITH RECURSIVE waiting (id) AS (
        SELECT min(chatID) FROM outbox WHERE failure IS NULL
        UNION ALL
        SELECT (SELECT min(chatID) FROM outbox WHERE failure IS NULL AND chatID > waiting.id)
        FROM waiting WHERE id IS NOT NULL)
      SELECT id FROM waiting)
    """

  /// Conditions on a row of `chat`, and counts of what it has.
  static func waits(_ priority: OutboxRow.Priority) -> String {
    """
    EXISTS (SELECT 1 FROM outbox
      WHERE chatID = chat.id AND failure IS NULL AND priority = \(priority.rawValue))
    """
  }
  static let makesOrDeletesZone =
    "EXISTS (SELECT 1 FROM outbox WHERE chatID = chat.id AND kind = 'zone')"
  static let queuedMessageCount = """
    (SELECT count(*) FROM outbox
      WHERE chatID = chat.id AND failure IS NULL AND kind = 'message')
    """
  static let queuedSince = """
    (SELECT max(timestamp, coalesce(editedAt, 0), coalesce(deletedAt, 0))
      FROM outbox CROSS JOIN message
        ON message.chatID = outbox.chatID AND message.recordName = outbox.recordName
      WHERE outbox.chatID = chat.id AND failure IS NULL AND kind = 'message'
      ORDER BY priority, sequence LIMIT 1)
    """
  static let failedCount =
    "(SELECT count(*) FROM outbox WHERE chatID = chat.id AND failure IS NOT NULL)"

  /// The columns `failure` and `priority` of every row.
  static let everyFailure = "SELECT failure, priority FROM outbox"
}

extension OutboxRow: FetchableRecord {
  /// The columns of a statement whose rows `init(row:)` reads.
  fileprivate static let columns = """
    outbox.sequence, outbox.chatID, outbox.recordName, outbox.kind, outbox.operation,
    outbox.priority, outbox.generation, outbox.inFlight, outbox.mayBeStored, outbox.ancestor,
    outbox.failure
    """

  fileprivate static let select = "SELECT \(columns) FROM outbox"

  /// Reads the columns by hand and by position: the general decoder takes several times as long, and finding them by
  /// name costs more than reading them.
  init(row: Row) throws {
    self.init(
      sequence: row[0], chatID: row[1], recordName: row[2], kind: try row.decode(atIndex: 3),
      operation: try row.decode(atIndex: 4), priority: try row.decode(atIndex: 5),
      generation: row[6], inFlight: row[7], mayBeStored: row[8], ancestor: row[9],
      failure: row[10])
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

  /// Queues a failed row again.
  func retry(_ db: Database) throws {
    try db.cachedStatement(
      sql: """
        UPDATE outbox SET failure = NULL, generation = generation + 1 WHERE sequence = ?
        """
    ).execute(arguments: [sequence])
  }

  /// The row is not on its way any more.
  func land(_ db: Database, mayBeStored: Bool) throws {
    try db.cachedStatement(
      sql: "UPDATE outbox SET inFlight = NULL, mayBeStored = mayBeStored OR ? WHERE sequence = ?"
    ).execute(arguments: [mayBeStored, sequence])
  }

  /// Remembers the cloud's copy as the one on which the local change is based.
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

  /// Forgets the cloud's copy, because the cloud does not have it any more.
  func forgetAncestor(_ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE outbox SET ancestor = NULL WHERE sequence = ?")
      .execute(arguments: [sequence])
  }

  /// The cloud's copy on which the local change is based.
  func ancestorRecord(in zoneID: RecordZoneID) throws -> CloudRecord? {
    try ancestor.flatMap { try Ancestor.decoded($0, in: zoneID) }
  }
}

extension OutboxRow.Kind: DatabaseValueConvertible {}
extension OutboxRow.Operation: DatabaseValueConvertible {}
extension OutboxRow.Priority: DatabaseValueConvertible {}
