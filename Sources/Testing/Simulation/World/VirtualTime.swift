import Foundation
import Synchronization

/// The world's time as its parts read it: a wall clock for each, from one virtual time.
final class VirtualTime: Sendable {
  /// 2027-01-15T08:00:00Z.
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)

  private let elapsed = Mutex(Duration.zero)

  func move(to time: Duration) { elapsed.withLock { $0 = time } }

  func date(ahead skew: Duration = .zero) -> Date {
    let time = elapsed.withLock { $0 } + skew
    return Self.start.addingTimeInterval(time.seconds)
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// Seconds with milliseconds, for people.
  var label: String {
    let milliseconds =
      Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
