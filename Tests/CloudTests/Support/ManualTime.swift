import CloudRules
import Foundation
import Synchronization

/// A clock that a test moves.
final class ManualTime: Sendable {
  private let milliseconds = Mutex(Int64(1_800_000_000_000))

  func advance(seconds: Int64) { milliseconds.withLock { $0 += seconds * 1000 } }

  /// Deterministic surroundings that show this clock.
  func surroundings(seed: UInt64 = 1) -> Surroundings {
    var surroundings = Surroundings.deterministic(seed: seed)
    surroundings.now = { [self] in
      Date(timeIntervalSince1970: Double(milliseconds.withLock { $0 }) / 1000)
    }
    return surroundings
  }
}
