import ChatCore
import ChatModel
import ChatStore
import CloudModel
import CloudSync
import Foundation
import GRDB
import SQLiteSupport
import TestSupport
import Testing

/// Replicas of every released version, opened by this one; and the way in which a later version upgrades a file.
struct UpgradeTests {
  /// The folders of `Tests/Fixtures`, by version.
  private static let versions = ["0.1.0"]

  private func restore(_ version: String, to file: URL) throws {
    try Fixture.restore("\(version)/profiles/alice/replica.sql", to: file)
  }

  /// The migrations of later versions, of which each has one more step; the steps are made up.
  private static func migrator(steps: Int) -> DatabaseMigrator {
    var migrator = ReplicaSchema.migrator
    for step in 1...steps {
      migrator.registerMigration("made up \(step)") { db in
        try db.execute(sql: "CREATE TABLE step\(step) (id INTEGER PRIMARY KEY) STRICT")
      }
    }
    return migrator
  }

  /// Upgrades a file as a later program does when it opens it.
  private static func upgrade(_ file: URL, steps: Int) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let pool = try DatabasePool(path: file.path, configuration: configuration)
    try migrator(steps: steps).upgrade(pool, at: file.path)
    try pool.close()
  }

  private func open(_ directory: URL) throws -> (Replica, ChatRepository) {
    let queue = try DatabaseQueue(path: Replica.path(in: directory))
    let owner = try queue.read {
      try String.fetchOne($0, sql: "SELECT userRecordName FROM account")
    }
    try queue.close()
    let account = Account(userRecordName: try #require(owner), name: "alice")
    let replica = try Replica(directory: directory, account: account, now: TestTime().now)
    return (replica, ChatRepository(replica: replica, makeUnique: { "x" }))
  }

  /// The zone of the chat that everything unsent is in.
  private func zone(_ directory: URL) throws -> RecordZoneID {
    let queue = try DatabaseQueue(path: Replica.path(in: directory))
    let row = try queue.read {
      try Row.fetchOne($0, sql: "SELECT zoneName, ownerName FROM chat WHERE id = 1")
    }
    try queue.close()
    let found = try #require(row)
    return RecordZoneID(zoneName: found["zoneName"], ownerName: found["ownerName"])
  }

  private func file(_ directory: URL) -> URL { URL(filePath: Replica.path(in: directory)) }

  /// Removes a database with its log.
  private func remove(_ file: URL) throws {
    for suffix in ["", "-wal", "-shm"]
    where FileManager.default.fileExists(atPath: file.path + suffix) {
      try FileManager.default.removeItem(atPath: file.path + suffix)
    }
  }

  private func copy(_ directory: URL) -> URL {
    URL(filePath: Replica.path(in: directory) + ".before-upgrade")
  }

  @Test(arguments: versions)
  func `a replica of every version keeps everything`(_ version: String) async throws {
    try await withTemporaryDirectory { directory in
      try restore(version, to: file(directory))
      let (_, repository) = try open(directory)
      let chats = try await repository.currentChatSummaries()
      #expect(Set(chats.map(\.name)) == ["Crew, renamed", "Plans"])
      #expect(chats.allSatisfy { $0.history == .complete })
      let crew = try #require(chats.first { $0.name == "Crew, renamed" }).id
      let lines = try await repository.page(in: crew, before: nil, limit: 99).map { message in
        let text = message.isDeleted ? "(removed)" : message.text
        let file = message.attachment.map { [$0.name] } ?? []
        return ([text] + message.reactions.map(\.emoji) + file).joined(separator: " ")
      }
      #expect(
        lines == [
          "edited, unsent 👍", "from bob 🎉", "changed", "(removed)", "with a file notes.txt",
          "an answer", "unsent",
        ])
      #expect(try await repository.search("unsent").map(\.message.text).contains("unsent"))
      #expect(try await repository.openDraft(in: crew).left.text == "a draft")
      let members = try await repository.currentMembers(of: crew)
      #expect(Set(members.map(\.status.rawValue)) == ["ACCEPTED", "INVITED"])
      let outbox = try await repository.outbox(of: crew)
      #expect(
        outbox.map { [$0.subject.name, $0.text].compactMap(\.self).joined(separator: " ") }
          == ["message unsent", "message edited, unsent", "reaction", "title"])
    }
  }

  @Test(arguments: versions)
  func `unsent messages are sent after the upgrade`(_ version: String) async throws {
    try await withTemporaryDirectory { directory in
      try restore(version, to: file(directory))
      let (replica, _) = try open(directory)
      let batch = try #require(try await replica.nextBatch(in: zone(directory), limit: 99))
      let types = batch.entries.compactMap(\.record).map(\.recordType)
      #expect(Set(types).isSuperset(of: ["Message", "ChatSession", "MessageReaction"]))
    }
  }

  @Test(arguments: versions)
  func `an upgraded replica has the tables of a new one`(_ version: String) async throws {
    try await withTemporaryDirectory { directory in
      let (old, new) = (directory.appending(path: "old"), directory.appending(path: "new"))
      try restore(version, to: file(old))
      try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
      for place in [old, new] { try Replica.prepare(in: place) }
      #expect(try Fixture.schema(of: file(old)) == Fixture.schema(of: file(new)))
    }
  }

  @Test func `the file from before the upgrade is kept, once, for the version from before`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      try restore("0.1.0", to: file(directory))
      let tables = try Fixture.schema(of: file(directory))
      try Self.upgrade(file(directory), steps: 1)
      #expect(try Fixture.schema(of: file(directory)).count == tables.count + 1)
      #expect(try Fixture.schema(of: copy(directory)) == tables)
      let beside = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(
        beside.filter { $0.hasPrefix("replica.sqlite.") } == ["replica.sqlite.before-upgrade"])
      let mode = try FileManager.default.attributesOfItem(atPath: copy(directory).path)[
        .posixPermissions]
      #expect(mode as? Int == 0o600)
      // Nothing is upgraded any more, so the copy stays.
      try Self.upgrade(file(directory), steps: 1)
      #expect(try Fixture.schema(of: copy(directory)) == tables)
      // Who goes back has everything.
      try remove(file(directory))
      try FileManager.default.moveItem(at: copy(directory), to: file(directory))
      let (_, repository) = try open(directory)
      #expect(try await repository.currentChatSummaries().count == 2)
    }
  }

  @Test func `the copy of the next upgrade takes the place of the last one`() async throws {
    try await withTemporaryDirectory { directory in
      try restore("0.1.0", to: file(directory))
      try Self.upgrade(file(directory), steps: 1)
      let tables = try Fixture.schema(of: file(directory))
      try Self.upgrade(file(directory), steps: 2)
      #expect(try Fixture.schema(of: copy(directory)) == tables)
    }
  }

  @Test func `an upgrade that goes on after an interruption keeps the file from before it`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      // The first attempt came through one of three steps.
      let unfinished = URL(filePath: Replica.path(in: directory) + ".upgrading")
      try restore("0.1.0", to: unfinished)
      let tables = try Fixture.schema(of: unfinished)
      try restore("0.1.0", to: file(directory))
      let queue = try DatabaseQueue(path: file(directory).path)
      try Self.migrator(steps: 1).migrate(queue)
      try queue.close()
      try Self.upgrade(file(directory), steps: 3)
      #expect(try Fixture.schema(of: copy(directory)) == tables)
      #expect(try Fixture.schema(of: file(directory)).count == tables.count + 3)
      #expect(!FileManager.default.fileExists(atPath: unfinished.path))
    }
  }

  @Test func `of processes that upgrade at once one does it, and keeps the file from before`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      try restore("0.1.0", to: file(directory))
      let place = file(directory)
      let tables = try Fixture.schema(of: place)
      try await withThrowingTaskGroup { group in
        for _ in 0..<6 {
          group.addTask { @concurrent in try Self.upgrade(place, steps: 1) }
        }
        try await group.waitForAll()
      }
      #expect(try Fixture.schema(of: copy(directory)) == tables)
      #expect(try Fixture.schema(of: file(directory)).count == tables.count + 1)
    }
  }

  @Test func `a new replica leaves no copy, and one of this version neither`() async throws {
    try await withTemporaryDirectory { directory in
      try Replica.prepare(in: directory)
      try Replica.prepare(in: directory)
      #expect(!FileManager.default.fileExists(atPath: copy(directory).path))
    }
  }

  @Test func `an older program names the file from before the upgrade, if it can open that`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      try restore("0.1.0", to: file(directory))
      try Self.upgrade(file(directory), steps: 1)
      // Whoever opens the file next takes in what the upgrade left in the log beside it.
      #expect(try Fixture.schema(of: file(directory)).count > 10)
      let path = file(directory).path
      let bytes = try Data(contentsOf: file(directory))
      #expect(throws: ChatError.replicaNewer(path: path, earlier: copy(directory).path)) {
        try open(directory)
      }
      #expect(try Data(contentsOf: file(directory)) == bytes, "no byte was changed")
      try Fixture.markAsNewer(copy(directory))
      #expect(throws: ChatError.replicaNewer(path: path, earlier: nil)) { try open(directory) }
      #expect(try Fixture.schema(of: copy(directory)).count > 10, "Nothing was changed")
    }
  }

  @Test func `a replica from before the first release is refused, and the error says how to go on`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      let path = Replica.path(in: directory)
      let queue = try DatabaseQueue(path: path)
      try await queue.write {
        try $0.execute(
          sql: """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('v1: chats, messages, members, outbox');
            CREATE TABLE account (id INTEGER PRIMARY KEY, userRecordName TEXT NOT NULL);
            INSERT INTO account VALUES (1, '_alice');
            """)
      }
      try queue.close()
      let bytes = try Data(contentsOf: file(directory))
      let error = #expect(throws: ChatError.self) { try open(directory) }
      #expect(error == .replicaBeforeFirstRelease(path: path))
      #expect(
        error?.description == """
          \(path) was written by a ZoneChat from before version 0.1.0: export its chats with the program that wrote it \
          (‘zonechat export’), move the file to another place, and start again.
          """)
      #expect(try Data(contentsOf: file(directory)) == bytes, "no byte was changed")
    }
  }
}
