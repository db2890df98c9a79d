import Foundation

/// Decides whether a predicate holds for an object.
///
/// No value equals only no value, and is in no order with anything: of a record without `n`,
/// `n != 5` and `NOT n == 5` hold, and neither `n < 5` nor `n >= 5`. Values of different kinds are
/// not equal and have no order either, where Foundation would stop the program.
///
/// Source: Predicate Programming Guide; for the case of letters, `PredicateText`.
package struct PredicateEvaluator {
  /// The key of all words of an object; CloudKit's name for them.
  package static let allTokens = "allTokens"

  package let context: PredicateContext
  private let variables: [String: Any]

  package init(_ context: PredicateContext, variables: [String: Any] = [:]) {
    self.context = context
    self.variables = variables
  }

  package func holds(_ tree: PredicateTree, for object: Any?) -> Bool {
    switch tree {
    case .value(let value): value
    case .and(let parts): parts.allSatisfy { holds($0, for: object) }
    case .or(let parts): parts.contains { holds($0, for: object) }
    case .not(let part): !holds(part, for: object)
    case .comparison(let comparison): holds(comparison, for: object)
    }
  }

  // MARK: Comparisons

  private func holds(_ comparison: PredicateTree.Comparison, for object: Any?) -> Bool {
    let right = comparable(value(of: comparison.right, for: object))
    let left = comparable(value(of: comparison.left, for: object))
    func fits(_ left: PredicateValue) -> Bool {
      holds(left, comparison.comparator, right, comparison.options)
    }
    if comparison.left == .subject, case .object = PredicateValue(object) {
      // The object stands for all of its words here, whatever is compared in its place elsewhere.
      let tokens = allTokens(of: object)
      switch comparison.comparator {
      case .contains: return !words(of: right).isDisjoint(with: words(of: tokens))
      case .tokenMatches: return fits(tokens)
      default: break
      }
    }
    switch comparison.modifier {
    case .direct: return fits(left)
    case .any: return left.elements.contains(where: fits)
    case .all: return left.elements.allSatisfy(fits)
    case .noneOf: return !left.elements.contains(where: fits)
    }
  }

  private func holds(
    _ left: PredicateValue, _ comparator: PredicateTree.Comparator, _ right: PredicateValue,
    _ options: PredicateTree.Options
  ) -> Bool {
    switch comparator {
    case .equal: return left.isEqual(to: right, options)
    case .notEqual: return !left.isEqual(to: right, options)
    case .less: return left.order(comparedWith: right, options) == .orderedAscending
    case .greater: return left.order(comparedWith: right, options) == .orderedDescending
    case .lessOrEqual: return isOrdered(left, right, options)
    case .greaterOrEqual: return isOrdered(right, left, options)
    case .between:
      guard case .list(let bounds) = right, bounds.count == 2 else { return false }
      return isOrdered(bounds[0], left, options) && isOrdered(left, bounds[1], options)
    case .contains: return contains(left, right, options)
    case .in: return contains(right, left, options)
    case .tokenMatches:
      let wanted = words(of: right)
      return !wanted.isEmpty && wanted.isSubset(of: words(of: left))
    case .beginsWith, .endsWith, .like, .matches:
      guard case .string(let text) = left, case .string(let part) = right else { return false }
      let compared = PredicateText(text, options)
      switch comparator {
      case .beginsWith: return compared.begins(with: part)
      case .endsWith: return compared.ends(with: part)
      case .like: return compared.isLike(part)
      default: return compared.matches(part)
      }
    }
  }

  private func isOrdered(
    _ low: PredicateValue, _ high: PredicateValue, _ options: PredicateTree.Options
  ) -> Bool {
    low.order(comparedWith: high, options).map { $0 != .orderedDescending } ?? false
  }

  private func contains(
    _ whole: PredicateValue, _ part: PredicateValue, _ options: PredicateTree.Options
  ) -> Bool {
    switch (whole, part) {
    case (.list(let elements), _): elements.contains { $0.isEqual(to: part, options) }
    case (.string(let text), .string(let part)): PredicateText(text, options).contains(part)
    default: false
    }
  }

  // MARK: Words

  private func words(of value: PredicateValue) -> Set<String> {
    switch value {
    case .string(let text): context.words(text)
    case .list(let elements): elements.reduce(into: []) { $0.formUnion(words(of: $1)) }
    case .null, .integer, .double, .date, .data, .object: []
    }
  }

  private func allTokens(of object: Any?) -> PredicateValue {
    comparable(object.flatMap { context.value($0, Self.allTokens) })
  }

  // MARK: Values

  private func comparable(_ value: Any?) -> PredicateValue {
    PredicateValue(value, comparable: context.comparable)
  }

  package func value(of expression: PredicateTree.Expression, for object: Any?) -> Any? {
    switch expression {
    case .constant(let constant): return constant.value
    case .subject: return object
    case .variable(let name): return variables[name]
    case .keyPath(let names): return names.reduce(object) { step(into: $0, $1) }
    case .path(let base, let names):
      return names.reduce(value(of: base, for: object)) { step(into: $0, $1) }
    case .list(let elements): return elements.map { value(of: $0, for: object) as Any }
    case .function(let function, let arguments):
      return result(of: function, arguments.map { value(of: $0, for: object) })
    case .subquery(let list, let variable, let tree):
      return elements(of: value(of: list, for: object)).filter { element in
        var variables = variables
        variables[variable] = element
        return PredicateEvaluator(context, variables: variables).holds(tree, for: object)
      }
    }
  }

  /// The value of an object under a key; of a list, the list of its elements' values.
  private func step(into object: Any?, _ name: String) -> Any? {
    guard let object = PredicateValue.unwrapped(object) else { return nil }
    if name == "@count" { return elements(of: object).count }
    guard let list = object as? [Any] else {
      return PredicateValue.unwrapped(context.value(object, name))
    }
    return list.compactMap { step(into: $0, name) }
  }

  private func elements(of value: Any?) -> [Any] {
    switch PredicateValue.unwrapped(value) {
    case let list as [Any]: list
    case .some(let value): [value]
    case nil: []
    }
  }
}
