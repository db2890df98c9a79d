package import Foundation

extension MessageSearch {
  /// The reason why a search cannot be performed.
  package struct Mistake: Error, Equatable {
    /// A sentence that says what to write instead.
    package var reason: String
  }

  /// Reads a search as a person types it: words, and `from:NAME in:CHAT has:file has:link to:me before:DATE
  /// after:DATE`; a value with spaces stands between quotation marks.
  ///
  /// - Parameters:
  ///   - text: the text that was typed.
  ///   - startOfDay: the beginning of a day written as `2026-11-01`; nil if it is no day.
  ///   - find: the chats that a name means.
  /// - Throws: the first mistake.
  package init(
    parsing text: String, startOfDay: (String) -> Date?, chats find: (String) -> [ChatID]
  ) throws(Mistake) {
    self.init()
    var words: [String] = []
    for part in Self.parts(of: text) {
      guard let colon = part.firstIndex(of: ":") else {
        words.append(part)
        continue
      }
      let name = part[..<colon].lowercased()
      let value = String(part[part.index(after: colon)...])
      switch name {
      case "from" where !value.isEmpty: sender = value
      case "in" where !value.isEmpty:
        let found = find(value)
        guard !found.isEmpty else { throw Mistake(reason: "There is no chat ‘\(value)’.") }
        chats = found
      case "has" where value == "file": hasFile = true
      case "has" where value == "link": hasLink = true
      case "to" where value == "me": mentionsMe = true
      case "before" where !value.isEmpty: before = try Self.day(value, part, startOfDay)
      case "after" where !value.isEmpty: after = try Self.day(value, part, startOfDay)
      // The value is still being typed.
      case "from", "in", "before", "after": break
      case "has" where "file".hasPrefix(value) || "link".hasPrefix(value): break
      case "to" where "me".hasPrefix(value): break
      case "has": throw Mistake(reason: "Write has:file or has:link instead of ‘\(part)’.")
      case "to": throw Mistake(reason: "Write to:me instead of ‘\(part)’.")
      default: words.append(part)
      }
    }
    self.words = words.joined(separator: " ")
  }

  private static func day(
    _ value: String, _ part: String, _ startOfDay: (String) -> Date?
  ) throws(Mistake) -> Date? {
    if let day = startOfDay(value) { return day }
    let isUnfinished = value.count < 10 && value.allSatisfy { $0.isNumber || $0 == "-" }
    if isUnfinished { return nil }
    throw Mistake(reason: "‘\(part)’ has no day. Write it as 2026-11-01.")
  }

  /// The text between blanks; blanks between quotation marks do not count.
  private static func parts(of text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    var isQuoted = false
    for character in text {
      if character == "\"" {
        isQuoted.toggle()
      } else if character.isWhitespace, !isQuoted {
        if !part.isEmpty { parts.append(part) }
        part = ""
      } else {
        part.append(character)
      }
    }
    return part.isEmpty ? parts : parts + [part]
  }
}
