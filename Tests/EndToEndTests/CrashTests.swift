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

  @Test func `what was acknowledged is there, what was refused is not`() async throws {
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
        var random = CrashRandom(seed: seed)
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
}
