import CloudModel
import CloudRules
import CloudStorage
import Foundation
import GRDB
import TestSupport
import Testing

/// Stores of every released version, opened by this one.
@Suite struct UpgradeTests {
  /// The folders of `Tests/Fixtures`, by version.
  private static let versions = ["0.1.0"]

  /// Runs `body` with a folder that holds the store of a version.
  private func withStore(
    _ version: String, _ body: (_ folder: URL, _ file: URL) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { (folder: URL) in
      try Fixture.copy("\(version)/cloud", to: folder)
      try await body(folder, folder.appending(path: "cloud.sqlite"))
    }
  }

  @Test(arguments: versions)
  func `a store of every version keeps everything, and is sound`(_ version: String) async throws {
    try await withStore(version) { folder, file in
      let before = try Self.contents(of: file)
      let store = try SQLiteStore(.directory(folder.path))
      let census = try store.readRegistry { try $0.census() }
      // Alice, Bob, Carol; Crew and Plans.
      #expect(census.accounts == 3 && census.zones == 2)
      #expect(try store.check().isSound)
      try store.close()
      #expect(try Self.contents(of: file) == before)
      #expect(before.contains { $0.contains("from alice") || $0.contains("edited") })
    }
  }

  @Test(arguments: versions)
  func `an upgraded store has the tables of a new one`(_ version: String) async throws {
    try await withStore(version) { folder, file in
      let new = folder.appending(path: "new")
      try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
      for place in [folder, new] { try SQLiteStore(.directory(place.path)).close() }
      #expect(
        try Fixture.schema(of: file) == Fixture.schema(of: new.appending(path: "cloud.sqlite")))
    }
  }

  @Test func `an older program names the file from before the upgrade`() async throws {
    try await withStore("0.1.0") { folder, file in
      try SQLiteStore(.directory(folder.path)).close()
      // As a later program leaves it, which has upgraded the store.
      let copy = URL(filePath: file.path + ".before-upgrade")
      try FileManager.default.copyItem(at: file, to: copy)
      try Fixture.markAsNewer(file)
      #expect(throws: StoreError.newerVersion(path: file.path, earlier: copy.path)) {
        try SQLiteStore(.directory(folder.path))
      }
      // Who goes back has everything.
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)  // There may be no log.
      }
      try FileManager.default.moveItem(at: copy, to: file)
      let store = try SQLiteStore(.directory(folder.path))
      #expect(try store.check().isSound)
      try store.close()
    }
  }

  @Test func `a newer store is refused, and no byte of it is changed`() async throws {
    try await withStore("0.1.0") { folder, file in
      try SQLiteStore(.directory(folder.path)).close()
      try Fixture.markAsNewer(file)
      for hasLog in [false, true] {
        var queue: DatabaseQueue?
        if hasLog {
          // As after the newer program was killed.
          queue = try DatabaseQueue(path: file.path)
          try await queue?.write { try $0.execute(sql: "UPDATE account SET firstName = 'A'") }
        }
        let before = try Self.bytes(in: folder)
        try #require(before.keys.contains("cloud.sqlite-wal") == hasLog)
        for _ in 0..<2 {
          #expect(throws: StoreError.self) { try SQLiteStore(.directory(folder.path)) }
        }
        #expect(try Self.bytes(in: folder) == before)
        try queue?.close()
      }
    }
  }

  /// The files that hold data; an index of a log holds none.
  private static func bytes(in folder: URL) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasSuffix("-shm") && !$0.hasPrefix("assets") }
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
    )
  }

  @Test func `a new store leaves no copy`() async throws {
    try await withTemporaryDirectory { (folder: URL) in
      try SQLiteStore(.directory(folder.path)).close()
      try SQLiteStore(.directory(folder.path)).close()
      let copy = folder.path + "/cloud.sqlite.before-upgrade"
      #expect(!FileManager.default.fileExists(atPath: copy))
    }
  }

  @Test func `a store from before the first release is refused, and the error says how to go on`()
    async throws
  {
    try await withTemporaryDirectory { (folder: URL) in
      let file = folder.appending(path: "cloud.sqlite")
      let queue = try DatabaseQueue(path: file.path)
      try await queue.write {
        try $0.execute(
          sql: """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('1 the cloud');
            """)
      }
      try queue.close()
      let bytes = try Data(contentsOf: file)
      let error = #expect(throws: StoreError.self) { try SQLiteStore(.directory(folder.path)) }
      #expect(error == .beforeFirstRelease(path: file.path))
      #expect(
        error?.description == """
          The cloud's store at \(file.path) was written by a ZoneChat from before version 0.1.0: export the chats with \
          the program that wrote it (‘zonechat export’), move the file to another place, and start again.
          """)
      #expect(try Data(contentsOf: file) == bytes, "no byte was changed")
    }
  }

  /// The data that people have put into a store, without the columns that versions add or move.
  private static func contents(of file: URL) throws -> [String] {
    let queue = try DatabaseQueue(path: file.path)
    let lines = try queue.read { database in
      try [
        "SELECT userRecordName || name FROM account",
        """
        SELECT zoneName || recordName || recordType || changeCount || isDeleted || fields
        FROM record JOIN zone ON zone.incarnation = record.zone
        """,
        "SELECT zone || root || publicPermission FROM share",
        "SELECT zone || userRecordName || role || permission || status FROM participant",
        "SELECT shortGUID || zone FROM shareLink",
        "SELECT hex(hash) || session FROM webAuthToken",
        "SELECT hex(hash) || name FROM apiToken",
        "SELECT userRecordName || subscriptionID || body FROM subscription",
        "SELECT userRecordName || ownerName || zoneName || sequence FROM feedEntry",
        "SELECT hex(checksum) || size FROM asset",
        "SELECT userRecordName || bytes FROM usage",
      ].flatMap { try String.fetchAll(database, sql: $0).sorted() }
    }
    try queue.close()
    return lines
  }
}
