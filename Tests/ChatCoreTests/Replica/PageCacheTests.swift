import ChatModel
import CloudSync
import Foundation
import GRDB
import GRDBSQLite
import ReplicaTables
import TestSupport
import Testing

@testable import ChatCore

/// The memory that a bulk of changes leaves to a connection.
struct PageCacheTests {
  @Test func `a replica that is up to date keeps little in memory`() async throws {
    try await withTemporaryDirectory { directory in
      let replica = try Replica(
        directory: directory, account: Account(userRecordName: "_alice", name: "alice"),
        now: TestTime().now)
      try await replica.write { try $0.execute(sql: "CREATE TABLE bulk (text BLOB)") }
      try await replica.write { db in
        for _ in 0..<200 { try db.execute(sql: "INSERT INTO bulk VALUES (zeroblob(50000))") }
      }
      let before = try await replica.write { Self.cachedBytes($0) }
      #expect(before > 8 << 20)
      let engine = replica.leading(try #require(try await replica.beginTerm()))
      try await engine.publish(SyncReport(status: .syncing), now: .zero)
      let between = try await replica.write { Self.cachedBytes($0) }
      #expect(between > 8 << 20)
      try await engine.publish(SyncReport(status: .upToDate), now: .zero)
      let after = try await replica.write { Self.cachedBytes($0) }
      #expect(after < 1 << 20)
    }
  }

  private static func cachedBytes(_ db: Database) -> Int32 {
    var (bytes, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_CACHE_USED, &bytes, &highest, 0)
    return bytes
  }
}
