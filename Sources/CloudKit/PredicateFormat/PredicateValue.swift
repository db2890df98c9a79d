package import Foundation

/// A value as comparisons see it, whichever of Swift's and Foundation's types it has.
///
/// Truth values are the integers 1 and 0, as `NSNumber` has it.
package enum PredicateValue {
  case null
  case string(String)
  case integer(Int64)
  case double(Double)
  case date(Date)
  case data(Data)
  case list([PredicateValue])
  /// An object of a class that is not Foundation's.
  case object(Any)

  /// Sorts a value by its kind; `comparable` says what takes the place of an object in comparisons.
  package init(_ value: Any?, comparable: (Any) -> Any = { $0 }) {
    guard let value = Self.unwrapped(value).map(comparable) else {
      self = .null
      return
    }
    self = Self.scalar(value) ?? Self.list(value, comparable) ?? .object(value)
  }

  /// The value without optionals around it; nil also for `NSNull`.
  package static func unwrapped(_ value: Any?) -> Any? {
    guard let value else { return nil }
    if let optional = value as? any Wrapping { return unwrapped(optional.wrapped) }
    return value is NSNull ? nil : value
  }

  private static func scalar(_ value: Any) -> PredicateValue? {
    switch value {
    // Before `Bool` and the integers: `NSNumber(1)` can be cast to all of them.
    case let number as NSNumber: PredicateValue(number)
    case let value as Bool: .integer(value ? 1 : 0)
    case let number as any BinaryInteger:
      Int64(exactly: number).map { .integer($0) } ?? .double(Double(number))
    case let number as any BinaryFloatingPoint: .double(Double(number))
    case let text as String: .string(text)
    case let text as Substring: .string(String(text))
    case let date as Date: .date(date)
    case let data as Data: .data(data)
    default: nil
    }
  }

  private init(_ number: NSNumber) {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
    case UInt8(ascii: "Q") where number.uint64Value > Int64.max: self = .double(number.doubleValue)
    default: self = .integer(number.int64Value)
    }
  }

  private static func list(_ value: Any, _ comparable: (Any) -> Any) -> PredicateValue? {
    let elements: [Any]
    switch value {
    case let list as [Any]: elements = list
    case let set as NSSet: elements = set.allObjects
    case let set as NSOrderedSet: elements = set.array
    case let set as Set<AnyHashable>: elements = set.map(\.base)
    default: return nil
    }
    return .list(elements.map { PredicateValue($0, comparable: comparable) })
  }
}

/// An optional that was passed as `Any`.
private protocol Wrapping { var wrapped: Any? { get } }

extension Optional: Wrapping {
  fileprivate var wrapped: Any? { self }
}

extension PredicateValue {
  /// The elements of a list; another value counts as a list of one, no value as an empty one.
  var elements: [PredicateValue] {
    switch self {
    case .null: []
    case .list(let elements): elements
    case .string, .integer, .double, .date, .data, .object: [self]
    }
  }

  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .null, .string, .date, .data, .list, .object: nil
    }
  }

  /// Nothing equals no value, except no value.
  package func isEqual(
    to other: PredicateValue, _ options: PredicateTree.Options = []
  ) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isEqual(to: $1, options) }
    case (.data(let a), .data(let b)): a == b
    case (.object(let a), .object(let b)): Self.isEqual(a, b)
    default: order(comparedWith: other, options) == .orderedSame
    }
  }

  private static func isEqual(_ a: Any, _ b: Any) -> Bool {
    if let a = a as? NSObject { return a.isEqual(b) }
    guard let a = a as? AnyHashable, let b = b as? AnyHashable else { return false }
    return a == b
  }

  /// The order of two texts, two numbers or two dates; nil for anything else.
  package func order(
    comparedWith other: PredicateValue, _ options: PredicateTree.Options = []
  ) -> ComparisonResult? {
    switch (self, other) {
    case (.string(let a), .string(let b)): return PredicateText(a, options).order(b)
    case (.integer(let a), .integer(let b)): return Self.order(a, b)
    case (.date(let a), .date(let b)): return Self.order(a, b)
    default:
      guard let a = number, let b = other.number, !a.isNaN, !b.isNaN else { return nil }
      return Self.order(a, b)
    }
  }

  private static func order<Value: Comparable>(_ a: Value, _ b: Value) -> ComparisonResult {
    if a == b { return .orderedSame }
    return a < b ? .orderedAscending : .orderedDescending
  }
}
