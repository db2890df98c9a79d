import CloudModel
import CloudPostgres
import CloudRows
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import GRDB
import PostgresClient
import TestSupport
import Testing

/// A cloud that moves from its folder into a database, and back.
@Suite struct StoreMoveTests {
  @Test func `every table with every column is in the list of what moves`() async throws {
    let listed = Dictionary(
      uniqueKeysWithValues: StoredTable.all.map { ($0.name, Set($0.columns.map(\.name))) })
    let own: Set = ["grdb_migrations", "sqlite_sequence", "usage"]
    #expect(try Self.tablesOfSQLite().filter { !own.contains($0.key) } == listed)
    try await TestPostgres.shared().withDatabase(like: StorePlace.emptyCloud) { address in
      let columns = try PostgresConnection.with(address) { connection in
        try connection.run(
          """
          SELECT table_name::text, column_name::text, data_type::text
          FROM information_schema.columns WHERE table_schema = 'public'
          """
        ).map { try ($0.value(0) as String, $0.value(1) as String, $0.value(2) as String) }
      }
      // What servers leave for one another, the bytes of assets, and columns that follow from the rows.
      let ownTables: Set = ["server", "channel", "consolesession", "notice", "blob", "blobchunk"]
      let ownColumns: Set = [
        "partition.schemaversion", "feedentry.device", "feedentry.othersequence",
      ]
      let found = columns.filter { table, column, _ in
        !ownTables.contains(table) && !ownColumns.contains("\(table).\(column)")
      }.map { "\($0.0).\($0.1) \($0.2)" }
      let expected = StoredTable.all.flatMap { table in
        table.columns.map { "\(table.name).\($0.name)".lowercased() + " \($0.kind.inPostgres)" }
      }
      #expect(Set(found) == Set(expected))
    }
  }

  private static func tablesOfSQLite() throws -> [String: Set<String>] {
    try SQLiteStore(.inMemory).database.read { database in
      let names = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
      return try names.reduce(into: [:]) { tables, name in
        tables[name] = Set(try database.columns(in: name).map(\.name))
      }
    }
  }

  /// `ZONECHAT_FEED_SEED` repeats a history.
  @Test func `readers go on with their tokens after a move, and after the way back`() async throws {
    let seed = FuzzRandom.setting("ZONECHAT_FEED_SEED") ?? UInt64.random(in: 0...999_999_999)
    try await MovingWorld.run { world in
      let store = try world.openFile()
      var history = try FeedHistory(on: store)
      var random = SplitMix64(seed: seed)
      var readers = ([history.alice] + history.guests).map {
        FeedReader(history.service, $0, $0 == history.alice ? .private : .shared)
      }
      func advance() throws {
        for _ in 0..<20 { try history.step(&random) }
      }
      func read() throws {
        for index in readers.indices {
          readers[index].service = history.service
          try readers[index].readAll { 2 }
          var fresh = FeedReader(history.service, readers[index].caller, readers[index].scope)
          try fresh.readAll()
          #expect(readers[index].mirror == fresh.mirror, "seed \(seed)")
        }
      }
      // A zone that is made anew has another feed, with or without a move.
      func expirations() throws -> [Int] {
        try readers.map { reader in
          var reader = reader
          try reader.readAll { 2 }
          return reader.expirations
        }
      }
      try advance()
      try read()
      try advance()
      try store.writeRegistry { try $0.note(.disable, of: "somebody", at: 1) }
      let expected = try expirations()
      let before = try store.withTables { try TableCopy.digests(of: $0) }
      try store.close()

      let report = try world.move.toDatabase()
      #expect(report.accounts == 3 && report.records > 0 && !report.wasThere)
      let database = try world.openDatabase()
      #expect(try database.withTables { tables, _ in try TableCopy.digests(of: tables) } == before)
      history.move(to: database, seed: 2)
      try read()
      #expect(readers.map(\.expirations) == expected, "seed \(seed)")
      try advance()
      try read()
      // The database gives numbers that are free.
      try database.writeRegistry { try $0.note(.enable, of: "somebody", at: 2) }
      let noted = try database.readRegistry { try $0.administration(after: 0, limit: 10) }
      #expect(noted.map(\.action) == ["disable", "enable"])
      let expectedBack = try expirations()
      let after = try database.withTables { tables, _ in try TableCopy.digests(of: tables) }
      #expect(after != before)
      try database.close()

      _ = try world.move.toFolder()
      let back = try world.openFile()
      #expect(try back.withTables { try TableCopy.digests(of: $0) } == after)
      #expect(try back.check().isSound)
      history.move(to: back, seed: 3)
      try read()
      #expect(readers.map(\.expirations) == expectedBack, "seed \(seed)")
      try advance()
      try read()
      #expect(try back.check().isSound)
      try back.close()
    }
  }

