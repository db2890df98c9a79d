import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// The date that answers have; the text is made once for all answers of a second.
final class AnswerDate: Sendable {
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private let now: @Sendable () -> Date
  private let last: Mutex<(second: time_t, text: String)>

  init(now: @escaping @Sendable () -> Date) {
    self.now = now
    last = Mutex((0, Self.text(0)))
  }

  /// The present time as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
  var text: String {
    let second = time_t(now().timeIntervalSince1970)
    return last.withLock { last in
      if last.second != second { last = (second, Self.text(second)) }
      return last.text
    }
  }

  /// Source: RFC 9110, section 5.6.7.
  private static func text(_ second: time_t) -> String {
    var second = second
    var parts = tm()
    gmtime_r(&second, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(weekdays[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
      + " \(parts.tm_year + 1900)"
      + " \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }
}
