import CloudModel
import CloudRules
import Foundation
import Synchronization

/// A clock that stands until a test moves it.
final class ManualTime: Sendable {
  private let milliseconds = Mutex(Int64(1_800_000_000_000))

  var now: Date { Date(millisecondsSince1970: milliseconds.withLock { $0 }) }

  func advance(seconds: Double) { advance(milliseconds: Int64(seconds * 1000)) }

  func advance(milliseconds count: Int64) { milliseconds.withLock { $0 += count } }

  /// Deterministic surroundings that show this clock.
  func surroundings(seed: UInt64 = 1) -> Surroundings {
    var surroundings = Surroundings.deterministic(seed: seed)
    surroundings.now = { [self] in now }
    return surroundings
  }
}
