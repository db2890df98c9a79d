/// The syntax of a message's text: emphasis, code, web addresses, and names after an `@`.
///
/// All parts of the program that draw, open, complete, search and notify use this one reading of the text.
///
/// Texts come from other people: reading takes time in proportion to the length of the text, whatever is in it.
package enum MessageSyntax {
  package enum Kind: Hashable, Sendable {
    case plain
    /// `**so**`
    case strong
    /// `_so_`
    case emphasis
    /// Between back-ticks, or lines of a block between three of them.
    case code
    /// A web address.
    case link
    /// A name behind an `@`, with the `@`.
    case mention
  }

  package struct Part: Hashable, Sendable {
    package var kind: Kind
    /// A piece of the text, without the marks around it.
    package var text: Substring
  }

  package enum Line: Hashable, Sendable {
    /// The first or last line of a block of code.
    case fence(Substring)
    /// A line within a block of code.
    case code(Substring)
    case text([Part])
  }

  /// The lines of a text; a block of code that does not end is ordinary text.
  package static func lines(of text: String) -> [Line] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let lastFence = lines.lastIndex(where: isFence) ?? 0
    var isCode = false
    return lines.enumerated().map { number, line in
      if isFence(line), isCode || number < lastFence {
        isCode.toggle()
        return .fence(line)
      }
      return isCode ? .code(line) : .text(parts(ofLine: line))
    }
  }

  /// The parts of a text, line by line.
  package static func parts(of text: String) -> [Part] {
    lines(of: text).flatMap { line in
      switch line {
      case .fence(let line), .code(let line): [Part(kind: .code, text: line)]
      case .text(let parts): parts
      }
    }
  }

  /// The parts of one line of ordinary text.
  package static func parts(ofLine line: Substring) -> [Part] {
    var reader = LineReader(line)
    reader.read(line, as: .plain, after: nil)
    return reader.parts
  }

  private static func isFence(_ line: Substring) -> Bool { line.hasPrefix("```") }

  /// Reads one line from its beginning to its end.
  private struct LineReader {
    private(set) var parts: [Part] = []
    /// The rows of back-ticks by their length, the last one first; those that were passed are taken out.
    private var ticks: [Int: [Range<Substring.Index>]] = [:]
    /// The end of the newest name.
    private var endOfName: Substring.Index?

    init(_ line: Substring) {
      var start: Substring.Index?
      var rows: [(length: Int, range: Range<Substring.Index>)] = []
      var length = 0
      for (index, byte) in zip(line.utf8.indices, line.utf8) {
        if byte == UInt8(ascii: "`") {
          if start == nil { (start, length) = (index, 0) }
          length += 1
        } else if let begin = start {
          rows.append((length, begin..<index))
          start = nil
        }
      }
      if let begin = start { rows.append((length, begin..<line.endIndex)) }
      for row in rows.reversed() { ticks[row.length, default: []].append(row.range) }
    }

    /// Reads a piece of the line; within emphasis there is no other emphasis.
    mutating func read(_ text: Substring, as kind: Kind, after before: Character?) {
      var (rest, previous, start) = (text, before, text.startIndex)
      while let first = rest.first {
        guard let (part, end) = special(rest, first, after: previous, in: kind) else {
          previous = first
          rest = rest.dropFirst()
          continue
        }
        add(text[start..<rest.startIndex], kind)
        if part.kind == .strong || part.kind == .emphasis {
          read(part.text, as: part.kind, after: first)
        } else {
          add(part.text, part.kind)
        }
        previous = text[rest.startIndex..<end].last
        (rest, start) = (text[end...], end)
      }
      add(text[start...], kind)
    }

    private mutating func add(_ text: Substring, _ kind: Kind) {
      guard !text.isEmpty else { return }
      if kind == .mention { endOfName = text.endIndex }
      parts.append(Part(kind: kind, text: text))
    }

    /// The special part at the beginning of a text, and the place after its marks; nil if the text begins with none.
    private mutating func special(
      _ text: Substring, _ first: Character, after before: Character?, in kind: Kind
    ) -> (part: Part, end: Substring.Index)? {
      switch first {
      case "`": return code(text)
      case "*": return kind == .plain ? enclosed(text, by: "**", .strong) : nil
      case "_":
        // A name such as `snake_case` has no emphasis in it.
        guard kind == .plain, before.map({ !$0.isLetter && !$0.isNumber }) ?? true else {
          return nil
        }
        return enclosed(text, by: "_", .emphasis)
      case "h", "H":
        return WebAddress.first(in: text).map { (Part(kind: .link, text: $0), $0.endIndex) }
      case "@":
        // Names are written one behind the other: `@ann/@bob`.
        let isListed =
          before == "/" && endOfName == text.base.utf8.index(before: text.startIndex)
        guard isListed || Mention.canBegin(after: before) else { return nil }
        return Mention.name(in: text).map { (Part(kind: .mention, text: $0), $0.endIndex) }
      default: return nil
      }
    }

    /// As many back-ticks behind a piece of code as before it; it may have fewer or more of them within.
    private mutating func code(_ text: Substring) -> (part: Part, end: Substring.Index)? {
      let opening = text.prefix { $0 == "`" }
      let length = opening.utf8.count
      while let row = ticks[length]?.last, row.lowerBound < opening.endIndex {
        ticks[length]?.removeLast()
      }
      guard let closing = ticks[length]?.last else {
        return (Part(kind: .plain, text: opening), opening.endIndex)
      }
      let inner = text[opening.endIndex..<closing.lowerBound]
      guard inner.first != " ", inner.last != " " else {
        return (Part(kind: .plain, text: opening), opening.endIndex)
      }
      return (Part(kind: .code, text: inner), closing.upperBound)
    }

    private func enclosed(
      _ text: Substring, by mark: String, _ kind: Kind
    ) -> (part: Part, end: Substring.Index)? {
      guard text.hasPrefix(mark) else { return nil }
      let inside = text.dropFirst(mark.count)
      guard let end = inside.firstRange(of: mark), end.lowerBound > inside.startIndex,
        inside.first != " "
      else { return nil }
      let inner = inside[..<end.lowerBound]
      guard inner.last != " ", !inner.contains("`") else { return nil }
      if kind == .emphasis, let next = inside[end.upperBound...].first,
        next.isLetter || next.isNumber
      {
        return nil
      }
      return (Part(kind: kind, text: inner), end.upperBound)
    }
  }
}
