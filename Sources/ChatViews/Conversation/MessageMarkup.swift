import TerminalUI

/// The emphasis in a message's text: `**strong**`, `_emphasis_`, code, links, and names behind an `@`.
///
/// The marks of emphasis are left out where they have a counterpart in the same line; everything else is
/// shown as it was written.
package struct MessageMarkup {
  /// The reader's account name.
  private let reader: String

  package init(reader: String) { self.reader = reader }

  /// The rows of a text at a width.
  package func rows(of text: String, width: Int) -> [StyledLine] {
    var rows: [StyledLine] = []
    var isCode = false
    let lines = DisplayText.multiLine(text).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      // A block that does not end is ordinary text.
      let isFence =
        Self.isFence(line) && (isCode || lines[(number + 1)...].contains(where: Self.isFence))
      if isFence {
        isCode.toggle()
        rows.append(StyledLine(String(line.prefix(width)), kind: .code))
      } else if isCode {
        rows += TextWrap.lines(line, width: width).map { StyledLine($0, kind: .code) }
      } else {
        rows += wrapped(styled(line), width: width)
      }
    }
    return rows
  }

  /// The beginning of a text in one line, without the marks of emphasis.
  ///
  /// - Parameters:
  ///   - text: what somebody wrote.
  ///   - count: the characters that are looked at.
  /// - Returns: a line that is harmless to draw.
  package static func line(of text: String, count: Int = 200) -> String {
    let line = DisplayText.singleLine(String(text.prefix(count)))
    return String(MessageMarkup(reader: "").styled(line[...]).map(\.0))
  }

  private static func isFence(_ line: Substring) -> Bool { line.hasPrefix("```") }

  /// Breaks a line into rows, which keep the kinds of its characters.
  private func wrapped(_ line: [(Character, StyledLine.Kind)], width: Int) -> [StyledLine] {
    let rows = TextWrap.lines(String(line.map(\.0)), width: width)
    guard line.contains(where: { $0.1 != .plain }) else { return rows.map { StyledLine($0) } }
    var rest = line[...]
    return rows.map { row in
      StyledLine(
        row.map { character in
          // Blanks at a break are not in the rows.
          while let next = rest.first, next.0 != character, next.0 == " " { rest.removeFirst() }
          return (character, rest.popFirst()?.1 ?? .plain)
        })
    }
  }

  private func styled(_ line: Substring) -> [(Character, StyledLine.Kind)] {
    var styled: [(Character, StyledLine.Kind)] = []
    var rest = line
    while let first = rest.first {
      let before = styled.last?.0
      if let (length, kind, inner) = special(rest, after: before) {
        styled += inner.map { ($0, kind) }
        rest = rest.dropFirst(length)
      } else {
        styled.append((first, .plain))
        rest = rest.dropFirst()
      }
    }
    return styled
  }

  /// What begins a text, if it is special: its length with its marks, its kind, and the text without them.
  private func special(
    _ text: Substring, after before: Character?
  ) -> (length: Int, kind: StyledLine.Kind, inner: Substring)? {
    switch text.first {
    case "`": return enclosed(text, by: "`", .code)
    case "*": return enclosed(text, by: "**", .strong)
    case "_":
      // A name such as `snake_case` has no emphasis in it.
      guard before.map({ !$0.isLetter && !$0.isNumber }) ?? true else { return nil }
      return enclosed(text, by: "_", .emphasis)
    case "h": return link(text)
    case "@":
      guard before.map({ !$0.isLetter && !$0.isNumber }) ?? true else { return nil }
      return mention(text)
    default: return nil
    }
  }

  private func enclosed(
    _ text: Substring, by mark: String, _ kind: StyledLine.Kind
  ) -> (Int, StyledLine.Kind, Substring)? {
    guard text.hasPrefix(mark) else { return nil }
    let inside = text.dropFirst(mark.count)
    guard let end = inside.firstRange(of: mark), end.lowerBound > inside.startIndex,
      inside.first != " "
    else { return nil }
    let inner = inside[..<end.lowerBound]
    guard inner.last != " ", kind == .code || !inner.contains("`") else { return nil }
    if kind == .emphasis, let next = inside[end.upperBound...].first, next.isLetter || next.isNumber
    {
      return nil
    }
    return (inner.count + 2 * mark.count, kind, inner)
  }

  private func link(_ text: Substring) -> (Int, StyledLine.Kind, Substring)? {
    guard let url = MessageLinks.first(in: text) else { return nil }
    return (url.count, .link(String(url)), url)
  }

  private func mention(_ text: Substring) -> (Int, StyledLine.Kind, Substring)? {
    let name = text.dropFirst().prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    let trimmed = name.last == "." ? name.dropLast() : name
    guard !trimmed.isEmpty else { return nil }
    let isOwn = trimmed.lowercased() == reader.lowercased()
    return (trimmed.count + 1, isOwn ? .ownMention : .mention, text.prefix(trimmed.count + 1))
  }
}

/// The web addresses in a text.
///
/// Others write the texts: all of this takes time in proportion to the length of the text, whatever is in it.
package enum MessageLinks {
  private static let schemes = ["https://", "http://"]
  private static let (opening, closing) = (UInt8(ascii: "("), UInt8(ascii: ")"))
  /// What ends a sentence or encloses an address.
  private static let punctuation = Set(".,;:!?')]}".utf8)

  /// All of them, in their order, each once.
  package static func all(in text: String) -> [String] {
    var links: [String] = []
    var known: Set<String> = []
    var rest = text[...]
    while let start = rest.firstRange(of: "http")?.lowerBound {
      rest = rest[start...]
      if let link = first(in: rest) {
        if known.insert(String(link)).inserted { links.append(String(link)) }
        rest = rest[link.endIndex...]
      } else {
        rest = rest.dropFirst(4)
      }
    }
    return links
  }

  /// The address with which a text begins, without the punctuation behind it.
  package static func first(in text: Substring) -> Substring? {
    guard let scheme = schemes.first(where: text.hasPrefix) else { return nil }
    let start = text.index(text.startIndex, offsetBy: scheme.count)
    // By bytes: in the middle of a text, the last character of a substring is found from its beginning.
    var rest = text[start...].prefix { !$0.isWhitespace && !"<>\"`|".contains($0) }.utf8
    var unopened = rest.reduce(0) { $0 + ($1 == Self.closing ? 1 : $1 == Self.opening ? -1 : 0) }
    while let last = rest.last, Self.punctuation.contains(last) {
      // A closing bracket can belong to the address, as in `…/Swift_(language)`.
      if last == Self.closing {
        if unopened <= 0 { break }
        unopened -= 1
      }
      rest = rest.dropLast()
    }
    return rest.isEmpty ? nil : text[..<rest.endIndex]
  }
}
