package import Foundation

/// How long a chat is muted, as a person writes it: `30m`, `1h`, `2d`, `tomorrow` or `08:00`.
package enum MuteSpan: Equatable, Sendable {
  case seconds(Int)
  /// Until the next day, when most people are up.
  case tomorrow
  /// Until clocks show this time of day for the next time.
  case clock(hour: Int, minute: Int)

  /// A mute for which no time is given.
  package static let standard = Self.seconds(3600)
  /// Our choice: a chat that is to be silent for longer has `notify none`.
  private static let longest = 366 * 86400
  /// The hour of the next day at which `tomorrow` ends.
  private static let morning = 8

  /// The forms, for a sentence about a text that has none of them.
  package static let forms = "30m, 1h, 2d, tomorrow or a time of day like 08:00"

  /// Reads a text, also with `for` or `until` before it; nil for any other one.
  package init?(_ text: String) {
    var words = text.lowercased().split(separator: " ")
    if words.count == 2, ["for", "until"].contains(words[0]) { words.removeFirst() }
    guard words.count == 1, let word = words.first else { return nil }
    if word == "tomorrow" {
      self = .tomorrow
      return
    }
    let numbers = word.split(separator: ":", omittingEmptySubsequences: false)
    if numbers.count == 2 {
      guard let hour = Self.number(numbers[0]), let minute = Self.number(numbers[1]), hour < 24,
        minute < 60, numbers[1].count == 2
      else { return nil }
      self = .clock(hour: hour, minute: minute)
      return
    }
    let units: [Character: Int] = ["m": 60, "h": 3600, "d": 86400]
    guard let unit = word.last.flatMap({ units[$0] }), let count = Self.number(word.dropLast()),
      count > 0, count * unit <= Self.longest
    else { return nil }
    self = .seconds(count * unit)
  }

  /// Up to five ASCII digits, without a sign.
  private static func number(_ text: Substring) -> Int? {
    guard (1...5).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(text)
  }

  /// The end of a mute that begins now.
  package func end(from now: Date, _ time: TimeText) -> Date {
    switch self {
    case .seconds(let count): now.addingTimeInterval(Double(count))
    case .tomorrow: time.next(hour: Self.morning, minute: 0, after: time.nextDay(after: now))
    case .clock(let hour, let minute): time.next(hour: hour, minute: minute, after: now)
    }
  }
}

/// What a person wants who writes `mute`, and perhaps a word behind it.
package enum MuteOrder: Equatable, Sendable {
  case begin(MuteSpan)
  case end

  /// The words, for a sentence about a text that is none of them.
  package static let forms = MuteSpan.forms + ", or off"

  /// Nil for a text that is neither a time nor `off`.
  ///
  /// Without a word a chat is muted for a while; the same once more ends that.
  package init?(_ word: String, isMuted: Bool) {
    switch word.lowercased() {
    case "": self = isMuted ? .end : .begin(.standard)
    case "off": self = .end
    default:
      guard let span = MuteSpan(word) else { return nil }
      self = .begin(span)
    }
  }
}

extension TimeText {
  /// What a mute does, as a sentence; `chat` is the chat's name in quotation marks.
  package func sentence(aboutMuteOf chat: String, until end: Date, now: Date) -> String {
    "\(chat) is muted until \(moment(end, now: now))."
  }
}
