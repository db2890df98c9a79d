import CloudServer
import Foundation
import Synchronization

extension Surroundings {
  /// A clock that ticks a millisecond a look, and a generator from a seed.
  ///
  /// Two worlds that meet on one store need two seeds.
  static func deterministic(seed: UInt64 = 1) -> Surroundings {
    let ticks = Mutex(Int64(1_800_000_000_000))
    let generator = Mutex(seed)
    return Surroundings(
      now: {
        let milliseconds = ticks.withLock { ticks in
          ticks += 1
          return ticks
        }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      },
      randomBytes: { count in
        generator.withLock { state in (0..<count).map { _ in Self.nextByte(&state) } }
      })
  }

  /// Source: SplitMix64.
  private static func nextByte(_ state: inout UInt64) -> UInt8 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt8(truncatingIfNeeded: z ^ (z >> 31))
  }
}
