/// Steps through a TOML text and counts lines and columns.
struct TOMLScanner {
  private let text: [Unicode.Scalar]
  private(set) var index = 0
  private(set) var place = TOMLProblem.Place(line: 1, column: 1)
  /// The place of the first string that has no end.
  private(set) var unclosed: TOMLProblem.Place?

  init(_ text: String) {
    self.text = Array(text.unicodeScalars)
  }

  var peek: Unicode.Scalar? { index < text.count ? text[index] : nil }

  private func starts(with word: String) -> Bool {
    text[index...].starts(with: word.unicodeScalars)
  }

  mutating func advance() {
    guard index < text.count else { return }
    if text[index] == "\n" {
      place = TOMLProblem.Place(line: place.line + 1, column: 1)
    } else {
      place.column += 1
    }
    index += 1
  }

  private mutating func advance(by count: Int) {
    for _ in 0..<count { advance() }
  }

  /// Goes over blanks and, with `lines`, over line ends and comments.
  mutating func skipBlank(lines: Bool) {
    while let next = peek {
      switch next {
      case " ", "\t", "\u{FEFF}": advance()
      case "\n" where lines, "\r" where lines: advance()
      case "#" where lines: skipLine()
      default: return
      }
    }
  }

  /// Goes to the end of the text.
  mutating func skipAll() { while peek != nil { advance() } }

  private mutating func skipLine() {
    while let next = peek, next != "\n" { advance() }
  }

  /// Goes over a value without quotes.
  mutating func skipWord(endedBy ends: Set<Unicode.Scalar>) {
    while let next = peek, next != "\n", next != "#", !ends.contains(next) { advance() }
  }

  /// One part of a key: a bare word or a string; nil if there is none.
  mutating func keyPart() -> String? {
    if peek == "\"" || peek == "'" { return string() }
    var word = String.UnicodeScalarView()
    while let next = peek, next.isBareKey {
      word.append(next)
      advance()
    }
    return word.isEmpty ? nil : String(word)
  }

  /// The content of a string of any of TOML's four kinds, its escapes resolved as far as keys need it.
  mutating func string() -> String {
    guard let quote = peek else { return "" }
    let begin = place
    let triple = String(repeating: Character(quote), count: 3)
    let end = starts(with: triple) ? triple : String(quote)
    advance(by: end.unicodeScalars.count)
    var content = String.UnicodeScalarView()
    while let next = peek, !starts(with: end) {
      // One line of text cannot hold a line end; the parser would have refused it.
      if next == "\n", end.unicodeScalars.count == 1 { break }
      if next == "\\", quote == "\"" {
        content.append(contentsOf: escape().unicodeScalars)
      } else {
        content.append(next)
        advance()
      }
    }
    guard index < text.count, starts(with: end) else {
      unclosed = unclosed ?? begin
      return String(content)
    }
    advance(by: end.unicodeScalars.count)
    // Up to two more quotes may stand before the end of a string in three quotes.
    while end.unicodeScalars.count == 3, peek == quote { advance() }
    return String(content)
  }

  private mutating func escape() -> String {
    advance()
    guard let letter = peek else { return "" }
    advance()
    switch letter {
    case "u", "U":
      let count = min(letter == "u" ? 4 : 8, text.count - index)
      let digits = String(String.UnicodeScalarView(text[index..<(index + count)]))
      advance(by: count)
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
    case "n": return "\n"
    case "t": return "\t"
    default: return String(letter)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isBareKey: Bool {
    isASCII && (properties.isAlphabetic || ("0"..."9").contains(self) || self == "-" || self == "_")
  }

  /// Whether a value cannot begin with this character.
  var endsValue: Bool { "]},#".unicodeScalars.contains(self) || properties.isWhitespace }

  var beginsKey: Bool { isBareKey || self == "\"" || self == "'" }
}
