package import ChatModel
import Foundation
package import GRDB
import SQLiteSupport

/// The full-text index over the texts of messages and the names of their files.
///
/// Invariants:
/// 1. A search finds every message: it completes the index first, or reads the missing messages. The engine
///    completes the index too, in the transaction that says that everything is up to date.
/// 2. A message in the index is there with its present text (`SearchableText`): triggers apply edits and
///    deletions.
/// 3. After each transaction, fewer than `portion` messages, the newest ones, are not in the index.
///
/// New messages are added many at a time, because the index writes a segment of its own for each addition and
/// then merges them. A message is in the index if FTS5 has stored its length. Messages newer than the newest
/// of these are still to be added, since rows are numbered in the order of arrival.
///
/// Source: <https://www.sqlite.org/fts5.html#fts5_data_structures>.
package enum SearchIndex {
  private static let portion: Int64 = 5_000

  /// Adds the missing messages if there are many; call it at the end of each transaction.
  package static func addIfManyAreMissing(_ db: Database) throws {
    let range = try missing(db)
    if Int64(range.count) >= portion { try add(range, db) }
  }

  /// Adds all missing messages.
  package static func complete(_ db: Database) throws { try add(missing(db), db) }

  /// Whether every message is in the index.
  package static func isComplete(_ db: Database) throws -> Bool { try missing(db).isEmpty }

  /// The messages that are not in the index and are found by `words`; for a replica that cannot be written.
  package static func scan(_ db: Database, for words: String) throws -> [Int64] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT id, text, fileName FROM message WHERE id >= ?"),
      arguments: [try missing(db).lowerBound])
    var found: [Int64] = []
    while let row = try rows.next() {
      if SearchableText.matches(words, text: row["text"], fileName: row["fileName"]) {
        found.append(row["id"])
      }
    }
    return found
  }

  /// The newest messages, at most `limit`, that have the literal words of a search and are found by its pattern, if
  /// any.
  ///
  /// Reads texts until it has so many: of all messages, where the search has nothing for the index.
  package static func literal(
    _ db: Database, _ words: SearchedWords, _ pattern: String?, limit: Int
  ) throws -> [Int64] {
    var conditions = ["deletedAt IS NULL"]
    var arguments: [String] = []
    if let pattern {
      conditions.append("id IN (SELECT rowid FROM messageText WHERE messageText MATCH ?)")
      arguments.append(pattern)
    }
    // SQLite looks for bytes faster than Swift for letters.
    for signs in words.signs {
      conditions.append("(instr(text, ?) OR instr(fileName, ?))")
      arguments += [signs, signs]
    }
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT id, text, fileName FROM message WHERE \(conditions.joined(separator: " AND "))
          ORDER BY id DESC
          """), arguments: StatementArguments(arguments))
    var found: [Int64] = []
    while found.count < limit, let row = try rows.next() {
      let texts: [String?] = [row["text"], row["fileName"]]
      if words.areLiterally(in: texts.compactMap(\.self)) { found.append(row["id"]) }
    }
    return found
  }

  /// Removes messages from the index, before they get other numbers.
  static func remove(_ ids: [Int64], _ db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO messageText (messageText, rowid, text)
        SELECT 'delete', message.id, searchable(text, fileName)
        FROM json_each(?) AS number
          CROSS JOIN messageText_docsize AS indexed ON indexed.id = number.value
          CROSS JOIN message ON message.id = number.value
        """
    ).execute(arguments: [ids.jsonText()])
  }

  /// The numbers of messages that are not in the index.
  private static func missing(_ db: Database) throws -> Range<Int64> {
    let newest = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM message")) ?? 0
    let indexed = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(id) FROM messageText_docsize"))
    let first = (indexed ?? 0) + 1
    return first..<max(first, newest + 1)
  }

  private static func add(_ range: Range<Int64>, _ db: Database) throws {
    guard !range.isEmpty else { return }
    try db.cachedStatement(
      sql: """
        INSERT INTO messageText (rowid, text)
        SELECT id, searchable(text, fileName) FROM message WHERE id >= ?
        """
    ).execute(arguments: [range.lowerBound])
  }
}