  @Test func `the files of assets move, and one that was lost before is counted`() async throws {
    try await MovingWorld.run { world in
      // More than one chunk.
      let bytes = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      try world.openFile().close()
      try world.putAsset(0xAB, bytes)
      try world.putAsset(0xCD, nil)
      let report = try world.move.toDatabase()
      #expect(report.assets == 2 && report.missingAssets == 1)
      try FileManager.default.removeItem(atPath: world.folder + "/assets")
      let back = try world.move.toFolder()
      #expect(back.assets == 2 && back.missingAssets == 1)
      #expect(try Data(contentsOf: URL(filePath: world.path(ofAsset: 0xAB))) == bytes)
    }
  }

  @Test func `a store that the cloud has left is opened no more, and says where the cloud is`()
    async throws
  {
    try await MovingWorld.run { world in
      try world.openFile().close()
      _ = try world.move.toDatabase()
      let error = try #require(#expect(throws: StoreError.self) { try world.openFile() })
      #expect("\(error)".contains("has moved to postgres://"))
      // Not even by moving it again.
      #expect(throws: StoreError.self) { try world.move.toDatabase() }
      _ = try world.move.toFolder()
      let other = try #require(#expect(throws: StoreError.self) { try world.openDatabase() })
      #expect("\(other)".contains("has moved to \(world.folder)"))
      try world.openFile().close()
      let names = try FileManager.default.contentsOfDirectory(atPath: world.folder)
      #expect(names.count { $0.hasPrefix("cloud.sqlite.moved-") } == 1, "\(names)")
    }
  }

  @Test func `a place that has a store is refused, and the source stays in use`() async throws {
    try await MovingWorld.run { world in
      let database = try world.openDatabase()
      try database.writeRegistry { try $0.insert(StoreWorld.bob) }
      try database.close()
      let file = try world.openFile()
      try file.writeRegistry { try $0.insert(StoreWorld.alice) }
      try file.close()
      #expect(throws: MoveError.notEmpty) { try world.move.toDatabase() }
      #expect(throws: MoveError.notEmpty) { try world.move.toFolder() }
      try world.openDatabase().close()
      try world.openFile().close()
    }
  }

  @Test func `a move that was ended before its last step finds what is there`() async throws {
    try await MovingWorld.run { world in
      let file = try world.openFile()
      try file.writeRegistry { try $0.insert(StoreWorld.alice) }
      try file.close()
      _ = try world.move.toDatabase()
      // As if the program had been killed before it noted where the cloud is.
      try world.inFile("DELETE FROM setting WHERE name = 'movedTo'")
      #expect(try world.move.toDatabase().wasThere)
      _ = try world.move.toFolder()
      try await world.inDatabase("DELETE FROM setting WHERE name = 'movedTo'")
      #expect(try world.move.toFolder().wasThere)
      #expect(throws: StoreError.self) { try world.openDatabase() }
    }
  }

  @Test func `a store with servers is not moved, and a server that waits does not start on it`()
    async throws
  {
    try await MovingWorld.run { world in
      let database = try world.openDatabase()
      try database.writeRegistry { try $0.insert(StoreWorld.alice) }
      let mark = ServerMark(name: "a", run: "1")
      try database.enter(mark)
      let error = try #require(#expect(throws: StoreError.self) { try world.move.toFolder() })
      #expect("\(error)".contains("running servers: a."))
      try database.leave(mark)
      _ = try world.move.toFolder()
      #expect(throws: StoreError.self) { try database.startingAlone {} }
      try database.close()
    }
  }

  @Test func `a database that was put back begins a new incarnation`() async throws {
    try await MovingWorld.run { world in
      let database = try world.openDatabase()
      let history = try FeedHistory(on: database)
      var reader = FeedReader(history.service, history.alice, .private)
      try reader.readAll()
      try database.writeRegistry {
        try $0.insert(
          StoredCode(
            id: "c", hash: [1], kind: .invitation, createdAt: 1, expiresAt: .max, uses: 1))
      }
      let putBack = PutBackDatabase(
        world.address, directory: world.folder, surroundings: .deterministic(seed: 5))
      #expect(try putBack.beginLife() == 1)
      #expect(try putBack.beginLife() == 0)
      let refused = #expect(throws: CloudError.self) { try reader.readAll() }
      #expect(refused?.code == .changeTokenExpired)
      var fresh = FeedReader(history.service, history.alice, .private)
      try fresh.readAll()
      #expect(fresh.mirror == reader.mirror)
      try database.close()
    }
  }

