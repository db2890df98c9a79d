import ChatCore
import ChatModel
import ChatStore
import CloudModel
import CloudSync
import Foundation
import GRDB
import TestSupport
import Testing

/// Replicas of every version that ever landed, opened by this one.
struct UpgradeTests {
  /// A replica in `Tests/Fixtures`, and what its version could keep.
  enum Version: Int, CaseIterable, Sendable {
    case v1 = 1
    case v2, v3, v4, v5, v6, v7, v8
    case v11 = 11

    var fixture: String {
      switch self {
      case .v1: "first/profiles/alice/replica.sql"
      case .v8: "start/profiles/alice/replica.sql"
      case .v11: "replies/profiles/alice/replica.sql"
      default: "steps/replica-\(rawValue).sql"
      }
    }

    var lines: [String] {
      switch self {
      case .v1: ["from alice", "from bob", "to be changed", "to be taken back", "unsent"]
      case .v2: ["from alice 👍", "from bob 🎉", "changed", "(removed)", "unsent"]
      case .v8:
        [
          "edited, unsent 👍", "from bob 🎉", "changed", "(removed)", "with a file notes.txt",
          "unsent",
        ]
      case .v11:
        [
          "edited, unsent 👍", "from bob 🎉", "changed", "(removed)", "with a file notes.txt",
          "an answer", "unsent",
        ]
      default:
        [
          "from alice 👍", "from bob 🎉", "changed", "(removed)", "unsent",
          "with a file notes.txt",
        ]
      }
    }

    var unsent: [String] {
      switch self {
      case .v1: ["message unsent", "title"]
      case .v2: ["message unsent", "title", "reaction"]
      case .v8, .v11: ["message unsent", "message edited, unsent", "reaction", "title"]
      default: ["message unsent", "title", "reaction", "message with a file", "file notes.txt"]
      }
    }
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

  @Test(arguments: Version.allCases)
  func `a replica of every version keeps everything`(_ version: Version) async throws {
    try await withTemporaryDirectory { directory in
      try Fixture.restore(version.fixture, to: file(directory))
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
      #expect(lines == version.lines)
      #expect(try await repository.search("unsent").map(\.message.text).contains("unsent"))
      #expect(try await repository.openDraft(in: crew).left.text == "a draft")
      let members = try await repository.currentMembers(of: crew)
      #expect(Set(members.map(\.status.rawValue)) == ["ACCEPTED", "INVITED"])
      let outbox = try await repository.outbox(of: crew)
      #expect(
        outbox.map { [$0.subject.rawValue, $0.text].compactMap(\.self).joined(separator: " ") }
          == version.unsent)
    }
  }

  @Test(arguments: Version.allCases)
  func `unsent messages are sent after the upgrade`(_ version: Version) async throws {
    try await withTemporaryDirectory { directory in
      try Fixture.restore(version.fixture, to: file(directory))
      let (replica, _) = try open(directory)
      let batch = try #require(try await replica.nextBatch(in: zone(directory), limit: 99))
      let types = batch.entries.compactMap(\.record).map(\.recordType)
      #expect(Set(types).isSuperset(of: ["Message", "ChatSession"]))
      #expect(types.contains("MessageReaction") == (version != .v1))
    }
  }

  @Test(arguments: Version.allCases)
  func `an upgraded replica has the tables of a new one`(_ version: Version) async throws {
    try await withTemporaryDirectory { directory in
      let (old, new) = (directory.appending(path: "old"), directory.appending(path: "new"))
      try Fixture.restore(version.fixture, to: file(old))
      try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
      for place in [old, new] { try Replica.prepare(in: place) }
      #expect(try Fixture.schema(of: file(old)) == Fixture.schema(of: file(new)))
    }
  }

