import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import GRDB
import Logging
import NIOHTTP1
import Testing

/// Copies and checks of a cloud in use.
@Suite struct MaintenanceTests {
  @Test func `a backup of a running cloud is a cloud`() async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      try await cloud.makeZones("Z")
      _ = try await cloud.save([("a", "one")])
      let path = cloud.directory + "/copy/cloud.sqlite"
      try FileManager.default.createDirectory(
        atPath: cloud.directory + "/copy", withIntermediateDirectories: true)
      let answer = try await cloud.operate(.POST, "backup", #"{"path":"\#(path)"}"#)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.json["bytes"] as? Int ?? 0 > 0)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      _ = try await cloud.save([("b", "two")])
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: cloud.directory + "/copy").sorted()
          == ["cloud.sqlite", "cloud.sqlite.assets"])
      let copy = try SQLiteStore(
        .directory(cloud.directory + "/copy"), keyFile: cloud.directory + "/data/at-rest.key")
      let found = try copy.readRegistry { try $0.inspect(.init(.records, zone: "Z")) }
      #expect(found.rows.map { $0["recordName"] } == [.text("a")])
      #expect(try copy.check().isSound)
      try copy.close()
    }
  }

  @Test func `a file that is there is replaced only by force`() async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      let path = cloud.directory + "/kept"
      try Data("mine".utf8).write(to: URL(filePath: path))
      let refused = try await cloud.operate(.POST, "backup", #"{"path":"\#(path)"}"#)
      #expect(refused.status == 409)
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
      let forced = try await cloud.operate(.POST, "backup", #"{"path":"\#(path)","force":true}"#)
      #expect(forced.status == 200)
      #expect(try Data(contentsOf: URL(filePath: path)).starts(with: Data("SQLite format 3".utf8)))
      for wrong in ["relative", "/", cloud.directory + "/none/file", "/tmp/a\\u0007b"] {
        let answer = try await cloud.operate(.POST, "backup", #"{"path":"\#(wrong)"}"#)
        #expect(answer.status == 400, "\(wrong)")
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: cloud.directory)
      #expect(!names.contains { $0.contains("partial") })
    }
  }

  @Test func `the leftovers of a killed backup go with the next one, and no other folder does`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      for name in ["copy.partial-killed", "copy.partial-own"] {
        let folder = directory + "/" + name
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data([1]).write(to: URL(filePath: folder + "/store"))
      }
      try Data().write(to: URL(filePath: directory + "/copy.partial-killed/process.lock"))
      let store = try SQLiteStore(.inMemory)
      _ = try StoreMaintenance(
        store: store, assetsDirectory: directory + "/assets", surroundings: .deterministic()
      ).backUp(to: directory + "/copy", replacing: false)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
          == ["copy", "copy.assets", "copy.partial-own"])
      try store.close()
    }
  }

  @Test func `the bytes of assets are copied beside`() async throws {
    try await withTemporaryDirectory { directory in
      let assets = directory + "/assets/sealed/ab"
      try FileManager.default.createDirectory(atPath: assets, withIntermediateDirectories: true)
      try Data("bytes".utf8).write(to: URL(filePath: assets + "/abcd"))
      let store = try SQLiteStore(.inMemory)
      let written = try StoreMaintenance(
        store: store, assetsDirectory: directory + "/assets", surroundings: .deterministic()
      ).backUp(to: directory + "/copy", replacing: false)
      #expect(written.assets == 1)
      let copied = directory + "/copy.assets/sealed/ab/abcd"
      #expect(try Data(contentsOf: URL(filePath: copied)) == Data("bytes".utf8))
      try store.close()
    }
  }

  @Test func `assets that an earlier copy has take no room again, and outlive it`() async throws {
    try await withTemporaryDirectory { directory in
      let assets = directory + "/assets/ab"
      try FileManager.default.createDirectory(atPath: assets, withIntermediateDirectories: true)
      func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: assets + "/" + name))
      }
      func number(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: directory + path)[.systemFileNumber]
          as? Int
      }
      for name in ["same", "longer"] { try write(name, "bytes") }
      let store = try SQLiteStore(.inMemory)
      let maintenance = StoreMaintenance(
        store: store, assetsDirectory: directory + "/assets", surroundings: .deterministic())
      _ = try maintenance.backUp(to: directory + "/1", replacing: false)
      // A copy of its own, which nothing that happens to the store's files can change.
      #expect(try number("/1.assets/ab/same") != number("/assets/ab/same"))
      try write("longer", "more bytes")
      try write("new", "bytes")
      let second = try maintenance.backUp(
        to: directory + "/2", replacing: false, sharing: directory + "/1")
      #expect(second.assets == 3)
      #expect(try number("/2.assets/ab/same") == number("/1.assets/ab/same"))
      #expect(try number("/2.assets/ab/longer") != number("/1.assets/ab/longer"))
      try FileManager.default.removeItem(atPath: directory + "/1.assets")
      for (name, text) in [("same", "bytes"), ("longer", "more bytes"), ("new", "bytes")] {
        let copied = try Data(contentsOf: URL(filePath: directory + "/2.assets/ab/" + name))
        #expect(copied == Data(text.utf8), "\(name)")
      }
      try store.close()
    }
  }

  /// Damage by hand, and the check that finds it.
  private static let damages: [(sql: String, name: String)] = [
    (
      "UPDATE record SET sequence = sequence + 98",
      "every record has a place in its zone's feed"
    ),
    (
      "UPDATE feedEntry SET sequence = sequence + 98",
      "every zone has a place in its database's feed"
    ),
    ("DELETE FROM feedEntry", "every custom zone is in its owner's feed"),
    ("UPDATE usage SET bytes = bytes + 1", "charged bytes equal stored bytes"),
    ("UPDATE zone SET bytes = bytes + 1", "charged bytes equal stored bytes"),
    ("DELETE FROM share", "every share has its record, and every share record its share"),
    ("DELETE FROM participant", "every share has one owner and at most 100 participants"),
    (
      "UPDATE record SET coveredBy = 'none'",
      "every record is in its parent's share, and that share exists"
    ),
    (
      "INSERT INTO share SELECT zone, 'r', recordName, publicPermission FROM share",
      "no zone is shared both as a whole and by hierarchies"
    ),
    (
      """
      INSERT INTO admissionCode (id, hash, kind, createdAt, expiresAt, uses, isRevoked)
      VALUES ('a', x'00', 'reset', 0, 0, 1, 0)
      """, "every code but an invitation is for an account"
    ),
    ("PRAGMA foreign_keys = OFF; DELETE FROM partition", "every row refers to an existing row"),
  ]

  @Test func `a check finds what must not be`() async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      try await cloud.makeZones("Z")
      _ = try await cloud.save([("a", "one")])
      _ = try await cloud.post(
        "records/modify",
        """
        {"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"create","record":{
          "recordName":"cloudkit.zoneshare","recordType":"cloudkit.share","fields":{},
          "publicPermission":"NONE"}}]}
        """)
      let sound = try await cloud.operate(.GET, "check")
      #expect(sound.json["isSound"] as? Bool == true, "\(sound.text)")
      for (number, (sql, name)) in Self.damages.enumerated() {
        let folder = cloud.directory + "/damaged\(number)"
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/cloud.sqlite"
        _ = try await cloud.operate(.POST, "backup", #"{"path":"\#(path)"}"#)
        let database = try DatabaseQueue(path: path)
        try await database.writeWithoutTransaction { try $0.execute(sql: sql) }
        try database.close()
        let store = try SQLiteStore(
          .directory(folder), keyFile: cloud.directory + "/data/at-rest.key")
        let found = try store.check()
        #expect(!found.isSound)
        #expect(found.checks.contains { $0.name == name && $0.problems > 0 }, "\(sql)")
        try store.close()
      }
    }
  }

  @Test
  func `a check lists the data that damage in the middle of the file spares, and the lost data`()
    async throws
  {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      try await cloud.makeZones("Z")
      let path = cloud.directory + "/damaged/cloud.sqlite"
      try FileManager.default.createDirectory(
        atPath: cloud.directory + "/damaged", withIntermediateDirectories: true)
      _ = try await cloud.operate(.POST, "backup", #"{"path":"\#(path)"}"#)
      let database = try DatabaseQueue(path: path)
      let page = try await database.read {
        try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'shareLink'")
      }
      try database.close()
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.seek(toOffset: UInt64((try #require(page) - 1) * 4096))
      try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
      try file.close()
      let store = try SQLiteStore(
        .directory(cloud.directory + "/damaged"), keyFile: cloud.directory + "/data/at-rest.key")
      let found = try store.check()
      let wrong = found.checks.filter { $0.problems > 0 }
      #expect(wrong.first?.name == "the database file is intact", "\(wrong)")
      #expect(wrong.first?.examples.isEmpty == false)
      #expect(found.checks.contains { $0.name == "every record can be read" && $0.problems == 0 })
      #expect(throws: StoreError.self) { try store.quickCheck() }
      try store.close()
    }
  }

  @Test func `a cloud that did not end well is checked at its next start`() async throws {
    try await withTemporaryDirectory { directory in
      let data = directory + "/data"
      let configuration = CloudHost.Configuration(
        storage: .directory(data), unixSocketPath: directory + "/cloud.sock")
      try await withHost(configuration) { _, _ in
        #expect(FileManager.default.fileExists(atPath: data + "/running"))
      }
      #expect(!FileManager.default.fileExists(atPath: data + "/running"))
      let file = URL(filePath: data + "/cloud.sqlite")
      let whole = try DatabaseQueue(path: file.path)
      try await whole.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA journal_mode = DELETE")
      }
      try whole.close()
      var bytes = try Data(contentsOf: file)
      let page = 4096
      try #require(bytes.count > 6 * page)
      for place in stride(from: 2 * page, to: bytes.count, by: page) {
        bytes.replaceSubrange(place..<place + 8, with: Data(repeating: 0xFF, count: 8))
      }
      try Data().write(to: URL(filePath: data + "/running"))
      try bytes.write(to: file)
      #expect(throws: StoreError.self) {
        _ = try CloudHost(
          configuration: configuration, surroundings: .deterministic(),
          logger: Logger(label: "test"))
      }
    }
  }
}
