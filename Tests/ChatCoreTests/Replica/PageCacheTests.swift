import ChatModel
import Foundation
import GRDB
import GRDBSQLite
import TestSupport
import Testing

@testable import ChatCore

/// The memory that a bulk of changes takes in a connection, and keeps.
struct PageCacheTests {
  @Test func `a replica keeps a few megabytes of its pages in memory`() async throws {
    try await withTemporaryDirectory { directory in
      let replica = try Replica(
        directory: directory, account: Account(userRecordName: "_alice", name: "alice"),
        now: TestTime().now)
      try await replica.write { try $0.execute(sql: "CREATE TABLE bulk (text BLOB)") }
      for _ in 0..<2 {
        try await replica.write { db in
          for _ in 0..<200 { try db.execute(sql: "INSERT INTO bulk VALUES (zeroblob(50000))") }
        }
      }
      let cached = try await replica.write { Self.cachedBytes($0) }
      #expect((1 << 20)...(5 << 20) ~= cached)
    }
  }

  private static func cachedBytes(_ db: Database) -> Int32 {
    var (bytes, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_CACHE_USED, &bytes, &highest, 0)
    return bytes
  }
}
