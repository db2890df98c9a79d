import ChatModel
import CloudModel
import Foundation
import GRDB
import SQLiteSupport

/// The replica's log: what became of everything that is sent, and what happened to the engine.
///
/// Bounded; it answers "why is this not sent", and every window and command can follow it.
enum Journal {
  /// Entries that are kept.
  static let limit = 20_000
  /// The number of entries that are removed together.
  private static let slack = 500

  static func note(
    _ db: Database, _ kind: JournalEntry.Kind, chatID: Int64? = nil, recordName: String? = nil,
    detail: String? = nil, at time: Int64
  ) throws {
    try db.cachedStatement(
      sql: "INSERT INTO journal (at, chatID, recordName, event, detail) VALUES (?, ?, ?, ?, ?)"
    ).execute(arguments: [time, chatID, recordName, kind.rawValue, detail])
    try bound(db, added: 1)
  }

  /// The same about many records.
  static func note(
    _ db: Database, _ kind: JournalEntry.Kind, chatID: Int64, recordNames: [String],
    at time: Int64
  ) throws {
    guard !recordNames.isEmpty else { return }
    try db.cachedStatement(
      sql: """
        INSERT INTO journal (at, chatID, recordName, event)
        SELECT ?, ?, value, ? FROM json_each(?)
        """
    ).execute(arguments: [time, chatID, kind.rawValue, recordNames.jsonText()])
    try bound(db, added: recordNames.count)
  }

  /// Removes the oldest entries, some together.
  private static func bound(_ db: Database, added count: Int) throws {
    let id = db.lastInsertedRowID
    guard id % Int64(slack) < count else { return }
    try db.cachedStatement(sql: "DELETE FROM journal WHERE id <= ?").execute(arguments: [
      id - Int64(limit)
    ])
  }

  /// Entries after `id`, oldest first.
  static func entries(
    _ db: Database, after id: Int64, chatID: Int64? = nil, recordName: String? = nil, limit: Int
  ) throws -> [JournalEntry] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT * FROM journal
          WHERE id > ? AND (? IS NULL OR chatID = ?) AND (? IS NULL OR recordName = ?)
          ORDER BY id LIMIT ?
          """),
      arguments: [id, chatID, chatID, recordName, recordName, limit]
    ).compactMap(entry)
  }

  /// The number of the newest entry; zero where there is none.
  static func newestID(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM journal")) ?? 0
  }

  /// When something happened the last time; nil if no entry that is kept says so.
  static func newest(_ db: Database, _ kind: JournalEntry.Kind) throws -> Date? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT at FROM journal WHERE event = ? ORDER BY id DESC LIMIT 1"),
      arguments: [kind.rawValue]
    ).map { Date(millisecondsSince1970: $0) }
  }

  private static func entry(_ row: Row) -> JournalEntry? {
    guard let kind = JournalEntry.Kind(rawValue: row["event"]) else { return nil }
    let chatID: Int64? = row["chatID"]
    return JournalEntry(
      id: row["id"], time: Date(millisecondsSince1970: row["at"]), kind: kind,
      chatID: chatID.map(ChatID.init), recordName: row["recordName"], detail: row["detail"])
  }
}
