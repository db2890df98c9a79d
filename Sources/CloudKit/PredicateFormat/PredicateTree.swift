/// A predicate as its format says it: comparisons, joined by AND, OR and NOT.
///
/// `init(format:arguments:)` reads the language of `NSPredicate(format:)`, also the parts of it that
/// CloudKit refuses: on Apple's systems a format that cannot be read stops the program, and a
/// predicate that CloudKit does not support is an error of the query.
///
/// No format has more than `mostLevels`, so that code may walk its tree recursively.
///
/// Source: Predicate Programming Guide, Predicate Format String Syntax.
package indirect enum PredicateTree: Sendable, Equatable {
  /// `TRUEPREDICATE` and `FALSEPREDICATE`.
  case value(Bool)
  case comparison(Comparison)
  case and([PredicateTree])
  case or([PredicateTree])
  case not(PredicateTree)

  /// The most levels of parentheses, lists, functions, signs and NOT; enough for what people write,
  /// few enough for the stack of any thread.
  package static let mostLevels = 64
}

extension PredicateTree {
  /// Two expressions and what must hold between them.
  package struct Comparison: Sendable, Equatable {
    package var left: Expression
    package var comparator: Comparator
    package var right: Expression
    package var modifier: Modifier
    package var options: Options

    package init(
      _ left: Expression, _ comparator: Comparator, _ right: Expression,
      modifier: Modifier = .direct, options: Options = []
    ) {
      self.left = left
      self.comparator = comparator
      self.right = right
      self.modifier = modifier
      self.options = options
    }
  }

  /// The raw value is how the printer writes it.
  package enum Comparator: String, Sendable, Equatable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case contains = "CONTAINS"
    case like = "LIKE"
    case matches = "MATCHES"
    case `in` = "IN"
    case between = "BETWEEN"
    case tokenMatches = "TOKENMATCHES"

    /// The comparator that holds for exchanged sides; nil if there is none.
    package var exchanged: Comparator? {
      switch self {
      case .equal, .notEqual: self
      case .less: .greater
      case .lessOrEqual: .greaterOrEqual
      case .greater: .less
      case .greaterOrEqual: .lessOrEqual
      case .contains: .in
      case .in: .contains
      case .beginsWith, .endsWith, .like, .matches, .between, .tokenMatches: nil
      }
    }
  }

  /// How the elements of a list on the left count.
  package enum Modifier: String, Sendable, Equatable, CaseIterable {
    /// The list as a whole.
    case direct = ""
    /// Also spelled `SOME`.
    case any = "ANY"
    case all = "ALL"
    case noneOf = "NONE"
  }

  /// The letters in brackets after a comparator.
  package struct Options: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let caseInsensitive = Options(rawValue: 1)
    package static let diacriticInsensitive = Options(rawValue: 2)
    package static let normalized = Options(rawValue: 4)
    package static let localeSensitive = Options(rawValue: 8)

    static let letters: [(letter: Character, option: Options)] = [
      ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized),
      ("l", .localeSensitive),
    ]
  }
}
