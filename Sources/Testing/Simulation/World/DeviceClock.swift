import Foundation
import Synchronization

/// The wall clock of one device, which may be wrong.
final class DeviceClock: Sendable {
  private let time: VirtualTime
  private let skew: Mutex<Duration>

  init(_ time: VirtualTime, skew: Duration) {
    self.time = time
    self.skew = Mutex(skew)
  }

  func set(skew: Duration) { self.skew.withLock { $0 = skew } }

  func now() -> Date { time.date(ahead: skew.withLock { $0 }) }
}
