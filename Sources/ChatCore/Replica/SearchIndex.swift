import GRDB

/// The full-text index over the texts of messages.
///
/// Invariant: at the end of every transaction each message is in it, with the text that it has.
///
/// New messages are added all at once; edits and deletions follow by triggers. A message is in the index
/// where FTS5 knows how long it is: what is newer than the newest of these has yet to be added, since
/// rows of messages are numbered as they come.
///
/// Source: <https://www.sqlite.org/fts5.html#fts5_data_structures>.
enum SearchIndex {
  static func addNewMessages(_ db: Database) throws {
    let newest = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM message")) ?? 0
    let indexed =
      try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM messageText_docsize")) ?? 0
    guard newest > indexed else { return }
    try db.cachedStatement(
      sql: "INSERT INTO messageText (rowid, text) SELECT id, text FROM message WHERE id > ?"
    ).execute(arguments: [indexed])
  }
}
