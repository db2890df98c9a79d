import Foundation
import Testing

/// Random runs; `ZONECHAT_SYNC_RUNS` says how many, `ZONECHAT_SYNC_SEED` which is the first.
///
/// `make sync` takes a thousand.
@Suite struct RandomSyncTests {
  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test func `people and devices end with the same notes, whatever the cloud does`() async throws {
    let first = Self.setting("ZONECHAT_SYNC_SEED") ?? 1
    let runs = Self.setting("ZONECHAT_SYNC_RUNS") ?? 100
    try await withThrowingTaskGroup(of: Void.self) { group in
      var seeds = (first..<first + runs).makeIterator()
      func next() {
        guard let seed = seeds.next() else { return }
        group.addTask {
          try await SyncWorld.with { world in
            let problems = try await RandomSync.run(seed, in: world)
            #expect(problems.isEmpty, "seed \(seed): \(problems.joined(separator: "; "))")
          }
        }
      }
      for _ in 0..<4 { next() }
      while try await group.next() != nil { next() }
    }
  }
}
