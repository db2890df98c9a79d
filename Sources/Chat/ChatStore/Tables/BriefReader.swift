package import GRDB
import SQLiteSupport
import Synchronization

/// A connection for readings of a few rows on the calling thread, beside those of a pool.
///
/// A pool has lent its few connections also to tasks that wait for a thread in order to go on. Whoever keeps a thread
/// while waiting for such a connection may keep the very thread that its user waits for, and then nothing goes on any
/// more. Here one waits at most for a reading that another thread is doing.
package final class BriefReader: Sendable {
  private let path: String
  private let configuration: Configuration
  /// Opened by the first reading: most commands have none.
  private let connection = Mutex<DatabaseQueue?>(nil)

  /// A reader of the database that this pool is for.
  package init(of pool: DatabasePool) {
    path = pool.path
    var configuration = pool.configuration
    // Not read-only for SQLite: the last connection to close writes the log back, and it may be this one.
    // A few rows need few pages.
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA query_only = 1; PRAGMA cache_size = -512")
    }
    self.configuration = configuration
  }

  /// Reads one state of the database, on the calling thread.
  ///
  /// Throws the errors of GRDB, and what `value` throws.
  package func read<Value>(_ value: (Database) throws -> Value) throws -> Value {
    let connection = try connection.withLock { known in
      if let known { return known }
      let new = try DatabaseQueue(path: path, configuration: configuration)
      known = new
      return new
    }
    return try connection.unsafeRead { try $0.readOneState(value) }
  }
}