  @Test func `ended chats of which nothing was ever here go with the upgrade`() async throws {
    try await withTemporaryDirectory { directory in
      let ghosts = ["chat-gone", "chat-left"]
      try Fixture.restore(Version.v11.fixture, to: file(directory))
      let queue = try DatabaseQueue(path: Replica.path(in: directory))
      try await queue.write { db in
        for (zone, name, renamedAt, ending) in [
          (ghosts[0], "", 0, "deleted"), (ghosts[1], "", 0, "lostAccess"),
          ("chat-had", "Had", 1, "lostAccess"), ("chat-written", "", 0, "lostAccess"),
        ] {
          try db.execute(
            sql: """
              INSERT INTO chat (zoneName, ownerName, name, createdAt, permission, renamedAt, ending,
                lastSeenMessageID)
              VALUES (?, '_olga', ?, 1, 'READ_ONLY', ?, ?, -1)
              """, arguments: [zone, name, renamedAt, ending])
        }
        // Somebody has written in one, and something waited for another when the program was killed.
        try db.execute(
          sql: """
            INSERT INTO draft (chatID, window, text)
              SELECT id, '', 'precious' FROM chat WHERE zoneName = 'chat-written';
            INSERT INTO wait (chatID, scope, until, reason)
              SELECT id, 'zone', 1, 'busy' FROM chat WHERE zoneName = 'chat-gone';
            """)
      }
      try queue.close()
      let (_, repository) = try open(directory)
      let summaries = try await repository.currentChatSummaries()
      #expect(summaries.map(\.name).contains("Plans"))
      #expect(
        Set(summaries.map(\.zoneName)).intersection(ghosts + ["chat-had", "chat-written"])
          == ["chat-had", "chat-written"])
    }
  }

  @Test func `the file from before the upgrade is kept, once, for the version from before`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      try Fixture.restore(Version.v2.fixture, to: file(directory))
      let tables = try Fixture.schema(of: file(directory))
      try Replica.prepare(in: directory)
      #expect(try Fixture.schema(of: copy(directory)) == tables)
      let beside = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(
        beside.filter { $0.hasPrefix("replica.sqlite.") } == ["replica.sqlite.before-upgrade"])
      let mode = try FileManager.default.attributesOfItem(atPath: copy(directory).path)[
        .posixPermissions]
      #expect(mode as? Int == 0o600)
      // Nothing is upgraded any more, so the copy stays.
      try Replica.prepare(in: directory)
      #expect(try Fixture.schema(of: copy(directory)) == tables)
      // The next upgrade takes its place.
      try remove(file(directory))
      try Fixture.restore(Version.v5.fixture, to: file(directory))
      try Replica.prepare(in: directory)
      #expect(try Fixture.schema(of: copy(directory)) != tables)
      // Who goes back has everything.
      try remove(file(directory))
      try FileManager.default.moveItem(at: copy(directory), to: file(directory))
      let (_, repository) = try open(directory)
      #expect(try await repository.currentChatSummaries().count == 2)
    }
  }

  @Test func `an upgrade that goes on after an interruption keeps the file from before it`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      // The first attempt came from version 2 to version 5.
      let unfinished = URL(filePath: Replica.path(in: directory) + ".upgrading")
      try Fixture.restore(Version.v2.fixture, to: unfinished)
      let tables = try Fixture.schema(of: unfinished)
      try Fixture.restore(Version.v5.fixture, to: file(directory))
      try Replica.prepare(in: directory)
      #expect(try Fixture.schema(of: copy(directory)) == tables)
      #expect(!FileManager.default.fileExists(atPath: unfinished.path))
    }
  }

  @Test func `of processes that upgrade at once one does it, and keeps the file from before`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      try Fixture.restore(Version.v2.fixture, to: file(directory))
      let tables = try Fixture.schema(of: file(directory))
      try await withThrowingTaskGroup { group in
        for _ in 0..<6 {
          group.addTask { @concurrent in
            let account = Account(
              userRecordName: "_b0662bcf9fd4417d47559cf9acd35d4a", name: "alice")
            _ = try Replica(directory: directory, account: account, now: TestTime().now)
          }
        }
        try await group.waitForAll()
      }
      #expect(try Fixture.schema(of: copy(directory)) == tables)
      let (_, repository) = try open(directory)
      #expect(try await repository.currentChatSummaries().count == 2)
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
      try Fixture.restore(Version.v5.fixture, to: file(directory))
      try Replica.prepare(in: directory)
      try Fixture.markAsNewer(file(directory))
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

  @Test func `an unsent name of the first version is younger than the cloud's`() async throws {
    try await withTemporaryDirectory { directory in
      try Fixture.restore(Version.v1.fixture, to: file(directory))
      let (replica, repository) = try open(directory)
      let zone = try zone(directory)
      #expect(try await replica.position(in: zone)?.changeToken == nil, "the chat is fetched anew")
      let batch = try #require(try await replica.nextBatch(in: zone, limit: 9))
      let entry = try #require(batch.entries.first { $0.record?.recordType == "ChatSession" })
      // The cloud's copy, of a version without times, is the older name.
      var server = try #require(entry.record)
      (server["name"], server["renamedAt"]) = (.string("Their name"), nil)
      server.recordChangeTag = "s2"
      try await replica.apply(
        [OutboxOutcome(id: entry.id, result: .conflict(server: server))], in: zone)
      #expect(try await repository.currentChatSummaries().map(\.name).contains("Crew, renamed"))
    }
  }

  @Test func `a newer version may change the same fields of earlier messages`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      let queue = try DatabaseQueue(path: Replica.path(in: directory))
      try await queue.write { db in db.add(function: SearchableText.function) }
      try ReplicaSchema.migrator.migrate(queue, upTo: "v18: the order of changed chats")
      var fields = UnknownFields()
      fields.values["replyTo"] = .string("m1")
      let unknown = try fields.encoded()
      let long = String(repeating: "é", count: 50_000)
      try await queue.write { db in
        try db.execute(
          sql: """
            INSERT INTO account (id, userRecordName) VALUES (1, '_alice');
            INSERT INTO chat (zoneName, ownerName, name, createdAt, permission, isHistoryComplete)
              VALUES ('chat-1', '_alice', 'Crew', 1, 'READ_WRITE', 1);
            """)
        for (name, text, unknown) in [("m1", long, nil), ("m2", "yes", unknown)] {
          try db.execute(
            sql: """
              INSERT INTO message (chatID, recordName, senderID, text, timestamp, epoch, changeTag,
                unknownFields)
              VALUES (1, ?, '_olga', ?, 1, 0, '1', ?)
              """, arguments: [name, text, unknown])
        }
        try db.execute(sql: "UPDATE message SET text = 'no', revision = 1 WHERE recordName = 'm2'")
      }
      try queue.close()
      let (_, repository) = try open(directory)
      let chat = try #require(try await repository.currentChatSummaries().first).id
      let messages = try await repository.page(in: chat, before: nil, limit: 9)
      #expect(messages.map(\.replyTo?.recordName) == [nil, "m1"])
      #expect(MessageText.isCut(messages[0].text) && !messages[0].isEdited)
      #expect(messages[1].isEdited)
      #expect(
        try await repository.editHistory(of: messages[1].id) == [
          Message.Version(text: "yes", writtenAt: Date(millisecondsSince1970: 1))
        ])
    }
  }
}
