import ChatWords
import Foundation
import Testing

struct MuteSpanTests {
  @Test(arguments: [
    ("30m", "2026-11-20 12:30"), ("for 2h", "2026-11-20 14:00"), ("1d", "2026-11-21 12:00"),
    ("tomorrow", "2026-11-21 08:00"), ("until TOMORROW", "2026-11-21 08:00"),
    ("14:00", "2026-11-20 14:00"), ("until 8:00", "2026-11-21 08:00"),
    ("12:00", "2026-11-21 12:00"),
  ])
  func `a time is read as people write it`(text: String, end: String) throws {
    let time = TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB"))
    let span = try #require(MuteSpan(text))
    #expect(time.stamp(span.end(from: ChatWorld.noon, time)) == end)
  }

  @Test(arguments: [
    "", "1", "h", "0h", "-1h", "+1h", "1w", "367d", "99999d", "999999999999999999999m", "24:00",
    "12:60", "1:2", "1:2:3", "later", "for a while", "until", "٣h",
  ])
  func `anything else is none`(text: String) {
    #expect(MuteSpan(text) == nil)
  }

  @Test(arguments: [
    // The night in which summer begins has no 02:30; the one in which it ends has it twice.
    ("Europe/Warsaw", "2026-03-28T22:00:00Z", "02:30", "2026-03-29T01:00:00Z"),
    ("Europe/Warsaw", "2026-10-24T21:00:00Z", "02:30", "2026-10-25T00:30:00Z"),
    ("Europe/Warsaw", "2026-03-28T20:00:00Z", "08:00", "2026-03-29T06:00:00Z"),
  ])
  func `a time of day is that of the clocks on the wall`(
    zone: String, now: String, text: String, end: String
  ) throws {
    let time = TimeText(
      timeZone: try #require(TimeZone(identifier: zone)), locale: Locale(identifier: "en_GB"))
    let begin = try Date(now, strategy: .iso8601)
    let span = try #require(MuteSpan(text))
    #expect(try span.end(from: begin, time) == Date(end, strategy: .iso8601))
  }
}
