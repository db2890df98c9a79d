/// Splits a schema's text into tokens; white space and comments are left out.
///
/// Comments are `//` and `--` to the end of the line and `/*` to `*/`.
struct SchemaLexer {
  struct Token: Equatable {
    enum Kind: Equatable {
      /// Letters, digits and underscores.
      case word(String)
      /// The text in double quotes.
      case quoted(String)
      /// One of `( ) , ; < >`.
      case symbol(Character)
      case end
    }

    var kind: Kind
    var line: Int
    var column: Int
  }

  private let characters: [Character]
  private var index = 0
  private var line = 1
  private var column = 1

  init(_ text: String) { characters = Array(text) }

  /// Every token, the end last.
  static func tokens(of text: String) throws(SchemaSyntaxError) -> [Token] {
    var lexer = SchemaLexer(text)
    var tokens: [Token] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
    return tokens
  }

  private mutating func next() throws(SchemaSyntaxError) -> Token {
    try skipBlanks()
    let (line, column) = (line, column)
    func token(_ kind: Token.Kind) -> Token { Token(kind: kind, line: line, column: column) }
    guard let first = peek() else { return token(.end) }
    if "(),;<>".contains(first) {
      advance()
      return token(.symbol(first))
    }
    if first == "\"" { return token(.quoted(try quoted(line, column))) }
    guard Self.isWordCharacter(first) else {
      throw SchemaSyntaxError(
        line: line, column: column,
        problem: "unexpected \(Self.spelled(first)). Remove it, or put a name in double quotes.")
    }
    var word = ""
    while let character = peek(), Self.isWordCharacter(character) {
      word.append(character)
      advance()
    }
    return token(.word(word))
  }

  private mutating func quoted(_ line: Int, _ column: Int) throws(SchemaSyntaxError) -> String {
    advance()
    var text = ""
    while let character = peek(), character != "\"", !character.isNewline {
      text.append(character)
      advance()
    }
    guard peek() == "\"" else {
      throw SchemaSyntaxError(
        line: line, column: column, problem: "the name in double quotes has no end. Add a quote.")
    }
    advance()
    return text
  }

  private mutating func skipBlanks() throws(SchemaSyntaxError) {
    while let character = peek() {
      if character.isWhitespace {
        advance()
      } else if startsComment("//") || startsComment("--") {
        while let character = peek(), !character.isNewline { advance() }
      } else if startsComment("/*") {
        try skipBlockComment()
      } else {
        return
      }
    }
  }

  private mutating func skipBlockComment() throws(SchemaSyntaxError) {
    let (line, column) = (line, column)
    advance()
    advance()
    while !startsComment("*/") {
      guard peek() != nil else {
        throw SchemaSyntaxError(
          line: line, column: column, problem: "the comment has no end. Add */ after it.")
      }
      advance()
    }
    advance()
    advance()
  }

  private func peek(_ distance: Int = 0) -> Character? {
    index + distance < characters.count ? characters[index + distance] : nil
  }

  private func startsComment(_ mark: String) -> Bool {
    peek() == mark.first && peek(1) == mark.last
  }

  private mutating func advance() {
    if characters[index].isNewline {
      line += 1
      column = 1
    } else {
      column += 1
    }
    index += 1
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "_")
  }

  private static func spelled(_ character: Character) -> String {
    let isPrintable = character.isASCII && character > " " && character != "\u{7F}"
    let codes = character.unicodeScalars.map { "U+" + String($0.value, radix: 16).uppercased() }
    return isPrintable ? "‘\(character)’" : codes.joined(separator: " ")
  }
}
