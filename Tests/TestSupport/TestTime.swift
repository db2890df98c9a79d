package import Foundation
import Synchronization

/// The wall clock of a world: a millisecond passes with every look.
package final class TestTime: Sendable {
  private let milliseconds = Mutex<Int64>(1_800_000_000_000)

  package init() {}

  package func now() -> Date {
    let time = milliseconds.withLock { time in
      time += 1
      return time
    }
    return Date(timeIntervalSince1970: Double(time) / 1000)
  }

  package func advance(by seconds: Double) {
    milliseconds.withLock { $0 += Int64(seconds * 1000) }
  }
}
