extension PredicateTree {
  /// One side of a comparison.
  package indirect enum Expression: Sendable, Equatable {
    case constant(Constant)
    /// The object itself: `SELF`.
    case subject
    /// The names of a key path; a name that begins with `@` is an operator on a list.
    case keyPath([String])
    /// The names of a key path that begins at another value than the object.
    case path(Expression, [String])
    /// `$name`: given when the predicate is evaluated.
    case variable(String)
    /// A list as the format writes it, in braces.
    case list([Expression])
    case function(Function, [Expression])
    /// The elements of a list for which the predicate holds, each under the name of the variable.
    case subquery(Expression, variable: String, PredicateTree)
  }

  /// The functions of formats; the raw value is the name in a format.
  ///
  /// Signs such as `+` and `a[0]` are functions, too.
  ///
  /// Source: `NSExpression`, `init(forFunction:arguments:)`; `CKQuery`.
  package enum Function: String, Sendable, Equatable, CaseIterable {
    case now
    case distance = "distanceToLocation:fromLocation:"
    case tokenize = "tokenize:using:"
    case cast = "castObject:toType:"
    case add = "add:to:"
    case subtract = "from:subtract:"
    case multiply = "multiply:by:"
    case divide = "divide:by:"
    case modulus = "modulus:by:"
    case power = "raise:toPower:"
    case element = "objectFrom:withIndex:"
    case uppercase = "uppercase:"
    case lowercase = "lowercase:"
    case length = "length:"
    case absolute = "abs:"
    case count = "count:"

    package var argumentCount: Int { rawValue.count { $0 == ":" } }
  }
}

extension PredicateTree.Expression {
  static let null = Self.constant(PredicateTree.Constant(nil))

  /// Whether nothing in it depends on the object that is looked at.
  package var isConstant: Bool {
    switch self {
    case .constant: true
    case .subject, .keyPath, .path, .variable, .subquery: false
    case .list(let elements), .function(_, let elements): elements.allSatisfy(\.isConstant)
    }
  }
}
