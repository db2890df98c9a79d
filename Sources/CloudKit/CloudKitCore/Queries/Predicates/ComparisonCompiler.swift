import CloudModel
import Foundation
import LocationValues
import PredicateFormat

/// Translates one comparison of a predicate.
struct ComparisonCompiler {
  /// One side of a comparison, as far as CloudKit knows it.
  private enum Side {
    case field(Query.Key)
    case value(Any?)
    case distance(Query.Key, CLLocation)
    /// `SELF`, or all words of the record.
    case subject
    case allTokens
  }

  private let comparison: PredicateTree.Comparison
  private let mapping: (Any) throws -> FieldValue

  init(_ comparison: PredicateTree.Comparison, mapping: @escaping (Any) throws -> FieldValue) {
    self.comparison = comparison
    self.mapping = mapping
  }

  /// All of them must hold.
  func filters() throws -> [Query.Filter] {
    try checkOptions()
    guard comparison.modifier != .all else { throw Self.unsupported("ALL") }
    let comparator = comparison.comparator
    switch (try side(comparison.left), try side(comparison.right)) {
    case (.field(let key), .value(let value)): return try filters(key, comparator, value)
    case (.value(let value), .field(let key)): return try exchanged(key, comparator, value)
    case (.distance(let key, let place), .value(let metres)):
      return [try near(key, place, comparator, metres)]
    case (.value(let metres), .distance(let key, let place)):
      return [try near(key, place, comparator.exchanged, metres)]
    case (.subject, .value(let text)), (.allTokens, .value(let text)):
      return [try search(comparator, for: text)]
    default:
      throw UnsupportedQuery(
        "CloudKit compares a field with a value, and not \(comparator.rawValue) of these two.")
    }
  }

  private func checkOptions() throws {
    let isSearch = comparison.comparator == .tokenMatches || comparison.left == .subject
    guard comparison.options.isEmpty || isSearch else {
      throw UnsupportedQuery(
        "CloudKit does not support options such as [cd] with \(comparison.comparator.rawValue).")
    }
  }

  private static func unsupported(_ what: String) -> UnsupportedQuery {
    UnsupportedQuery("CloudKit does not support \(what) in queries.")
  }

  // MARK: Sides

  private func side(_ expression: PredicateTree.Expression) throws -> Side {
    if expression.isConstant { return .value(Self.value(of: expression)) }
    switch expression {
    case .subject: return .subject
    case .keyPath([PredicateEvaluator.allTokens]): return .allTokens
    case .keyPath(let names): return .field(try Query.Key(predicateKey: names))
    case .function(.distance, let places): return try distance(places)
    case .function(let function, _): throw Self.unsupported("‘\(function.rawValue)’ of fields")
    case .path: throw Self.unsupported("key paths of other values than the record")
    case .variable(let name): throw Self.unsupported("variables such as ‘$\(name)’")
    case .subquery: throw Self.unsupported("SUBQUERY")
    case .list: throw Self.unsupported("lists with fields")
    case .constant(let constant): return .value(constant.value)
    }
  }

  private static func value(of constant: PredicateTree.Expression) -> Any? {
    PredicateValue.unwrapped(PredicateEvaluator(.cloudKit).value(of: constant, for: nil))
  }

  private func distance(_ places: [PredicateTree.Expression]) throws -> Side {
    for (field, place) in [(places.first, places.last), (places.last, places.first)] {
      guard case .keyPath(let names) = field, let place, place.isConstant,
        let location = Self.value(of: place) as? CLLocation
      else { continue }
      return .distance(try Query.Key(predicateKey: names), location)
    }
    throw UnsupportedQuery("A distance is between a field and a CLLocation.")
  }

  // MARK: Fields

  private func filters(
    _ key: Query.Key, _ comparator: PredicateTree.Comparator, _ value: Any?
  ) throws -> [Query.Filter] {
    switch comparison.modifier {
    case .any: return try anyElement(key, comparator, value)
    case .noneOf: return try PredicateCompiler.negated(anyElement(key, comparator, value))
    case .direct, .all: break
    }
    switch comparator {
    case .equal: return [try filter(key, .equals, value, canBeNil: true)]
    case .notEqual: return [try filter(key, .notEquals, value, canBeNil: true)]
    case .less: return [try filter(key, .lessThan, value)]
    case .lessOrEqual: return [try filter(key, .lessThanOrEquals, value)]
    case .greater: return [try filter(key, .greaterThan, value)]
    case .greaterOrEqual: return [try filter(key, .greaterThanOrEquals, value)]
    case .beginsWith: return [try filter(key, .beginsWith, value)]
    case .contains: return [try filter(key, .listContains, value)]
    case .tokenMatches: return [Query.Filter(key, .containsAllTokens, try words(value))]
    case .in: return try list(key, .in, value)
    case .between:
      guard let bounds = Self.elements(of: value), bounds.count == 2 else {
        throw UnsupportedQuery("BETWEEN needs a list of two values.")
      }
      return [
        try filter(key, .greaterThanOrEquals, bounds[0]),
        try filter(key, .lessThanOrEquals, bounds[1]),
      ]
    case .endsWith, .like, .matches: throw Self.unsupported(comparator.rawValue)
    }
  }

