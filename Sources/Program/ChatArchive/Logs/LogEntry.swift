import Foundation

/// What a line of a log, or an event of a room, is.
enum LogEntry {
  case message(LogMessage)
  /// Somebody who came or went, a notice, a day, or nothing.
  case passed
  case unreadable
}

struct LogMessage {
  var timestamp: Date
  /// As the log names them.
  var sender: String
  var text: String
  /// The name that the other program has for it, and that of the message that it answers; nil where it has none.
  var id: String?
  var replyTo: String?
  var file: ArchiveLine.File?
}

/// Reads a log line by line.
protocol LineLog {
  mutating func entry(of line: String) -> LogEntry
}

/// The log of a buffer of WeeChat: date and time, prefix and text with tabs between them.
///
/// Source: the WeeChat user's guide, “Logger plugin”: `2026-11-20 14:02:33`, tab, nick with its mode, tab, text. The
/// prefixes of lines that nobody wrote are `-->`, `<--`, `--` and `=!=`; that of `/me` is ` *`.
struct WeeChatLog: LineLog {
  let clock: LogClock

  static func isLine(_ line: Substring) -> Bool {
    let parts = Self.parts(line)
    return parts.count == 3 && moment(parts[0]) != nil
  }

  func entry(of line: String) -> LogEntry {
    if line.allSatisfy(\.isWhitespace) { return .passed }
    let parts = Self.parts(line[...])
    guard parts.count == 3, let (day, time) = Self.moment(parts[0]),
      let date = clock.date(year: day[0], month: day[1], day: day[2], time: time)
    else { return .unreadable }
    let prefix = parts[1].filter { $0 != " " }
    switch prefix {
    case "", "-->", "<--", "--", "=!=": return .passed
    case "*":
      let words = parts[2].split(separator: " ", maxSplits: 1)
      guard let sender = words.first else { return .unreadable }
      return .message(
        LogMessage(
          timestamp: date, sender: IRCNick.name(sender),
          text: "* " + (words.count > 1 ? words[1] : "")))
    default:
      return .message(
        LogMessage(timestamp: date, sender: IRCNick.name(prefix), text: String(parts[2])))
    }
  }

  private static func parts(_ line: Substring) -> [Substring] {
    line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
  }

  private static func moment(_ text: Substring) -> (day: [Int], time: LogClock.Time)? {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let time = LogClock.Time(parts[1]) else { return nil }
    let day = parts[0].split(separator: "-", omittingEmptySubsequences: false)
      .compactMap { LogClock.number($0) }
    return day.count == 3 ? (day, time) : nil
  }
}

/// The log of a window of irssi: a time and a text; lines of their own name the days.
///
/// Source: irssi's settings `log_timestamp`, `log_day_changed`, `log_open_string`, and its default theme:
/// `14:02 <@bob> text`, `14:02  * bob waves`, `14:02 -!- bob has quit`.
struct IrssiLog: LineLog {
  private static let opened = "--- Log opened "
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  let clock: LogClock
  /// Nil until a line has named it.
  private var day: (year: Int, month: Int, day: Int)?

  init(clock: LogClock) { self.clock = clock }

  /// A log begins with this, so that a line that only looks like one of a log is not enough.
  static func isBeginning(_ line: Substring) -> Bool { line.hasPrefix(opened) }

  mutating func entry(of line: String) -> LogEntry {
    if line.allSatisfy(\.isWhitespace) { return .passed }
    if line.hasPrefix("--- ") {
      if line.hasPrefix(Self.opened) || line.hasPrefix("--- Day changed ") {
        day = Self.namedDay(line)
        return day == nil ? .unreadable : .passed
      }
      return .passed
    }
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let time = LogClock.Time(parts[0]), let day,
      let date = clock.date(year: day.year, month: day.month, day: day.day, time: time)
    else { return .unreadable }
    let rest = parts[1]
    if rest.hasPrefix("<"), let end = rest.firstIndex(of: ">") {
      let nick = rest[rest.index(after: rest.startIndex)..<end]
      let text = rest[rest.index(after: end)...]
      return .message(
        LogMessage(
          timestamp: date, sender: IRCNick.name(nick),
          text: String(text.hasPrefix(" ") ? text.dropFirst() : text)))
    }
    if rest.hasPrefix(" * ") {
      let words = rest.dropFirst(3).split(separator: " ", maxSplits: 1)
      guard let sender = words.first else { return .unreadable }
      return .message(
        LogMessage(
          timestamp: date, sender: IRCNick.name(sender),
          text: "* " + (words.count > 1 ? words[1] : "")))
    }
    return .passed
  }

  /// The day of `--- Day changed Sat Nov 21 2026` or `--- Log opened Fri Nov 20 10:00:00 2026`.
  private static func namedDay(_ line: String) -> (year: Int, month: Int, day: Int)? {
    let words = line.split(separator: " ").dropFirst(4)
    guard let first = words.first, let month = months.firstIndex(of: first.lowercased()),
      let day = words.dropFirst().first.flatMap({ LogClock.number($0) }),
      let year = words.last.flatMap({ LogClock.number($0) }), year > 31
    else { return nil }
    return (year, month + 1, day)
  }
}

/// A nick as IRC clients show it.
enum IRCNick {
  /// The nick without the sign of its mode in the channel, and without the blank that stands in its place.
  static func name(_ text: some StringProtocol) -> String {
    let nick = text.drop { $0 == " " }
    guard let first = nick.first, "@+%&~!".contains(first) else { return String(nick) }
    return String(nick.dropFirst())
  }
}
