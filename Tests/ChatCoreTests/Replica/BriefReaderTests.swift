import ChatCore
import ChatModel
import ChatStore
import CloudSync
import Foundation
import GRDB
import SyncRules
import TestSupport
import Testing

/// Readings on the calling thread, beside the connections of a pool.
struct BriefReaderTests {
  @Test(.timeLimit(.minutes(1)))
  func `a reading needs no connection of the pool, and sees what was written last`() async throws {
    try await withTemporaryDirectory { directory in
      var configuration = Configuration()
      configuration.maximumReaderCount = 1
      let pool = try DatabasePool(
        path: directory.appendingPathComponent("table").path, configuration: configuration)
      try await pool.write { try $0.execute(sql: "CREATE TABLE message (text TEXT)") }
      try check(BriefReader(of: pool), beside: pool)
    }
  }

  private func check(_ reader: BriefReader, beside pool: DatabasePool) throws {
    func count() throws -> Int? {
      try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM message") }
    }
    let before = try count()
    #expect(before == 0)
    let meanwhile = try pool.read { _ in
      // The pool's only connection for readings is in use.
      try pool.write { try $0.execute(sql: "INSERT INTO message VALUES ('tea')") }
      return try count()
    }
    #expect(meanwhile == 1)
    #expect(throws: DatabaseError.self) {
      try reader.read { try $0.execute(sql: "DELETE FROM message") }
    }
  }

  /// With fewer threads than tasks, nobody who waits for a connection may keep a thread.
  @Test(.timeLimit(.minutes(1)))
  func `an engine and many windows read at once`() async throws {
    try await withTemporaryDirectory { directory in
      let replica = try Replica(
        directory: directory, account: Account(userRecordName: "_alice", name: "alice"),
        now: TestTime().now)
      let repository = ChatRepository(replica: replica, makeUnique: { "x" })
      let chat = try await repository.createChat(title: "Tea")
      let engine = replica.inTerm(try #require(try await replica.beginTerm()))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            for _ in 0..<50 {
              let page = try await repository.page(in: chat, before: nil, limit: 10)
              #expect(page.isEmpty)
            }
          }
          group.addTask {
            for _ in 0..<50 {
              let work = try await engine.pendingWork()
              #expect(work.zonesToSend.count == 1)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
