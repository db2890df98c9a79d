import CloudRules
import CloudStorage
import Foundation
import GRDB
import Testing

/// The store's file, beyond what the conformance suite sees of it.
@Suite struct StoreTests {
  @Test func `a store of a newer version is refused in plain words`() async throws {
    try await withTemporaryDirectory { directory in
      try SQLiteStore(.directory(directory)).close()
      let file = directory + "/cloud.sqlite"
      let database = try DatabaseQueue(path: file)
      try await database.write {
        try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('999 future')")
      }
      try database.close()
      let error = #expect(throws: StoreError.self) { try SQLiteStore(.directory(directory)) }
      #expect(error == .newerVersion(path: file, earlier: nil))
      #expect(error?.description.contains("newer version") == true)
    }
  }

  @Test func `an empty file is a new store only where none was written`() async throws {
    try await withTemporaryDirectory { directory in
      let file = directory + "/cloud.sqlite"
      // As a start that was killed leaves it.
      try Data().write(to: URL(filePath: file))
      try SQLiteStore(.directory(directory)).close()
      try Data().write(to: URL(filePath: file))
      #expect(throws: StoreError.fileEmpty(path: file)) {
        try SQLiteStore(.directory(directory))
      }
      try FileManager.default.removeItem(atPath: file)
      try SQLiteStore(.directory(directory)).close()
    }
  }

  @Test func `the store on disk writes ahead`() async throws {
    try await withTemporaryDirectory { directory in
      let store = try SQLiteStore(.directory(directory))
      try store.writeRegistry { registry throws in
        _ = try registry.lockSetting("a")
        try registry.setSetting("a", to: "1")
      }
      let database = try DatabaseQueue(path: directory + "/cloud.sqlite")
      let mode = try await database.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
      #expect(mode == "wal")
      try database.close()
      try store.close()
    }
  }

  @Test func `a write that was answered survives a power cut`() async throws {
    try await withTemporaryDirectory { directory in
      let store = try SQLiteStore(.directory(directory))
      let mode = try await store.database.writeWithoutTransaction {
        try Int.fetchOne($0, sql: "PRAGMA synchronous")
      }
      #expect(mode == 2, "FULL")
      try store.close()
    }
  }

  @Test func `changes, a writer's bytes and the right to an asset are found by indexes`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      try SQLiteStore(.directory(directory)).close()
      let database = try DatabaseQueue(path: directory + "/cloud.sqlite")
      let plans = try await database.read { database in
        try [
          "SELECT * FROM record WHERE zone = '' AND sequence > 1 ORDER BY sequence LIMIT 1",
          """
          SELECT * FROM feedEntry WHERE partition = 1 AND userRecordName = '' AND scope = 2
            AND sequence > 1 ORDER BY sequence LIMIT 1
          """,
          "SELECT bytes FROM writer WHERE zone = '' AND userRecordName = ''",
          """
          SELECT 1 FROM assetReference CROSS JOIN record ON record.id = assetReference.record
          CROSS JOIN zone ON zone.incarnation = record.zone WHERE checksum = x'01'
          """,
        ].flatMap { sql in
          try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)")
            .map { $0["detail"] as String }
        }
      }
      #expect(
        plans == [
          "SEARCH record USING INDEX recordFeed (zone=? AND sequence>?)",
          "SEARCH feedEntry USING INDEX feedEntryOrder "
            + "(partition=? AND userRecordName=? AND scope=? AND sequence>?)",
          "SEARCH writer USING PRIMARY KEY (zone=? AND userRecordName=?)",
          "SEARCH assetReference USING COVERING INDEX assetReferenceByAsset (checksum=?)",
          "SEARCH record USING INTEGER PRIMARY KEY (rowid=?)",
          "SEARCH zone USING PRIMARY KEY (incarnation=?)",
        ])
      try database.close()
    }
  }
}
