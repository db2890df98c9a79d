import CloudModel
import CloudSync
import GRDB

/// Rows of `outbox`: what is to be sent, by reference to the data it speaks of.
struct StoredOutbox: Decodable, FetchableRecord, Sendable {
  /// What a row speaks of, in the order in which a new chat needs them.
  enum Kind: String, Codable, Sendable {
    case zone, share, session, message
  }

  var sequence: Int64
  var chatID: Int64
  var recordName: String
  var kind: Kind
  var generation: Int64
  var ancestor: String?
  var failure: String?

  /// Queues an intent, or makes one that waits for the same record younger.
  ///
  /// A record keeps its place in
  /// the queue, and the value from which its first unsent change began.
  static func enqueue(
    _ db: Database, chatID: Int64, recordName: String, kind: Kind, ancestor: String? = nil
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO outbox (chatID, recordName, kind, ancestor) VALUES (?, ?, ?, ?)
        ON CONFLICT (chatID, recordName) DO UPDATE SET
          generation = generation + 1, failure = NULL,
          ancestor = CASE WHEN failure IS NULL
            THEN coalesce(ancestor, excluded.ancestor) ELSE excluded.ancestor END
        """
    ).execute(arguments: [chatID, recordName, kind.rawValue, ancestor])
  }

  static func fetch(_ db: Database, chatID: Int64, recordName: String) throws -> StoredOutbox? {
    try fetchOne(
      db.cachedStatement(sql: "SELECT * FROM outbox WHERE chatID = ? AND recordName = ?"),
      arguments: [chatID, recordName])
  }

  /// Takes the row out of the queue, unless a younger intent has come since `generation` was sent.
  static func clear(_ db: Database, sequence: Int64, generation: Int64) throws -> Bool {
    try db.cachedStatement(sql: "DELETE FROM outbox WHERE sequence = ? AND generation = ?")
      .execute(arguments: [sequence, generation])
    return db.changesCount > 0
  }

  /// Takes the row out of the queue whatever its generation.
  func clear(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM outbox WHERE sequence = ?", arguments: [sequence])
  }

  /// Remembers the cloud's value as the one from which our change begins.
  func rebase(_ db: Database, on ancestor: String) throws {
    try db.execute(
      sql: "UPDATE outbox SET ancestor = ? WHERE sequence = ?", arguments: [ancestor, sequence])
  }

  static func fail(_ db: Database, sequence: Int64, generation: Int64, reason: String) throws {
    try db.cachedStatement(
      sql: "UPDATE outbox SET failure = ? WHERE sequence = ? AND generation = ?"
    ).execute(arguments: [reason, sequence, generation])
  }

  static func hasWaiting(_ db: Database, chatID: Int64) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: "SELECT EXISTS (SELECT 1 FROM outbox WHERE chatID = ? AND failure IS NULL)",
      arguments: [chatID]) ?? false
  }
}
