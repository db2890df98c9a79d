import CloudModel
import CloudRules
import Foundation
import Synchronization

extension Surroundings {
  /// A clock that ticks a millisecond a look, and a generator from a seed.
  ///
  /// Two worlds that meet on one store need two seeds.
  static func deterministic(seed: UInt64 = 1) -> Surroundings {
    let ticks = Mutex(Int64(1_800_000_000_000))
    let generator = Mutex(SplitMix64(seed: seed))
    return Surroundings(
      now: {
        let milliseconds = ticks.withLock { ticks in
          ticks += 1
          return ticks
        }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      },
      randomBytes: { count in
        generator.withLock { generator in
          (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        }
      })
  }
}
