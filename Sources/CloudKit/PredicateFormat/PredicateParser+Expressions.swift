extension PredicateParser {
  private typealias Expression = PredicateTree.Expression

  /// Values joined by + and -; or what is one level tighter.
  mutating func sum() throws(PredicateFormatError) -> Term {
    try chain(of: ["+": .add, "-": .subtract]) { parser throws(PredicateFormatError) in
      try parser.product()
    }
  }

  private mutating func product() throws(PredicateFormatError) -> Term {
    try chain(of: ["*": .multiply, "/": .divide]) { parser throws(PredicateFormatError) in
      try parser.power()
    }
  }

  private mutating func power() throws(PredicateFormatError) -> Term {
    try chain(of: ["**": .power]) { parser throws(PredicateFormatError) in try parser.signed() }
  }

  /// Operators of one strength, from left to right, each of which makes the tree a level deeper.
  private mutating func chain(
    of functions: [String: PredicateTree.Function],
    _ operand: (inout PredicateParser) throws(PredicateFormatError) -> Term
  ) throws(PredicateFormatError) -> Term {
    var term = try operand(&self)
    var levels = 0
    while case .symbol(let symbol) = token.kind, let function = functions[symbol] {
      let left = try expression(term)
      index += 1
      try deepen()
      levels += 1
      let right = try operand(&self)
      term = .expression(.function(function, [left, try expression(right)]))
    }
    rise(by: levels)
    return term
  }

  private mutating func signed() throws(PredicateFormatError) -> Term {
    guard isAt("-") else { return try path() }
    index += 1
    return try nested { parser throws(PredicateFormatError) in
      let term = try parser.signed()
      return .expression(Self.negative(try parser.expression(term)))
    }
  }

  private static func negative(_ operand: Expression) -> Expression {
    if case .constant(let constant) = operand {
      switch PredicateValue(constant.value) {
      case .integer(let value) where value > Int64.min: return .constant(.init(-value))
      case .double(let value): return .constant(.init(-value))
      default: break
      }
    }
    return .function(.subtract, [.constant(.init(Int64(0))), operand])
  }

  /// A value, the names after it and an index in brackets.
  private mutating func path() throws(PredicateFormatError) -> Term {
    var term = try primary()
    var levels = 0
    while case .expression(let base) = term {
      if isAt(".") {
        index += 1
        let name = try pathName()
        term = .expression(try joined(base, name))
      } else if isAt("[") {
        index += 1
        try deepen()
        levels += 1
        term = .expression(.function(.element, [base, try elementIndex()]))
        try expect("]")
      } else {
        break
      }
    }
    rise(by: levels)
    return term
  }

  private mutating func pathName() throws(PredicateFormatError) -> String {
    switch token.kind {
    case .name(let name, _), .listOperator(let name):
      index += 1
      return name
    default: throw unexpected("a name")
    }
  }

  private func joined(
    _ base: Expression, _ name: String
  ) throws(PredicateFormatError) -> Expression {
    switch base {
    case .subject: return .keyPath([name])
    case .keyPath(let names), .path(_, let names):
      guard names.count < PredicateTree.mostLevels else {
        throw PredicateFormatError(
          "a key path has at most \(PredicateTree.mostLevels) names", at: token.position)
      }
      if case .path(let base, _) = base { return .path(base, names + [name]) }
      return .keyPath(names + [name])
    case .constant, .list, .variable, .function, .subquery: return .path(base, [name])
    }
  }

  /// `FIRST`, `LAST` and `SIZE` are words of the language in brackets only.
  private mutating func elementIndex() throws(PredicateFormatError) -> Expression {
    if case .name(let name, isQuoted: false) = token.kind,
      ["FIRST", "LAST", "SIZE"].contains(name.uppercased())
    {
      index += 1
      return .constant(.init(name.uppercased()))
    }
    return try nested { parser throws(PredicateFormatError) in
      let term = try parser.sum()
      return try parser.expression(term)
    }
  }

  private mutating func primary() throws(PredicateFormatError) -> Term {
    let start = token
    index += 1
    switch start.kind {
    case .string(let text): return .expression(.constant(.init(text)))
    case .integer(let value): return .expression(.constant(.init(value)))
    case .double(let value): return .expression(.constant(.init(value)))
    case .variable(let name): return .expression(.variable(name))
    case .valueArgument: return .expression(.constant(.init(try argument())))
    case .keyArgument: return .expression(try keyPath(try argument(), at: start.position))
    case .function(let name): return .expression(try call(name, at: start.position))
    case .name(let name, isQuoted: true): return .expression(.keyPath([name]))
    case .name(let name, isQuoted: false): return try named(name, start)
    case .symbol("("):
      let term = try nested { parser throws(PredicateFormatError) in try parser.alternatives() }
      try expect(")")
      return term
    case .symbol("{"):
      return .expression(.list(try elements(upTo: "}")))
    case .symbol, .listOperator, .end:
      index -= 1
      throw unexpected("a key, a value or ‘(’")
    }
  }

  private mutating func named(
    _ name: String, _ start: PredicateToken
  ) throws(PredicateFormatError) -> Term {
    switch PredicateWord(anyCase: name) {
    case .true, .yes: return .expression(.constant(.init(true)))
    case .false, .no: return .expression(.constant(.init(false)))
    case .null, .nil: return .expression(.null)
    case .subject: return .expression(.subject)
    case .truePredicate: return .predicate(.value(true))
    case .falsePredicate: return .predicate(.value(false))
    case .subquery where isAt("("): return .expression(try subquery())
    case .cast where isAt("("):
      return .expression(try call("castObject:toType:", at: start.position))
    case nil, .subquery, .cast:
      return .expression(
        isAt("(") ? try call(name, at: start.position) : .keyPath([name]))
    case .and, .or, .not, .anyOf, .someOf, .allOf, .noneOf, .in, .between, .contains, .beginsWith,
      .endsWith, .like, .matches, .tokenMatches:
      throw PredicateFormatError(
        "a key, a value or ‘(’ was expected, and there is the reserved word ‘\(name)’ "
          + "(a key of this name is written ‘#\(name)’)", at: start.position)
    }
  }

  /// Values with commas between them, up to a closing symbol.
  private mutating func elements(
    upTo end: String
  ) throws(PredicateFormatError) -> [Expression] {
    var elements: [Expression] = []
    try nested { parser throws(PredicateFormatError) in
      guard !parser.isAt(end) else { return }
      var isDone = false
      while !isDone {
        let term = try parser.alternatives()
        elements.append(try parser.expression(term))
        isDone = !parser.isAt(",")
        if !isDone { parser.index += 1 }
      }
    }
    try expect(end)
    return elements
  }

  private mutating func call(
    _ name: String, at position: Int
  ) throws(PredicateFormatError) -> Expression {
    guard let function = PredicateTree.Function(rawValue: name) else {
      throw PredicateFormatError("there is no function ‘\(name)’", at: position)
    }
    try expect("(")
    let arguments = try elements(upTo: ")")
    guard arguments.count == function.argumentCount else {
      throw PredicateFormatError(
        "the function ‘\(name)’ takes \(function.argumentCount) arguments, "
          + "and there are \(arguments.count)", at: position)
    }
    return .function(function, arguments)
  }

  private mutating func subquery() throws(PredicateFormatError) -> Expression {
    try expect("(")
    return try nested { parser throws(PredicateFormatError) in
      let first = try parser.sum()
      let list = try parser.expression(first)
      try parser.expect(",")
      guard case .variable(let name) = parser.token.kind else {
        throw parser.unexpected("a variable such as ‘$x’")
      }
      parser.index += 1
      try parser.expect(",")
      let second = try parser.alternatives()
      let tree = try parser.predicate(second)
      try parser.expect(")")
      return .subquery(list, variable: name, tree)
    }
  }

  /// The key path that an argument of `%K` names.
  private func keyPath(
    _ argument: Any, at position: Int
  ) throws(PredicateFormatError) -> Expression {
    guard case .string(let path) = PredicateValue(argument) else {
      throw PredicateFormatError("the argument of ‘%K’ is not the name of a key", at: position)
    }
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !names.contains(""), names.count <= PredicateTree.mostLevels else {
      throw PredicateFormatError("the argument of ‘%K’ is no key path", at: position)
    }
    return names.count == 1 && path.uppercased() == "SELF" ? .subject : .keyPath(names)
  }
}
