/// Reads a format and its arguments.
///
/// A parenthesis may begin a predicate as well as a value, so every rule returns what it has read
/// as a `Term`, and the rule that needs one of the two asks for it. The parser therefore never
/// goes back, and its time grows with the format's length only.
struct PredicateParser {
  /// What has been read: a value, or a predicate.
  enum Term {
    case predicate(PredicateTree)
    case expression(PredicateTree.Expression)
  }

  /// The most bytes of a format.
  static let mostBytes = 1_000_000

  let tokens: [PredicateToken]
  var index = 0
  private var level = 0
  private var arguments: ArraySlice<Any>
  private let argumentCount: Int

  private init(_ format: String, _ arguments: [Any]) throws(PredicateFormatError) {
    guard format.utf8.count <= Self.mostBytes else {
      throw PredicateFormatError("a format has at most \(Self.mostBytes) bytes")
    }
    tokens = try PredicateLexer.tokens(of: format)
    self.arguments = arguments[...]
    argumentCount = arguments.count
  }

  static func parse(
    _ format: String, _ arguments: [Any]
  ) throws(PredicateFormatError) -> PredicateTree {
    var parser = try PredicateParser(format, arguments)
    let term = try parser.alternatives()
    let tree = try parser.predicate(term)
    guard parser.token.kind == .end else {
      throw parser.unexpected("AND, OR or the end of the format")
    }
    return tree
  }

  // MARK: Predicates

  /// Predicates joined by OR.
  mutating func alternatives() throws(PredicateFormatError) -> Term {
    let first = try conjunction()
    guard isAt(.or, "||") else { return first }
    var parts = [try predicate(first)]
    while isAt(.or, "||") {
      index += 1
      let next = try conjunction()
      parts.append(try predicate(next))
    }
    return .predicate(.or(parts))
  }

  /// Predicates joined by AND.
  private mutating func conjunction() throws(PredicateFormatError) -> Term {
    let first = try negation()
    guard isAt(.and, "&&") else { return first }
    var parts = [try predicate(first)]
    while isAt(.and, "&&") {
      index += 1
      let next = try negation()
      parts.append(try predicate(next))
    }
    return .predicate(.and(parts))
  }

  private mutating func negation() throws(PredicateFormatError) -> Term {
    guard isAt(.not, "!") else { return try comparison() }
    index += 1
    return try nested { parser throws(PredicateFormatError) in
      let term = try parser.negation()
      return .predicate(.not(try parser.predicate(term)))
    }
  }

  private mutating func comparison() throws(PredicateFormatError) -> Term {
    let modifier = modifier()
    let term = try sum()
    if modifier == nil, case .predicate = term { return term }
    guard let comparator = comparator() else {
      guard modifier == nil else { throw unexpected("a comparison") }
      return term
    }
    let left = try expression(term)
    index += 1
    let options = try options()
    let right = try sum()
    return .predicate(
      .comparison(
        .init(
          left, comparator, try expression(right), modifier: modifier ?? .direct,
          options: options)))
  }

  private mutating func modifier() -> PredicateTree.Modifier? {
    let modifier: PredicateTree.Modifier? =
      switch word {
      case .anyOf, .someOf: .any
      case .allOf: .all
      case .noneOf: .noneOf
      default: nil
      }
    if modifier != nil { index += 1 }
    return modifier
  }

  private func comparator() -> PredicateTree.Comparator? {
    if case .symbol(let symbol) = token.kind {
      switch symbol {
      case "=", "==": return .equal
      case "!=", "<>": return .notEqual
      case "<": return .less
      case "<=", "=<": return .lessOrEqual
      case ">": return .greater
      case ">=", "=>": return .greaterOrEqual
      default: return nil
      }
    }
    return word.flatMap { PredicateTree.Comparator(rawValue: $0.rawValue) }
  }

  private mutating func options() throws(PredicateFormatError) -> PredicateTree.Options {
    var options: PredicateTree.Options = []
    guard isAt("[") else { return options }
    index += 1
    guard case .name(let letters, _) = token.kind else {
      throw unexpected("letters such as ‘cd’")
    }
    for letter in letters.lowercased() {
      guard let known = PredicateTree.Options.letters.first(where: { $0.letter == letter }) else {
        throw PredicateFormatError(
          "a comparison has the options c, d, l and n, and not ‘\(letter)’", at: token.position)
      }
      options.insert(known.option)
    }
    index += 1
    try expect("]")
    return options
  }

  // MARK: Terms

  /// The predicate that was read just before; an error names the token after it.
  func predicate(_ term: Term) throws(PredicateFormatError) -> PredicateTree {
    guard case .predicate(let tree) = term else { throw unexpected("a comparison") }
    return tree
  }

  /// The value that was read just before; an error names the token after it.
  func expression(_ term: Term) throws(PredicateFormatError) -> PredicateTree.Expression {
    guard case .expression(let expression) = term else {
      throw unexpected("AND, OR or the end, because a predicate is no value,")
    }
    return expression
  }

  // MARK: Tokens

  var token: PredicateToken { tokens[index] }

  /// The word of the language that comes next.
  var word: PredicateWord? {
    guard case .name(let name, isQuoted: false) = token.kind else { return nil }
    return PredicateWord(anyCase: name)
  }

  func isAt(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }

  private func isAt(_ word: PredicateWord, _ symbol: String) -> Bool {
    self.word == word || isAt(symbol)
  }

  mutating func expect(_ symbol: String) throws(PredicateFormatError) {
    guard isAt(symbol) else { throw unexpected("‘\(symbol)’") }
    index += 1
  }

  func unexpected(_ expected: String) -> PredicateFormatError {
    PredicateFormatError(
      "\(expected) was expected, and there is \(token.spelled)", at: token.position)
  }

  /// The argument of the conversion that was read last.
  mutating func argument() throws(PredicateFormatError) -> Any {
    guard let argument = arguments.popFirst() else {
      throw PredicateFormatError(
        "the format wants more than the \(argumentCount) arguments that were given",
        at: token.position)
    }
    return argument
  }

  // MARK: Levels

  /// One level deeper, for as long as `body` runs.
  mutating func nested<Value>(
    _ body: (inout PredicateParser) throws(PredicateFormatError) -> Value
  ) throws(PredicateFormatError) -> Value {
    try deepen()
    let value = try body(&self)
    level -= 1
    return value
  }

  mutating func deepen() throws(PredicateFormatError) {
    level += 1
    guard level <= PredicateTree.mostLevels else {
      throw PredicateFormatError(
        "a format has at most \(PredicateTree.mostLevels) levels", at: token.position)
    }
  }

  mutating func rise(by levels: Int) { level -= levels }
}

extension PredicateTree {
  /// Reads a format as `NSPredicate(format:)` does; arguments that are left over are ignored.
  package init(format: String, arguments: [Any] = []) throws(PredicateFormatError) {
    self = try PredicateParser.parse(format, arguments)
  }
}
