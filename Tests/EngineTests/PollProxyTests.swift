import ChatCore
import ChatModel
import CloudModel
import CloudSync
import NIOCore
import Synchronization
import TestSupport
import Testing

/// Engines behind proxies that treat long polls badly.
@Suite(.servedCloud) struct PollProxyTests {
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      ("cut", PollProxy.Conduct.cuts(after: .seconds(2))),
      ("buffer", .buffers(for: .seconds(2))),
      // Longer than `PollPatience.shortestLife`.
      ("lose", .loses(after: .milliseconds(1200))),
    ])
  func `a message comes at most a poll later, and nobody is told of a cut`(
    name: String, conduct: PollProxy.Conduct
  ) async throws {
    let cloud = try #require(ServedCloud.current)
    let time = TestTime()
    let alice = try await cloud.device(of: "\(name)-alice", time: time)
    try await PollProxy.with(conduct, before: cloud.socketPath) { proxy in
      try await cloud.withDevice(of: "\(name)-bob", at: proxy.url, time: time) { bob in
        let shared = try await SharedChat.make(owner: alice, guests: [bob])
        let chat = try await shared.id(on: bob)
        let obstacles = Obstacles()
        try await withThrowingTaskGroup(of: Void.self) { group in
          let changes = bob.replica.changes()
          group.addTask {
            await bob.engine(clock: ContinuousClock()).run(replicaChanges: changes)
          }
          group.addTask {
            do {
              for try await status in bob.repository.connectionStatus()
              where status.sync.obstacle != nil {
                obstacles.seen.withLock { $0.append(status.sync) }
              }
            } catch is CancellationError {  // The test is over.
            } catch ChatError.interrupted {}  // So it is here.
          }
          for await _ in proxy.polls.prefix(1) {}
          if case .cuts = conduct { for await _ in proxy.cuts.prefix(2) {} }
          let sent = ContinuousClock.now
          try await alice.repository.send("hello", to: shared.ownerChat)
          await alice.sync()
          if case .loses = conduct { for await _ in proxy.cuts.prefix(1) {} }
          let seen = try await firstValue(of: bob.repository.messages(in: chat)) { !$0.isEmpty }
          #expect(seen.map(\.text) == ["hello"])
          // A poll that nothing disturbs lasts 25 seconds, and the engine's own look comes after 15 minutes.
          #expect(sent.duration(to: .now) < .seconds(20))
          group.cancelAll()
          try await group.waitForAll()
        }
        #expect(obstacles.seen.withLock { $0 } == [])
      }
    }
  }
}

/// What a device has told its person of the way to the cloud.
private final class Obstacles: Sendable {
  let seen = Mutex<[SyncStatus]>([])
}