  private func anyElement(
    _ key: Query.Key, _ comparator: PredicateTree.Comparator, _ value: Any?
  ) throws -> [Query.Filter] {
    switch comparator {
    case .equal, .contains: [try filter(key, .listContains, value)]
    case .in: try list(key, .listContainsAny, value)
    case .beginsWith: [try filter(key, .listMemberBeginsWith, value)]
    default: throw Self.unsupported("ANY with \(comparator.rawValue)")
    }
  }

  /// A value on the left and a field on the right: `'red' IN colours`, `ANY {1, 2} == n`, `5 < n`.
  private func exchanged(
    _ key: Query.Key, _ comparator: PredicateTree.Comparator, _ value: Any?
  ) throws -> [Query.Filter] {
    switch (comparison.modifier, comparator) {
    case (.any, .equal): return try list(key, .in, value)
    case (.any, .in): return try list(key, .listContainsAny, value)
    case (.noneOf, .equal): return try PredicateCompiler.negated(list(key, .in, value))
    case (.noneOf, .in): return try PredicateCompiler.negated(list(key, .listContainsAny, value))
    case (.direct, _):
      guard let exchanged = comparator.exchanged else { break }
      return try filters(key, exchanged, value)
    default: break
    }
    throw Self.unsupported("\(comparator.rawValue) with the field on the right")
  }

  // MARK: Filters

  private func filter(
    _ key: Query.Key, _ comparator: Query.Comparator, _ value: Any?, canBeNil: Bool = false
  ) throws -> Query.Filter {
    guard let value else {
      guard canBeNil else { throw Self.unsupported("\(comparator.rawValue) with NIL") }
      return Query.Filter(key, comparator, nil)
    }
    let mapped = Self.whole(try mapping(value))
    // A whole number is fit for a field of integers and for one of doubles.
    if case .int64 = mapped { return Query.Filter(key, comparator, mapped, isTypeOmitted: true) }
    return Query.Filter(key, comparator, mapped)
  }

  private static func whole(_ value: FieldValue) -> FieldValue {
    guard case .double(let number) = value, let whole = Int64(exactly: number),
      whole.magnitude < 1 << 53
    else { return value }
    return .int64(whole)
  }

  private func list(
    _ key: Query.Key, _ comparator: Query.Comparator, _ value: Any?
  ) throws -> [Query.Filter] {
    guard let values = Self.elements(of: value) else {
      throw UnsupportedQuery("IN needs a list of values, or a value and a field with a list.")
    }
    guard !values.isEmpty else {
      // Without elements the cloud would not know of what the list is.
      return PredicateCompiler.nothing(
        comparator == .in ? key : .systemField(SystemField.recordID.rawValue))
    }
    let elements = try values.map { value in
      guard let value else { throw Self.unsupported("NIL in a list") }
      return try mapping(value)
    }
    return [Query.Filter(key, comparator, .list(Self.alike(elements)))]
  }

  /// Integers and doubles in one list become doubles: the elements of a list have one type.
  private static func alike(_ elements: [FieldValue]) -> [FieldValue] {
    guard elements.contains(where: { $0.primitive == .double }) else { return elements }
    return elements.map { element in
      if case .int64(let number) = element { return .double(Double(number)) }
      return element
    }
  }

  private static func elements(of value: Any?) -> [Any?]? {
    switch value {
    case let list as [Any]: list.map { PredicateValue.unwrapped($0) }
    case let set as NSSet: set.allObjects
    case let set as Set<AnyHashable>: set.map(\.base)
    default: nil
    }
  }

  // MARK: Places and words

  private func near(
    _ key: Query.Key, _ place: CLLocation, _ comparator: PredicateTree.Comparator?, _ metres: Any?
  ) throws -> Query.Filter {
    guard comparator == .less || comparator == .lessOrEqual else {
      throw UnsupportedQuery("CloudKit finds what is inside of a circle: use < with a distance.")
    }
    guard let value = metres, let number = try? mapping(value) else {
      throw UnsupportedQuery("A distance is a number of metres.")
    }
    let distance: Double
    switch number {
    case .double(let metres): distance = metres
    case .int64(let metres): distance = Double(metres)
    default: throw UnsupportedQuery("A distance is a number of metres.")
    }
    return Query.Filter(key, .near, .location(Location(place)), distance: distance)
  }

  /// A search of all texts of a record.
  ///
  /// Source: `CKQuery`: `self CONTAINS` finds records with one of the words; `TOKENMATCHES` wants all.
  private func search(
    _ comparator: PredicateTree.Comparator, for text: Any?
  ) throws -> Query.Filter {
    let tokens: Query.Comparator
    switch comparator {
    case .tokenMatches: tokens = .containsAllTokens
    case .contains where comparison.left == .subject: tokens = .containsAnyTokens
    default: throw Self.unsupported("\(comparator.rawValue) with SELF")
    }
    return Query.Filter(.field(Query.Key.allTokens), tokens, try words(text))
  }

  private func words(_ value: Any?) throws -> FieldValue {
    switch PredicateValue(value) {
    case .string(let text): return .string(text)
    case .list(let elements):
      let words = elements.compactMap { element -> String? in
        guard case .string(let word) = element else { return nil }
        return word
      }
      if words.count == elements.count { return .string(words.joined(separator: " ")) }
    default: break
    }
    throw UnsupportedQuery("A search for words needs a text.")
  }
}
