package import Foundation

/// Times as every command prints them for people; programs get them as JSON, in UTC.
extension Output {
  /// The unit of the last digits of a printed time.
  package enum TimeUnit: Sendable { case minutes, seconds, milliseconds }

  /// A moment as it is called here: `2026-11-27 01:05`.
  package static func time(
    _ date: Date, to unit: TimeUnit = .minutes, in timeZone: TimeZone = .current
  ) -> String {
    let style = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
      .dateTimeSeparator(.space)
    return text(date, style, to: unit)
  }

  /// The time of day alone: `01:05:59`.
  package static func timeOfDay(
    _ date: Date, to unit: TimeUnit = .seconds, in timeZone: TimeZone = .current
  ) -> String {
    text(date, Date.ISO8601FormatStyle(timeZone: timeZone), to: unit)
  }

  private static func text(
    _ date: Date, _ style: Date.ISO8601FormatStyle, to unit: TimeUnit
  ) -> String {
    let text = date.formatted(style.time(includingFractionalSeconds: unit == .milliseconds))
    return unit == .minutes ? String(text.dropLast(":00".count)) : text
  }
}
