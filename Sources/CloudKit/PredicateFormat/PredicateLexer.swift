/// Splits a format into tokens.
///
/// A `%` in quotes is a character like any other; outside of quotes it stands for an argument.
///
/// Source: Predicate Programming Guide, Predicate Format String Syntax.
struct PredicateLexer {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  private init(_ format: String) { scalars = Array(format.unicodeScalars) }

  /// Every token, the end last.
  static func tokens(of format: String) throws(PredicateFormatError) -> [PredicateToken] {
    var lexer = PredicateLexer(format)
    var tokens: [PredicateToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
    return tokens
  }

  private mutating func next() throws(PredicateFormatError) -> PredicateToken {
    while let scalar = peek(), scalar.properties.isWhitespace { index += 1 }
    let position = index + 1
    return PredicateToken(kind: try kind(at: position), position: position)
  }

  private mutating func kind(at position: Int) throws(PredicateFormatError) -> PredicateToken.Kind {
    guard let first = peek() else { return .end }
    switch first {
    case "'", "\"": return .string(try quoted(by: first))
    case "%": return try argument()
    case "$": return .variable(try name(after: "$"))
    case "@": return .listOperator("@" + (try name(after: "@")))
    case "#": return .name(try name(after: "#"), isQuoted: true)
    case _ where first.isDigit: return try number()
    case "." where peek(1)?.isDigit ?? false: return try number()
    case _ where first.beginsName: return nameOrFunction()
    default: return try symbol()
    }
  }

  // MARK: Names

  /// Whether the text is a name as it stands.
  static func isName(_ text: Substring) -> Bool {
    (text.unicodeScalars.first?.beginsName ?? false)
      && text.unicodeScalars.allSatisfy(\.continuesName)
  }

  private mutating func name(after mark: String) throws(PredicateFormatError) -> String {
    index += 1
    guard peek()?.beginsName ?? false else {
      throw PredicateFormatError("a name was expected after ‘\(mark)’", at: index + 1)
    }
    return run()
  }

  private mutating func run() -> String {
    var name = String.UnicodeScalarView()
    while let scalar = peek(), scalar.continuesName {
      name.append(scalar)
      index += 1
    }
    return String(name)
  }

  /// A name with colons is a function: nothing else in the language has a colon.
  private mutating func nameOrFunction() -> PredicateToken.Kind {
    var name = run()
    guard peek() == ":" else { return .name(name, isQuoted: false) }
    while peek() == ":" {
      index += 1
      name += ":" + run()
    }
    return .function(name)
  }

  // MARK: Symbols and arguments

  /// Longest first.
  private static let symbols = [
    "==", "=<", "=>", "!=", "<>", "<=", ">=", "&&", "||", "**",
    "=", "<", ">", "!", "(", ")", "{", "}", "[", "]", ",", ".", "+", "-", "*", "/",
  ]

  private mutating func symbol() throws(PredicateFormatError) -> PredicateToken.Kind {
    for symbol in Self.symbols where startsWith(symbol) {
      index += symbol.unicodeScalars.count
      return .symbol(symbol)
    }
    throw PredicateFormatError("\(spelled(scalars[index])) is not of the language", at: index + 1)
  }

  /// Width, precision and the size of the argument are read and change nothing: the argument is
  /// passed as a value, not as text.
  ///
  /// Source: String Format Specifiers.
  private mutating func argument() throws(PredicateFormatError) -> PredicateToken.Kind {
    let start = index + 1
    index += 1
    while let scalar = peek(), "0123456789.+-#hlqLztj".unicodeScalars.contains(scalar) {
      index += 1
    }
    guard let conversion = peek() else {
      throw PredicateFormatError("the format ends after ‘%’", at: start)
    }
    index += 1
    switch conversion {
    case "%": return .string("%")
    case "K": return .keyArgument
    case _ where "@dDiuUxXoOcCsSfFeEgGaAp".unicodeScalars.contains(conversion):
      return .valueArgument
    default:
      throw PredicateFormatError(
        "‘%’ is followed by \(spelled(conversion)), which names no kind of argument", at: start)
    }
  }

  // MARK: Literals

  private mutating func quoted(
    by quote: Unicode.Scalar
  ) throws(PredicateFormatError) -> String {
    let start = index + 1
    index += 1
    var text = String.UnicodeScalarView()
    while let scalar = peek() {
      index += 1
      if scalar == quote { return String(text) }
      text.append(scalar == "\\" ? try escape() : scalar)
    }
    throw PredicateFormatError("the text in quotes has no end", at: start)
  }

  /// What a backslash and the characters after it stand for.
  private mutating func escape() throws(PredicateFormatError) -> Unicode.Scalar {
    guard let scalar = peek() else {
      throw PredicateFormatError("the format ends after a backslash", at: index)
    }
    index += 1
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "x": return try escape(digits: 2)
    case "u": return try escape(digits: 4)
    default: return scalar
    }
  }

  private mutating func escape(digits: Int) throws(PredicateFormatError) -> Unicode.Scalar {
    let text = String(String.UnicodeScalarView(scalars[index...].prefix(digits)))
    guard text.count == digits, text.allSatisfy({ $0.isHexDigit && $0.isASCII }),
      let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init)
    else {
      throw PredicateFormatError(
        "a backslash escape needs the \(digits) hexadecimal digits of a character", at: index + 1)
    }
    index += digits
    return scalar
  }

  private mutating func number() throws(PredicateFormatError) -> PredicateToken.Kind {
    let start = index + 1
    if let radix = radix() {
      index += 2
      guard let value = Int64(run(), radix: radix) else { throw Self.noNumber(at: start) }
      return .integer(value)
    }
    var text = digits()
    if peek() == ".", peek(1)?.isDigit ?? false {
      index += 1
      text += "." + digits()
    }
    if peek() == "e" || peek() == "E" {
      let signs = peek(1) == "+" || peek(1) == "-" ? 2 : 1
      guard peek(signs)?.isDigit ?? false else { throw Self.noNumber(at: start) }
      text += String(String.UnicodeScalarView(scalars[index..<index + signs]))
      index += signs
      text += digits()
    }
    guard !(peek()?.continuesName ?? false) else { throw Self.noNumber(at: start) }
    if let value = Int64(text) { return .integer(value) }
    guard let value = Double("0" + text), value.isFinite else { throw Self.noNumber(at: start) }
    return .double(value)
  }

  private func radix() -> Int? {
    guard peek() == "0" else { return nil }
    switch peek(1) {
    case "x", "X": return 16
    case "o", "O": return 8
    case "b", "B": return 2
    default: return nil
    }
  }

  private mutating func digits() -> String {
    var digits = ""
    while let scalar = peek(), scalar.isDigit {
      digits.unicodeScalars.append(scalar)
      index += 1
    }
    return digits
  }

  private static func noNumber(at position: Int) -> PredicateFormatError {
    PredicateFormatError("the digits are no number", at: position)
  }

  // MARK: Characters

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  private func startsWith(_ symbol: String) -> Bool {
    scalars[index...].starts(with: symbol.unicodeScalars)
  }

  private func spelled(_ scalar: Unicode.Scalar) -> String {
    // A control character in a message could do something to the terminal.
    let isPrintable = scalar.value > 0x20 && !(0x7F...0x9F).contains(scalar.value)
    return isPrintable ? "‘\(scalar)’" : "U+" + String(scalar.value, radix: 16, uppercase: true)
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var beginsName: Bool { self == "_" || properties.isAlphabetic }
  fileprivate var continuesName: Bool {
    beginsName || isDigit || properties.generalCategory == .nonspacingMark
  }
}
