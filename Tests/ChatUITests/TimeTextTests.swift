import ChatUI
import ChatViews
import Foundation
import Testing

struct TimeTextTests {
  private let time = TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB"))
  private let now = ChatWorld.noon

  @Test func `The list shows time, weekday, date or year`() {
    #expect(time.listTime(now - 3600, now: now) == "11:00")
    #expect(time.listTime(now - 86400, now: now) == "Thu")
    #expect(time.listTime(now - 30 * 86400, now: now) == "21 Oct")
    #expect(time.listTime(now - 400 * 86400, now: now) == "2025")
  }

  @Test func `A day bears its year only when it is another one`() {
    #expect(time.day(now, now: now) == "Fri 20 Nov")
    #expect(time.day(now - 400 * 86400, now: now) == "Thu, 16 Oct 2025")
  }

  @Test func `Times are those of the time zone given`() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 5 * 3600 + 1800))
    let time = TimeText(timeZone: zone, locale: Locale(identifier: "en_GB"))
    #expect(time.clock(now) == "17:30")
    #expect(!time.isSameDay(now, now + 7 * 3600))
  }
}
