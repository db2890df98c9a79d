import ChatCore
import ChatModel
import ChatStore
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// One engine at a time, also where one is stopped and goes on later.
struct LeaseTests {
  private let alice = Account(userRecordName: "_alice", name: "alice")

  private func open(_ directory: URL) throws -> Replica {
    try Replica(directory: directory, account: alice, now: { Date(timeIntervalSince1970: 1) })
  }

  @Test func `an engine whose term is over writes nothing any more`() async throws {
    try await withTemporaryDirectory { directory in
      let replica = try open(directory)
      let repository = ChatRepository(replica: replica, makeUnique: { "x" })
      let chat = try await repository.createChat(title: "Tea")
      let old = replica.inTerm(try #require(try await replica.beginTerm()))
      let zone = try #require(try await old.pendingWork().zonesToSend.first)
      let batch = try #require(try await old.nextBatch(in: zone, limit: 9, selecting: .everything))
      // Another process takes over.
      let other = try open(directory)
      let new = other.inTerm(try #require(try await other.beginTerm()))
      try await new.recover()
      let outcomes = batch.acknowledged(by: "_x")
      await #expect(throws: ChatError.engineReplaced) {
        _ = try await old.apply(outcomes, of: batch)
      }
      await #expect(throws: ChatError.engineReplaced) {
        try await old.publish(SyncReport(status: .upToDate), now: .zero)
      }
      #expect(try await new.pendingWork().zonesToSend == [zone], "the new engine sends it again")
      // What a person writes has nothing to do with it.
      try await repository.send("hello", to: chat)
    }
  }

  @Test func `of two that take over from the same engine one succeeds`() async throws {
    try await withTemporaryDirectory { directory in
      let (one, two) = (try open(directory), try open(directory))
      let term = try await one.leaseState().term
      #expect(try await one.beginTerm(after: term) == term + 1)
      #expect(try await two.beginTerm(after: term) == nil)
    }
  }

  @Test func `an engine that is stopped while it writes says nothing about the disk`() async throws
  {
    try await withTemporaryDirectory { directory in
      let replica = try open(directory)
      let repository = ChatRepository(replica: replica, makeUnique: { "x" })
      await withTaskGroup { group in
        group.addTask {
          withUnsafeCurrentTask { $0?.cancel() }
          await #expect(throws: ChatError.interrupted) {
            try await replica.publish(SyncReport(status: .upToDate), now: .zero)
          }
        }
      }
      #expect(try await repository.currentConnectionStatus().sync == .connecting)
    }
  }

  @Test func `questions to the engine are numbered, heard and answered`() async throws {
    try await withTemporaryDirectory { directory in
      let replica = try open(directory)
      #expect(try await replica.askEngine(for: .ping) == 1)
      #expect(try await replica.askEngine(for: .look) == 2)
      #expect(try await replica.askEngine(for: .ping) == 3)
      try await replica.hear(3)
      try await replica.answerLook(2)
      // A late answer to an earlier one takes nothing back.
      try await replica.hear(1)
      let state = try await replica.leaseState()
      #expect((state.asked, state.heard) == (3, 3))
      #expect((state.lookAsked, state.looked) == (2, 2))
    }
  }

  @Test func `a lock that was replaced is nobody's, and the new one is held`() async throws {
    try await withTemporaryDirectory { directory in
      let lock = LeaseLock(directory: directory)
      let old = try #require(try lock.tryAcquire())
      let place = lock.place
      let new = try lock.replace()
      #expect(lock.place != place)
      #expect(try lock.tryAcquire() == nil)
      withExtendedLifetime(old) {}
      withExtendedLifetime(new) {}
    }
    try await withTemporaryDirectory { directory in
      let lock = LeaseLock(directory: directory)
      let old = try #require(try lock.tryAcquire())
      do { _ = try lock.replace() }
      #expect(try lock.tryAcquire() != nil, "its holder has ended; the old one does not count")
      withExtendedLifetime(old) {}
    }
  }

  @Test func `a folder or a pipe in the place of a file gets a sentence, and nobody waits`() throws
  {
    try withFolder { directory in
      try #require(mkdir(directory.path + "/engine.lock", 0o700) == 0)
      #expect(throws: ChatError.notAFile(path: directory.path + "/engine.lock")) {
        try LeaseLock(directory: directory).tryAcquire()
      }
    }
    try withFolder { directory in
      _ = try open(directory)
      let bell = directory.path + "/replica.bell"
      try #require(unlink(bell) == 0 && mkfifo(bell, 0o600) == 0)
      #expect(throws: ChatError.notAFile(path: bell)) { try open(directory) }
    }
  }

  @Test func `a replica that was emptied is not begun anew without a word`() throws {
    try withFolder { directory in
      _ = try open(directory)
      let path = directory.path + "/replica.sqlite"
      for end in ["-wal", "-shm"] { unlink(path + end) }
      try #require(truncate(path, 0) == 0)
      #expect(throws: ChatError.replicaEmptied(path: path)) { try open(directory) }
      #expect(FileManager.default.contents(atPath: path)?.count == 0)
    }
  }

  @Test func `a replica that was here and is missing is not begun anew without a word`() throws {
    try withFolder { directory in
      _ = try open(directory)
      let path = directory.path + "/replica.sqlite"
      for end in ["-wal", "-shm", ""] { unlink(path + end) }
      let error = #expect(throws: ChatError.replicaMissing(path: path)) { try open(directory) }
      #expect(try #require(error).description.contains("what was not sent is lost"))
      #expect(!FileManager.default.fileExists(atPath: path))
      // The way out that the sentence names takes the sign of the earlier one away.
      unlink(directory.path + "/replica.bell")
      _ = try open(directory)
    }
  }

  @Test func `a damaged replica is not quoted, and the way out is said`() throws {
    try withFolder { directory in
      let path = directory.path + "/replica.sqlite"
      try Data("This is no database, but a secret. ".utf8).write(to: URL(filePath: path))
      let error = #expect(throws: ChatError.self) { try open(directory) }
      #expect(error == .replicaDamaged(path: path))
      let sentence = try #require(error).description
      #expect(sentence.contains("doctor --repair") && !sentence.contains("secret"))
    }
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "zonechat-term-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory)
  }
}
