import GRDB

/// The full-text index over the texts of messages.
///
/// Invariants:
/// 1. Whoever searches finds every message, and where the status says that everything is up to date, so
///    is the index.
/// 2. A message that is in the index is there with the text that it has: edits and deletions follow by
///    triggers.
/// 3. At most `portion` messages are not in it yet, the newest ones.
///
/// New messages are added many at a time, because the index writes a segment of its own for each
/// addition and then merges them. A message is in the index where FTS5 knows how long it is; what is
/// newer than the newest of these has yet to be added, since rows are numbered as they come.
///
/// Source: <https://www.sqlite.org/fts5.html#fts5_data_structures>.
enum SearchIndex {
  private static let portion: Int64 = 5_000

  /// Adds new messages where there are many; to be called at the end of each transaction.
  static func follow(_ db: Database) throws {
    let range = try missing(db)
    if Int64(range.count) >= portion { try add(range, db) }
  }

  static func complete(_ db: Database) throws { try add(missing(db), db) }

  static func isComplete(_ db: Database) throws -> Bool { try missing(db).isEmpty }

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
      sql: "INSERT INTO messageText (rowid, text) SELECT id, text FROM message WHERE id >= ?"
    ).execute(arguments: [range.lowerBound])
  }
}
