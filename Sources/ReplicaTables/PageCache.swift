import CMemory
package import GRDB
import GRDBSQLite

/// The pages of a replica that a connection keeps in memory.
package enum PageCache {
  /// Our choice: more than the work on single messages touches.
  private static let restingBytes: Int32 = 4 << 20

  /// Frees the pages that a bulk of changes has left, and keeps a small cache as it is; the next bulk fills it again.
  ///
  /// - Parameter db: the connection, which may be in a transaction.
  /// - Returns: whether pages were freed, so that it is worthwhile to `giveBack()`.
  /// - Throws: errors of SQLite.
  package static func shrink(_ db: Database) throws -> Bool {
    var (bytes, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_CACHE_USED, &bytes, &highest, 0)
    guard bytes > restingBytes else { return false }
    try db.execute(sql: "PRAGMA shrink_memory")
    return true
  }

  /// Gives freed memory back to the system: the allocator would keep it, because other memory lies behind it.
  package static func giveBack() { cmemory_return_freed_pages() }
}
