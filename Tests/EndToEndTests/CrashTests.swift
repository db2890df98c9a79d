import AsyncHTTPClient
import CloudModel
import Foundation
import NIOCore
import Subprocess
import Synchronization
import Testing

/// The cloud is killed again and again in the middle of random writes.
///
/// `ZONECHAT_CRASH_ROUNDS` makes it longer, `ZONECHAT_CRASH_SEED` repeats what the clients do.
@Suite(.timeLimit(.minutes(15)))
struct CrashTests {
  private static let clients = 8

  @Test func `acknowledged records are there, and refused ones are not`() async throws {
    let environment = ProcessInfo.processInfo.environment
    let seed =
      environment["ZONECHAT_CRASH_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 0...999_999_999)
    let rounds = environment["ZONECHAT_CRASH_ROUNDS"].flatMap { Int($0) } ?? 8
    try await Server.with { server in
      let (answers, answered) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1000))
      let alice = Mutex<Server.Account?>(nil)
      _ = try await server.serve { process in
        let account = try await server.signUp("alice")
        _ = try await server.post(
          "zones/modify", as: account,
          #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#)
        alice.withLock { $0 = account }
        kill(process, SIGKILL)
      }
      let account = try #require(alice.withLock { $0 })
      let ending = CrashEnding()
      try await withThrowingTaskGroup(of: CrashJournal.self) { group in
        for index in 0..<Self.clients {
          group.addTask {
            var client = CrashClient(
              server: server, account: account, index: index, seed: seed)
            while !ending.hasCome {
              if try await client.step() { answered.yield() }
            }
            return client.journal
          }
        }
        var random = SplitMix64(seed: seed)
        var iterator = answers.makeAsyncIterator()
        for _ in 0..<rounds {
          let limit = Int.random(in: 10...120, using: &random)
          let status = try await server.serve { process in
            for _ in 0..<limit { await iterator.next(isolation: #isolation) }
            kill(process, SIGKILL)
          }
          #expect(status == .signaled(SIGKILL))
        }
        let end = try await server.serve { process in
          for _ in 0..<50 { await iterator.next(isolation: #isolation) }
          ending.come()
          var journal = CrashJournal()
          for try await part in group { journal.merge(part) }
          try await CrashVerdict(server: server, account: account, seed: seed).judge(journal)
          kill(process, SIGTERM)
        }
        #expect(end == .exited(0))
      }
    }
  }

  @Test func `nobody skips records that are written after a killed cloud went back to a copy`()
    async throws
  {
    let environment = ProcessInfo.processInfo.environment
    let seed =
      environment["ZONECHAT_CRASH_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 0...999_999_999)
    try await Server.with { server in
      let copy = server.world.home.appendingPathComponent("copy").path
      let before = Mutex<CrashReader?>(nil)
      _ = try await server.serve { process in
        let account = try await server.signUp("alice")
        _ = try await server.post(
          "zones/modify", as: account,
          #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#)
        var client = CrashClient(server: server, account: account, index: 0, seed: seed)
        for _ in 0..<20 { _ = try await client.step() }
        let made = try await server.send(
          "POST", "/extension/1/backup", .bytes(ByteBuffer(string: #"{"path":"\#(copy)"}"#)))
        #expect(made.status == 200)
        for _ in 0..<20 { _ = try await client.step() }
        var reader = CrashReader(server: server, account: account)
        #expect(try await reader.catchUp() == [nil, nil])
        let caughtUp = reader
        before.withLock { $0 = caughtUp }
        kill(process, SIGKILL)
      }
      // Twice: each time the cloud goes on from the copy in another incarnation.
      for round in 0..<2 {
        let restored = try await server.world.run(
          nil, "cloud", "restore", copy, "--data", server.data)
        #expect(restored.code == 0, "\(restored.words)")
        let end = try await server.serve { process in
          let known = before.withLock(\.self)
          var reader = try #require(known)
          var client = CrashClient(
            server: server, account: reader.account, index: 0, seed: seed + UInt64(round) + 1)
          // After a kill it speaks before it listens.
          while try await !client.step() {}
          // The feeds come past where the reader stands.
          for _ in 0..<40 { _ = try await client.step() }
          let expired = "CHANGE_TOKEN_EXPIRED"
          #expect(try await reader.catchUp() == [expired, expired], "seed \(seed)")
          var fresh = CrashReader(server: server, account: reader.account)
          #expect(try await fresh.catchUp() == [nil, nil])
          #expect(reader.tags == fresh.tags, "seed \(seed)")
          let caughtUp = reader
          before.withLock { $0 = caughtUp }
          kill(process, round == 0 ? SIGKILL : SIGTERM)
        }
        #expect(end == (round == 0 ? .signaled(SIGKILL) : .exited(0)))
      }
    }
  }
}
