/// A day as a person writes it: `2026-11-01`, `today`, `yesterday`, `7d`, `2w`, or the English name of a weekday.
package enum WrittenDay: Hashable, Sendable {
  case date(year: Int, month: Int, day: Int)
  /// So many days before today.
  case daysAgo(Int)
  /// The latest such day, today included; 1 is Sunday, as `Calendar` counts.
  case weekday(Int)

  /// The forms, for a sentence about a text that has none of them.
  package static let forms = "2026-11-01, today, yesterday, 7d, 2w or monday"

  /// Our choice: nobody looks for a day a hundred years ago by its distance.
  private static let longestDays = 36_500
  private static let weekdays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  /// Nil for a text of another form; a date need not be in the calendar.
  package init?(_ text: String) {
    let word = text.lowercased()
    guard let day = Self.named(word) ?? Self.distance(word) ?? Self.date(word) else { return nil }
    self = day
  }

  private static func named(_ word: String) -> WrittenDay? {
    switch word {
    case "today": return .daysAgo(0)
    case "yesterday": return .daysAgo(1)
    default:
      guard word.count >= 3, let day = weekdays.firstIndex(where: { $0.hasPrefix(word) }) else {
        return nil
      }
      return .weekday(day + 1)
    }
  }

  private static func distance(_ word: String) -> WrittenDay? {
    let units: [Character: Int] = ["d": 1, "w": 7]
    guard let unit = word.last.flatMap({ units[$0] }), let count = number(word.dropLast()),
      count * unit <= longestDays
    else { return nil }
    return .daysAgo(count * unit)
  }

  private static func date(_ word: String) -> WrittenDay? {
    let numbers = word.split(separator: "-", omittingEmptySubsequences: false).map(number)
    guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2],
      (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return .date(year: year, month: month, day: day)
  }

  /// Up to five ASCII digits, without a sign.
  private static func number(_ text: Substring) -> Int? {
    guard (1...5).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(text)
  }

  /// Whether more letters or digits can make a day of the text.
  package static func isUnfinished(_ text: String) -> Bool {
    let word = text.lowercased()
    if word.allSatisfy({ ($0.isASCII && $0.isNumber) || $0 == "-" }) { return word.count < 10 }
    return (weekdays + ["today", "yesterday"]).contains { $0.hasPrefix(word) }
  }
}
