import Foundation
import Testing

/// Requests of every operation, right in their structure and wrong in it, by several people.
///
/// `ZONECHAT_FUZZ_REQUESTS` says how many, `ZONECHAT_FUZZ_SEED` which; `make fuzz` sends 200,000.
@Suite(
  .serialized, .timeLimit(.minutes(FuzzRandom.setting("ZONECHAT_FUZZ_REQUESTS") == nil ? 15 : 600)))
struct StructureFuzzTests {
  /// A cloud takes so many; then another one is made, with the next seed.
  private static let requestsOfACloud = 2000

  @Test func `whatever is sent, stored records can be read, and only by those who may`()
    async throws
  {
    let first = FuzzRandom.setting("ZONECHAT_FUZZ_SEED") ?? 1
    let wanted = FuzzRandom.setting("ZONECHAT_FUZZ_REQUESTS").map { Int($0) }
    var runs = Self.counts(of: wanted ?? 300).enumerated().makeIterator()
    try await withThrowingTaskGroup(of: Void.self) { group in
      func beginNext() {
        guard let (index, count) = runs.next() else { return }
        group.addTask {
          try await Self.run(seed: first + UInt64(index), count: count, isLong: wanted != nil)
        }
      }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { beginNext() }
      while try await group.next() != nil { beginNext() }
    }
  }

  /// The number of requests that each cloud takes.
  private static func counts(of requests: Int) -> [Int] {
    stride(from: 0, to: requests, by: requestsOfACloud).map {
      min(requestsOfACloud, requests - $0)
    }
  }

  private static func run(seed: UInt64, count: Int, isLong: Bool) async throws {
    let figures = try await FuzzRun.run(seed: seed, count: count)
    #expect(figures.answeredWith200 > figures.requests / 10, "seed \(seed)")
    #expect(figures.savedRecords > figures.requests / 30, "seed \(seed)")
    if isLong { print("seed \(seed): \(figures)") }
  }
}
