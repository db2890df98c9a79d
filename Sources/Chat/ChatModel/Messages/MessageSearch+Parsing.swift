package import Foundation

extension MessageSearch {
  /// The reason why a search cannot be performed.
  package struct Mistake: Error, Equatable {
    /// A sentence that says what to write instead.
    package var reason: String
  }

  /// The filters, as a row that reminds a person of them.
  package static let filters = "from:NAME in:CHAT has:file has:link to:me before:DAY after:7d"

  /// Reads a search as a person types it: words, and `from:NAME in:CHAT has:file has:link to:me before:DAY after:DAY`;
  /// a value with spaces stands between quotation marks, and a word between them is no filter.
  ///
  /// - Parameters:
  ///   - text: the text that was typed.
  ///   - chats: the chats of which `in:` means those with a name that has the value in it.
  ///   - startOfDay: the beginning of a day that has one of the forms of `WrittenDay`; nil if it is no day.
  /// - Throws: the first mistake.
  package init(
    parsing text: String, among chats: [ChatSummary], startOfDay: (String) -> Date?
  ) throws(Mistake) {
    self.init()
    var words: [String] = []
    for part in Self.parts(of: text) {
      guard !part.isQuoted, let colon = part.text.firstIndex(of: ":") else {
        words.append(part.text)
        continue
      }
      let name = part.text[..<colon].lowercased()
      let value = String(part.text[part.text.index(after: colon)...])
      switch name {
      case "from" where !value.isEmpty: sender = value
      case "in" where !value.isEmpty: self.chats = try Self.chats(named: value, among: chats)
      case "has" where value == "file": hasFile = true
      case "has" where value == "link": hasLink = true
      case "to" where value == "me": mentionsMe = true
      case "before" where !value.isEmpty: before = try Self.day(value, part.text, startOfDay)
      case "after" where !value.isEmpty: after = try Self.day(value, part.text, startOfDay)
      // The value is still being typed.
      case "from", "in", "before", "after": break
      case "has" where "file".hasPrefix(value) || "link".hasPrefix(value): break
      case "to" where "me".hasPrefix(value): break
      case "has": throw Mistake(reason: "Write has:file or has:link instead of ‘\(part.text)’.")
      case "to": throw Mistake(reason: "Write to:me instead of ‘\(part.text)’.")
      default:
        guard !Self.looksLikeFilter(String(part.text[..<colon]), value) else {
          throw Mistake(
            reason: "There is no filter ‘\(name):’. The filters are \(Self.filters). "
              + "Put ‘\(part.text)’ between quotation marks to look for it as a word.")
        }
        words.append(part.text)
      }
    }
    self.words = words.joined(separator: " ")
  }

  /// Whether a part with a colon was probably meant as a filter, and not as a word such as `10:30`, `Note:` or an
  /// address.
  private static func looksLikeFilter(_ name: String, _ value: String) -> Bool {
    let isWord =
      (2...10).contains(name.utf8.count) && name.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    let isAddress =
      value.hasPrefix("//") || ["http", "https", "mailto", "zonechat"].contains(name)
    return isWord && !isAddress
  }

  private static func chats(
    named name: String, among chats: [ChatSummary]
  ) throws(Mistake) -> [ChatID] {
    let found = chats.filter {
      $0.name.range(of: name, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
    guard !found.isEmpty else { throw Mistake(reason: "There is no chat ‘\(name)’.") }
    return found.map(\.id)
  }

  private static func day(
    _ value: String, _ part: String, _ startOfDay: (String) -> Date?
  ) throws(Mistake) -> Date? {
    if let day = startOfDay(value) { return day }
    if WrittenDay.isUnfinished(value) { return nil }
    throw Mistake(reason: "‘\(part)’ has no day. Write \(WrittenDay.forms).")
  }

  private struct Part {
    var text = ""
    /// Whether it begins with a quotation mark.
    var isQuoted = false
  }

  /// The text between blanks; blanks between quotation marks do not count.
  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var part = Part()
    var isQuoted = false
    for character in text {
      if character == "\"" {
        if part.text.isEmpty, !isQuoted { part.isQuoted = true }
        isQuoted.toggle()
      } else if character.isWhitespace, !isQuoted {
        if !part.text.isEmpty { parts.append(part) }
        part = Part()
      } else {
        part.text.append(character)
      }
    }
    return part.text.isEmpty ? parts : parts + [part]
  }
}
