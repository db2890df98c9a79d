import Foundation

/// The days and times of a log at the place where it was written.
struct LogClock {
  private let calendar: Calendar

  init(_ timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// A moment; nil where there is no such day.
  ///
  /// A time that occurs twice is the first of the two.
  func date(year: Int, month: Int, day: Int, time: Time) -> Date? {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    return calendar.date(
      from: DateComponents(
        year: year, month: month, day: day, hour: time.hour, minute: time.minute,
        second: time.second))
  }

  /// `14:02` or `14:02:33`.
  struct Time {
    var hour: Int
    var minute: Int
    var second: Int

    init?(_ text: some StringProtocol) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { LogClock.number($0) }
      guard numbers.count == parts.count, (2...3).contains(numbers.count),
        (0..<24).contains(numbers[0]), (0..<60).contains(numbers[1]),
        numbers.count == 2 || (0...60).contains(numbers[2])
      else { return nil }
      (hour, minute, second) = (numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0)
    }
  }

  /// Up to four ASCII digits, without a sign.
  static func number(_ text: some StringProtocol) -> Int? {
    guard (1...4).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}
