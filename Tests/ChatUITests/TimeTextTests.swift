import ChatUI
import ChatWords
import CloudModel
import Foundation
import Testing

struct TimeTextTests {
  private let time = TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB"))
  private let now = ChatWorld.noon

  @Test func `the list shows time, weekday, date or year`() {
    #expect(time.listTime(now - 3600, now: now) == "11:00")
    #expect(time.listTime(now - 86400, now: now) == "Thu")
    #expect(time.listTime(now - 30 * 86400, now: now) == "21 Oct")
    #expect(time.listTime(now - 400 * 86400, now: now) == "2025")
  }

  @Test func `a day bears its year only when it is another one`() {
    #expect(time.day(now, now: now) == "Fri 20 Nov")
    #expect(time.day(now - 400 * 86400, now: now) == "Thu, 16 Oct 2025")
  }

  @Test(arguments: [
    (["LC_TIME": "de_DE.UTF-8", "LANG": "fr_FR.UTF-8"], "Fr. 20. Nov."),
    (["LANG": "fr_FR@euro"], "ven. 20 nov."), (["LANG": "zh_CN.UTF-8"], "11月20日 周五"),
    (["LC_ALL": "C.UTF-8", "LC_TIME": "de_DE.UTF-8"], "Fri, 20 Nov"),
    (["LC_ALL": "", "LANG": "ja_JP"], "11月20日(金)"), (["LANG": "../../etc"], "Fri, 20 Nov"),
    ([:], "Fri, 20 Nov"),
  ])
  func `days are written as the person's locale says`(environment: [String: String], day: String) {
    let time = TimeText(timeZone: .gmt, locale: TimeText.locale(in: environment))
    #expect(time.day(now, now: now) == day)
  }

  @Test func `times are those of the time zone given`() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 5 * 3600 + 1800))
    let time = TimeText(timeZone: zone, locale: Locale(identifier: "en_GB"))
    #expect(time.clock(now) == "17:30")
    #expect(!time.isSameDay(now, now + 7 * 3600))
  }

  @Test(arguments: [
    // Summer begins, summer ends; where clocks go forward at midnight, the day begins at one.
    ("Europe/Warsaw", 2026, 3, 29, 23.0), ("Europe/Warsaw", 2026, 10, 25, 25),
    ("Australia/Lord_Howe", 2026, 10, 4, 23.5), ("Asia/Beirut", 2026, 3, 28, 24),
    ("Asia/Beirut", 2026, 3, 29, 23), ("Asia/Kathmandu", 2026, 12, 31, 24),
    // The day that Samoa left out.
    ("Pacific/Apia", 2011, 12, 29, 24),
  ])
  func `the next day begins when the calendar says so`(
    name: String, year: Int, month: Int, day: Int, hours: Double
  ) throws {
    let zone = try #require(TimeZone(identifier: name))
    let time = TimeText(timeZone: zone, locale: Locale(identifier: "en_GB"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let noon = try #require(
      calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12)))
    let start = calendar.startOfDay(for: noon)
    let next = start + hours * 3600
    for moment in [start, noon, next - 1] { #expect(time.nextDay(after: moment) == next) }
    #expect(time.nextDay(after: next) > next && !time.isSameDay(next - 1, next))
  }

  @Test(arguments: [
    "Europe/Warsaw", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia",
    "Africa/Monrovia",
  ])
  func `remembered times are those of the calendar, also where the clocks change`(
    name: String
  ) throws {
    let zone = try #require(TimeZone(identifier: name))
    try expectCalendarTimes(in: zone, seed: UInt64(name.utf8.count))
  }

  @Test(arguments: [420, -5520, 45_296])
  func `a zone that differs from all others has its own times`(seconds: Int) throws {
    try expectCalendarTimes(in: #require(TimeZone(secondsFromGMT: seconds)), seed: 7)
  }

  /// Compares clock and day with the calendar's at random moments from 1969 to 2040, each together with its neighbours
  /// of the same quarter of an hour.
  private func expectCalendarTimes(in zone: TimeZone, seed: UInt64) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let time = TimeText(timeZone: zone, locale: Locale(identifier: "en_GB"))
    var random = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      let first = Date(timeIntervalSince1970: Double.random(in: -3e7..<2.2e9, using: &random))
      for date in [first, first + 61, first + 830, first + 3600] {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        let text = String(format: "%02d:%02d", parts.hour ?? -1, parts.minute ?? -1)
        #expect(time.clock(date) == text, "\(date) in \(zone)")
        let other = date + Double.random(in: -90_000..<90_000, using: &random)
        #expect(time.isSameDay(date, other) == calendar.isDate(date, inSameDayAs: other))
      }
    }
  }
}
