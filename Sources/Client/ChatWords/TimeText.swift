import ChatModel
package import ClientSettings
package import Foundation
import Synchronization

/// Moments as a person at this place reads them.
package struct TimeText: Sendable {
  private let calendar: Calendar
  private let locale: Locale
  private let timeZone: TimeZone
  private var clockFormat = ClockFormat.hours24
  private let local: LocalTimes
  private let dayTexts = DayTexts()

  package init(timeZone: TimeZone, locale: Locale) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    calendar.locale = locale
    self.calendar = calendar
    self.locale = locale
    self.timeZone = timeZone
    local = LocalTimes(calendar: calendar)
  }

  /// Moments as the person reads them who has started this process.
  package init(environment: [String: String]) {
    self.init(timeZone: .current, locale: Self.locale(in: environment))
  }

  /// The locale of dates: `LC_ALL`, else `LC_TIME`, else `LANG`; the first of them that is not empty.
  ///
  /// `Locale.current` knows none of them on Linux. For `C`, and for what nobody knows, the words are English and the
  /// day stands before the month. Source: locale(7).
  package static func locale(in environment: [String: String]) -> Locale {
    let named = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    // `de_DE.UTF-8@euro`: the encoding and the variant say nothing of dates.
    let name = named.map { String($0.prefix { $0 != "." && $0 != "@" }) } ?? ""
    let language = String(name.prefix { $0 != "_" })
    let isKnown = Locale.availableIdentifiers.contains(language)
    return Locale(identifier: isKnown ? name : "en_001")
  }

  /// The same with another way to write the time of day.
  package func with(_ clock: ClockFormat) -> TimeText {
    var text = self
    text.clockFormat = clock
    return text
  }

  /// The most columns of `clock(_:)`.
  package static func columns(of clock: ClockFormat) -> Int {
    switch clock {
    case .hours24: 5
    case .hours12: 7
    }
  }

  /// `14:02` or `2:02pm`.
  package func clock(_ date: Date) -> String {
    let (hour, rest) = local[date].minute.quotientAndRemainder(dividingBy: 60)
    let minute = Self.twoDigits(rest)
    switch clockFormat {
    case .hours24: return Self.twoDigits(hour) + ":" + minute
    case .hours12: return "\((hour + 11) % 12 + 1):\(minute)\(hour < 12 ? "am" : "pm")"
    }
  }

  /// `2026-11-19 14:02`; years have four digits at least.
  package func stamp(_ date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    let year = String(parts.year ?? 0)
    let padded = String(repeating: "0", count: max(0, 4 - year.count)) + year
    let day = Self.twoDigits(parts.month ?? 0) + "-" + Self.twoDigits(parts.day ?? 0)
    return padded + "-" + day + " " + clock(date)
  }

  /// The beginning of a day as a person writes it (`WrittenDay`); nil for anything else, and for a date that the
  /// calendar does not have.
  package func startOfDay(_ text: String, now: Date) -> Date? {
    guard let written = WrittenDay(text) else { return nil }
    let today = calendar.startOfDay(for: now)
    switch written {
    case .daysAgo(let count):
      return calendar.date(byAdding: .day, value: -count, to: today).map {
        calendar.startOfDay(for: $0)
      }
    case .weekday(let wanted):
      let count = (calendar.component(.weekday, from: today) - wanted + 7) % 7
      return calendar.date(byAdding: .day, value: -count, to: today).map {
        calendar.startOfDay(for: $0)
      }
    case .date(let year, let month, let day):
      let parts = DateComponents(year: year, month: month, day: day)
      guard let date = calendar.date(from: parts),
        calendar.dateComponents([.year, .month, .day], from: date) == parts
      else { return nil }
      return date
    }
  }

  /// `Thu 19 Nov`, with the year when it is not this one.
  package func day(_ date: Date, now: Date) -> String {
    dayTexts.text(.rule, of: local[date], now: local[now]) {
      let style = style.weekday(.abbreviated).day().month(.abbreviated)
      return isSameYear(date, now) ? date.formatted(style) : date.formatted(style.year())
    }
  }

  /// `Thursday 19 November`, with the year when it is not this one.
  package func longDay(_ date: Date, now: Date) -> String {
    dayTexts.text(.long, of: local[date], now: local[now]) {
      let style = style.weekday(.wide).day().month(.wide)
      return isSameYear(date, now) ? date.formatted(style) : date.formatted(style.year())
    }
  }

  /// The time today, the weekday this week, else the date; at most 8 columns in most languages.
  package func listTime(_ date: Date, now: Date) -> String {
    if isSameDay(date, now) { return clock(date) }
    return dayTexts.text(.list, of: local[date], now: local[now]) {
      let days = calendar.dateComponents(
        [.day], from: calendar.startOfDay(for: date), to: calendar.startOfDay(for: now))
      if let days = days.day, (1...6).contains(days) {
        return date.formatted(style.weekday(.abbreviated))
      }
      return isSameYear(date, now)
        ? date.formatted(style.day().month(.abbreviated)) : date.formatted(style.year())
    }
  }

  /// The time, with the day before it when that is not today.
  package func moment(_ date: Date, now: Date) -> String {
    isSameDay(date, now) ? clock(date) : day(date, now: now) + " " + clock(date)
  }

  /// The beginning of the next day: midnight, or what follows where clocks go forward at midnight.
  package func nextDay(after date: Date) -> Date {
    // A day has 23 to 25 hours, so this is within the next one.
    calendar.startOfDay(for: calendar.startOfDay(for: date) + 36 * 3600)
  }

  /// The next moment at which clocks show a time of day; where they skip it, the moment to which they go on.
  package func next(hour: Int, minute: Int, after date: Date) -> Date {
    let next = calendar.nextDate(
      after: date, matching: DateComponents(hour: hour, minute: minute, second: 0),
      matchingPolicy: .nextTime)
    // Each day has each time of day, so there is one.
    return next ?? nextDay(after: date)
  }

  /// The minutes since midnight that clocks show.
  package func minuteOfDay(_ date: Date) -> Int { local[date].minute }

  /// Reports each day that begins, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - clock: waits for the end of the day.
  ///   - now: the time of day; it is asked again after each wait, because it may have been set meanwhile.
  ///   - report: is called once for each day that has begun.
  package func watchDays(
    clock: any Clock<Duration>, now: @Sendable () -> Date, report: @Sendable () -> Void
  ) async {
    var shown = now()
    while true {
      let moment = now()
      if !isSameDay(shown, moment) { report() }
      shown = moment
      let rest = nextDay(after: moment).timeIntervalSince(moment)
      // Cancelled when nothing is shown any more.
      guard (try? await clock.sleep(for: .seconds(rest))) != nil else { return }
    }
  }

  package func isSameDay(_ a: Date, _ b: Date) -> Bool {
    local[a].isSameDay(as: local[b])
  }

  private func isSameYear(_ a: Date, _ b: Date) -> Bool {
    local[a].year == local[b].year
  }

  private var style: Date.FormatStyle {
    Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone)
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

/// The words for days, which every picture asks for again.
private final class DayTexts: Sendable {
  enum Place: Hashable {
    case rule
    case long
    case list
  }

  private struct Key: Hashable {
    var place: Place
    /// The day and the day on which it is said: year, month, day.
    var days: [Int]
  }

  private static let limit = 512

  private let known = Mutex<[Key: String]>([:])

  func text(
    _ place: Place, of date: LocalTime, now: LocalTime, making make: () -> String
  ) -> String {
    let days = [date.year, date.month, date.day, now.year, now.month, now.day]
    let key = Key(place: place, days: days)
    return known.withLock { known in
      if let text = known[key] { return text }
      if known.count >= Self.limit { known = [:] }
      let text = make()
      known[key] = text
      return text
    }
  }
}