  @Test func `another cloud's database is refused by its key`() async throws {
    try await MovingWorld.run { world in
      try PostgresStore(world.address, random: { 0.5 }) { _ in AtRestKey() }.close()
      try world.openFile().close()
      #expect(throws: MoveError.otherKey("\(world.address)")) { try world.move.toDatabase() }
      #expect(throws: HostError.self) { try world.move.toFolder() }
    }
  }

  @Test func `a backup of a database is restored into a folder, and a check finds wrong rows`()
    async throws
  {
    try await MovingWorld.run { world in
      let bytes = Data("sealed".utf8)
      let file = try world.openFile()
      let history = try FeedHistory(on: file)
      var random = SplitMix64(seed: 7)
      for _ in 0..<20 { try history.step(&random) }
      try file.close()
      try world.putAsset(0xAB, bytes)
      _ = try world.move.toDatabase()
      let database = try world.openDatabase()
      // What servers do at their start.
      try await world.inDatabase("INSERT INTO setting VALUES ('servers.assets', 'database')")
      let maintenance = StoreMaintenance(
        store: database, assetsDirectory: world.folder + "/none", surroundings: .deterministic())
      #expect(try maintenance.check().isSound)
      let copy = world.folder + "/copy"
      let backup = try maintenance.backUp(to: copy, replacing: false)
      #expect(backup.assets == 1)
      let restored = world.folder + "/restored"
      try FileManager.default.createDirectory(atPath: restored, withIntermediateDirectories: false)
      let report = try StoreRestoration(
        directory: restored, keyFile: world.folder + "/at-rest.key",
        surroundings: .deterministic()
      ).restore(copy)
      #expect(report.accounts == 3 && report.assets == 1 && report.records > 0)
      try await world.inDatabase("UPDATE zone SET bytes = bytes + 1 WHERE zoneName = 'Z'")
      let found = try maintenance.check().checks.filter { $0.problems > 0 }
      #expect(found.map(\.name) == ["charged bytes equal stored bytes"])
      #expect(throws: StoreError.self) {
        try maintenance.backUp(to: copy + "2", replacing: false)
      }
      try database.close()
    }
  }
}

/// The folder of a cloud, and an empty database.
private struct MovingWorld: Sendable {
  let folder: String
  let address: PostgresAddress

  static func run(_ body: @escaping @Sendable (MovingWorld) async throws -> Void) async throws {
    try await withTemporaryDirectory { directory in
      try await TestPostgres.shared().withDatabase { address in
        try await body(MovingWorld(folder: directory, address: address))
      }
    }
  }

  var move: StoreMove {
    StoreMove(directory: folder, database: address, surroundings: .deterministic(seed: 9))
  }

  func openFile() throws -> SQLiteStore { try SQLiteStore(.directory(folder)) }

  func openDatabase() throws -> PostgresStore {
    try PostgresStore(address, random: { 0.5 }) {
      try StoreLocation.directory(folder).atRestKey(in: nil, matching: $0)
    }
  }

  func inFile(_ sql: String) throws {
    let queue = try DatabaseQueue(path: folder + "/cloud.sqlite")
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  func inDatabase(_ sql: String) async throws {
    let address = address
    try await onThread { try PostgresConnection.with(address) { _ = try $0.run(sql) } }
  }

  /// An asset whose checksum has one byte again and again, with its sealed bytes.
  func putAsset(_ byte: UInt8, _ bytes: Data?) throws {
    let checksum = Array(repeating: byte, count: AssetChecksum.length).hexadecimal
    try inFile(
      "INSERT INTO asset (checksum, size) VALUES (x'\(checksum)', \(bytes?.count ?? 5))")
    guard let bytes else { return }
    let path = URL(filePath: path(ofAsset: byte))
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: path)
  }

  func path(ofAsset byte: UInt8) -> String {
    let pair = [byte].hexadecimal
    let name = Array(repeating: byte, count: AssetChecksum.length).hexadecimal
    return "\(folder)/assets/sealed/\(pair)/\(pair)/\(name)"
  }
}

extension StoredTable.Kind {
  fileprivate var inPostgres: String {
    switch self {
    case .integer: "bigint"
    case .real: "double precision"
    case .text: "text"
    case .bytes: "bytea"
    case .truth: "boolean"
    }
  }
}
