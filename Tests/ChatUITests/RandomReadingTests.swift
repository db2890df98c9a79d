import Foundation
import Testing

/// Random steps: arrivals, edits, removals, older messages, two windows, sizes, keys.
///
/// `make reading` takes ten thousand. `ZONECHAT_STEPS` sets the number of steps of each seed, `ZONECHAT_SEED` the
/// only seed.
@MainActor
struct RandomReadingTests {
  private nonisolated static let seeds: [UInt64] =
    setting("ZONECHAT_SEED").map { [UInt64($0)] } ?? Array(1...20)
  private static let stepCount = setting("ZONECHAT_STEPS") ?? 30

  private nonisolated static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(arguments: seeds)
  func `the text that a person reads stays in its place, and the unread line is true`(
    seed: UInt64
  ) async throws {
    let reading = try await RandomReading(seed: seed)
    for number in 1...Self.stepCount {
      guard try await reading.step() else {
        Issue.record("seed \(seed), step \(number)")
        return
      }
    }
  }
}
