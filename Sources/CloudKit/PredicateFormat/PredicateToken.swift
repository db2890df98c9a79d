/// A piece of a format.
struct PredicateToken: Equatable {
  enum Kind: Equatable {
    /// A name; a word of the language only if it is not `quoted` by `#`.
    case name(String, isQuoted: Bool)
    /// The name of a function with its colons, for example `tokenize:using:`.
    case function(String)
    /// `$name`.
    case variable(String)
    /// `@name`, an operator in a key path.
    case listOperator(String)
    case string(String)
    case integer(Int64)
    case double(Double)
    /// `%@`, `%d` and the like: the next argument is a value.
    case valueArgument
    /// `%K`: the next argument is a key path.
    case keyArgument
    case symbol(String)
    case end
  }

  var kind: Kind
  /// Counted from 1.
  var position: Int

  /// What is there, for error messages.
  var spelled: String {
    switch kind {
    case .name(let name, _): "‘\(name)’"
    case .function(let name): "‘\(name)’"
    case .variable(let name): "‘$\(name)’"
    case .listOperator(let name): "‘\(name)’"
    case .string: "a text"
    case .integer, .double: "a number"
    case .valueArgument: "a value"
    case .keyArgument: "‘%K’"
    case .symbol(let symbol): "‘\(symbol)’"
    case .end: "the end of the format"
    }
  }
}

/// The words of the language, which may have any letter case.
enum PredicateWord: String, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case anyOf = "ANY"
  case someOf = "SOME"
  case allOf = "ALL"
  case noneOf = "NONE"
  case `in` = "IN"
  case between = "BETWEEN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case tokenMatches = "TOKENMATCHES"
  case subject = "SELF"
  case null = "NULL"
  case `nil` = "NIL"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case subquery = "SUBQUERY"
  case cast = "CAST"

  private static let words = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  init?(anyCase name: String) {
    guard let word = Self.words[name.uppercased()] else { return nil }
    self = word
  }
}
