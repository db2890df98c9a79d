import ChatStore
import Foundation
import GRDB
import TestSupport
import Testing

/// Which watchers are told of which commits.
struct TableChangesTests {
  private func withTables(
    _ body: (DatabasePool, TableChanges) throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let pool = try DatabasePool(path: directory.appendingPathComponent("tables").path)
      let changes = TableChanges(of: pool)
      try pool.write { db in
        for table in ["outbox", "chat"] { try db.execute(sql: "CREATE TABLE \(table) (a)") }
      }
      try body(pool, changes)
    }
  }

  private func insert(into table: String, _ db: Database) throws {
    try db.execute(sql: "INSERT INTO \(table) VALUES (1)")
  }

  @Test func `a watcher hears of its own tables, and once`() async throws {
    try await withTables { pool, changes in
      let watch = changes.watch([.outbox])
      #expect(watch.takeChanged() == [.outbox])
      try pool.write { try insert(into: "chat", $0) }
      #expect(watch.takeChanged() == [])
      try pool.write { try insert(into: "outbox", $0) }
      #expect(watch.takeChanged() == [.outbox])
      #expect(watch.takeChanged() == [])
    }
  }

  @Test func `a deferred commit is told of with the next one, or when asked for`() async throws {
    try await withTables { pool, changes in
      let watch = changes.watch([.outbox, .chat])
      _ = watch.takeChanged()
      func defers() throws {
        try pool.write { db in
          try insert(into: "outbox", db)
          changes.deferTransaction()
        }
        #expect(changes.takeIsDeferred())
        #expect(watch.takeChanged() == [])
      }
      try defers()
      try pool.write { try insert(into: "chat", $0) }
      #expect(!changes.takeIsDeferred())
      #expect(watch.takeChanged() == [.outbox, .chat])
      try defers()
      #expect(changes.tellOfDeferred())
      #expect(watch.takeChanged() == [.outbox])
      #expect(!changes.tellOfDeferred())
    }
  }

  @Test func `a deferred transaction that fails leaves nothing to tell`() async throws {
    try await withTables { pool, changes in
      let watch = changes.watch([.outbox])
      _ = watch.takeChanged()
      #expect(throws: (any Error).self) {
        try pool.write { db in
          try insert(into: "outbox", db)
          changes.deferTransaction()
          try insert(into: "nowhere", db)
        }
      }
      #expect(changes.takeIsDeferred())
      #expect(!changes.tellOfDeferred() && watch.takeChanged() == [])
    }
  }
}
