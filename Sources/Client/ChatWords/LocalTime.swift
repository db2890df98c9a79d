import Foundation
import Synchronization

/// A moment as the clock on a wall shows it.
struct LocalTime: Equatable {
  var year: Int
  var month: Int
  var day: Int
  /// The minutes since midnight by the hands of the clock.
  var minute: Int

  func isSameDay(as other: Self) -> Bool {
    (year, month, day) == (other.year, other.month, other.day)
  }
}

/// Local times in one time zone: the calendar is asked once for each quarter of an hour, because a screen asks for the
/// same few moments in every picture.
///
/// Since 1973 the clocks of all countries change at quarters of an hour of UTC, and all differ from it by
/// quarters. Source: the time zone database; Liberia was the last to keep a part of one, until 1972. In a zone that
/// somebody has made up, the calendar is asked each time.
final class LocalTimes: Sendable {
  private static let quarter = 900
  /// From 1973 to the end of 9999.
  private static let regular = 94_694_400.0..<253_402_300_800.0
  /// More than a screen shows.
  private static let limit = 1024

  private let calendar: Calendar
  private let known = Mutex<[Int: LocalTime]>([:])

  init(calendar: Calendar) { self.calendar = calendar }

  subscript(date: Date) -> LocalTime {
    let seconds = date.timeIntervalSince1970
    guard Self.regular.contains(seconds) else { return ask(date) }
    let (quarter, rest) = Int(seconds).quotientAndRemainder(dividingBy: Self.quarter)
    var time = known.withLock { known in
      if let time = known[quarter] { return time }
      if known.count >= Self.limit { known = [:] }
      let time = ask(Date(timeIntervalSince1970: Double(quarter * Self.quarter)))
      known[quarter] = time
      return time
    }
    guard time.minute.isMultiple(of: Self.quarter / 60) else { return ask(date) }
    time.minute += rest / 60
    return time
  }

  private func ask(_ date: Date) -> LocalTime {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    return LocalTime(
      year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0,
      minute: (parts.hour ?? 0) * 60 + (parts.minute ?? 0))
  }
}
