import ChatCore
import ChatModel
import ChatStore
import CloudModel
import CloudSync
import Foundation
import GRDB
import SyncRules
import Synchronization
import TestSupport
import Testing

struct ReplicaFileTests {
  private let alice = Account(userRecordName: "_alice", name: "alice")

  private func open(_ directory: URL, as account: Account? = nil) throws -> ChatRepository {
    let replica = try Replica(
      directory: directory, account: account ?? alice, now: { Date(timeIntervalSince1970: 1) })
    let names = SharedRandom(seed: UInt64(directory.path.utf8.count))
    return ChatRepository(replica: replica, makeUnique: { names.name() })
  }

  @Test func `written rows are there when the replica is opened again`() async throws {
    try await withTemporaryDirectory { directory in
      let id: ChatID
      do {
        let repository = try open(directory)
        id = try await repository.createChat(title: "Tea")
        try await repository.send("hello", to: id)
      }
      let again = try open(directory)
      #expect(try await again.page(in: id, before: nil, limit: 9).map(\.text) == ["hello"])
      #expect(try await again.currentConnectionStatus().queuedCount == 4)
    }
  }

  @Test func `windows are told that nothing can be written, and that it can again`() async throws {
    try await withTemporaryDirectory { directory in
      let repository = try open(directory)
      let chat = try await repository.createChat(title: "Tea")
      var configuration = Configuration()
      configuration.busyMode = .timeout(60)
      let other = try DatabaseQueue(
        path: directory.appending(path: "replica.sqlite").path, configuration: configuration)
      async let failing = firstValue(of: repository.connectionStatus()) {
        $0.sync.obstacle?.hasPrefix("The local copy cannot be written") == true
      }
      // They stand for a disk that fails.
      let triggers = ["INSERT ON message", "UPDATE ON account"].enumerated()
      try await other.write { db in
        for (number, place) in triggers {
          try db.execute(
            sql: """
              CREATE TRIGGER broken\(number) BEFORE \(place) BEGIN SELECT RAISE(ABORT, 'broken'); END
              """)
        }
      }
      await #expect(throws: ChatError.self) { try await repository.send("lost", to: chat) }
      let status = try await failing
      #expect(status.since == Date(timeIntervalSince1970: 1))
      #expect(status.queuedCount == 3, "what is read is the last state that was written")
      let clock = ManualClock()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          await repository.replica.probeFailedWrites(every: .seconds(5), on: clock)
        }
        // With the second step, one attempt has failed.
        for _ in 0..<2 { await clock.advanceToNextDeadline() }
        try await other.write { db in
          for (number, _) in triggers { try db.execute(sql: "DROP TRIGGER broken\(number)") }
        }
        group.addTask { while !Task.isCancelled { await clock.advanceToNextDeadline() } }
        _ = try await firstValue(of: repository.connectionStatus()) { $0.sync == .connecting }
        group.cancelAll()
      }
    }
  }

  @Test func `another account's replica is refused and left as it is`() async throws {
    try await withTemporaryDirectory { directory in
      let repository = try open(directory)
      _ = try await repository.createChat(title: "Tea")
      #expect(throws: ChatError.self) {
        try open(directory, as: Account(userRecordName: "_bob", name: "bob"))
      }
      #expect(try await repository.currentChatSummaries().map(\.name) == ["Tea"], "I30")
    }
  }

  @Test func `a replica of a newer version is refused and left as it is`() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory.appendingPathComponent("replica.sqlite").path
      _ = try open(directory)
      let dump: @Sendable (Database) throws -> [String] = { db in
        try String.fetchAll(db, sql: "SELECT coalesce(sql, name) FROM sqlite_master ORDER BY 1")
          + String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY 1")
      }
      let queue = try DatabaseQueue(path: path)
      try await queue.write {
        try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v99: from the future')")
      }
      let before = try await queue.read(dump)
      #expect(throws: ChatError.replicaNewer(path: path, earlier: nil)) { try open(directory) }
      #expect(try await queue.read(dump) == before)
    }
  }

  @Test func `a file that is no database is refused with its path`() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory.appendingPathComponent("replica.sqlite").path
      try Data(repeating: 65, count: 4096).write(to: URL(filePath: path))
      #expect(throws: ChatError.self) { try open(directory) }
      #expect(try Data(contentsOf: URL(filePath: path)).count == 4096)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `two processes that start on an empty folder at once both start`() async throws {
    for _ in 0..<5 {
      try await withTemporaryDirectory { directory in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<4 { group.addTask { @concurrent in _ = try open(directory) } }
          try await group.waitForAll()
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a write by one process wakes the observation of another`() async throws {
    try await withTemporaryDirectory { directory in
      let one = try open(directory)
      let two = try open(directory)
      let chat = try await one.createChat(title: "Tea")
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await two.replica.watchOtherProcesses() }
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        group.addTask {
          _ = try await firstValue(of: two.messages(in: chat)) { messages in
            isReady.yield()
            return messages.map(\.text) == ["hello"]
          }
          throw Done()
        }
        for await _ in ready { break }
        try await one.send("hello", to: chat)
        await #expect(throws: Done.self) { try await group.next() }
        group.cancelAll()
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the engine of one process hears what another writes`() async throws {
    try await withTemporaryDirectory { directory in
      let one = try open(directory)
      let two = try open(directory)
      let changes = two.replica.changes()
      _ = try await one.createChat(title: "Tea")
      for await _ in changes { break }
      #expect(try await two.replica.pendingWork().zonesToSend.count == 1)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the second in line leads as soon as the first lets go`() async throws {
    try await withTemporaryDirectory { directory in
      let first = Mutex(try LeaseLock(directory: directory).tryAcquire())
      #expect(first.withLock { $0 != nil })
      #expect(try LeaseLock(directory: directory).tryAcquire() == nil)
      let (holdings, continuation) = AsyncStream.makeStream(of: LeaseLock.Holding.self)
      try LeaseLock(directory: directory).acquire { continuation.yield($0) }
      first.withLock { $0 = nil }
      for await second in holdings {
        #expect(try LeaseLock(directory: directory).tryAcquire() == nil)
        withExtendedLifetime(second) {}
        break
      }
    }
  }

  private struct Done: Error {}
}
