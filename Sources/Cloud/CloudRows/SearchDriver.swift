import CloudModel
package import CloudRules

/// The index that drives a search: its rows are found by seeking, and the record of each is checked against the other
/// conditions through the record's own entries.
package enum SearchDriver: Sendable {
  case test(IndexCondition.Test)
  /// The index of the first order, walked in its direction.
  case order(field: Int64, isAscending: Bool)
  /// All records of the type.
  case members

  /// A test that finds this many records does not drive the search where an order can be walked.
  package static let mostCounted = 1000

  /// Takes the test that finds the fewest records, unless all find many and the order's own index can be walked.
  ///
  /// - Parameters:
  ///   - search: the search.
  ///   - type: the type of its records.
  ///   - count: counts the index rows that each test finds, up to `mostCounted` or to the least count before. It is
  ///     called only where there is a choice.
  package init(
    of search: IndexSearch, _ type: IndexedType,
    counting count: ([IndexCondition.Test]) throws -> [Int]
  ) rethrows {
    // Those that every hit has to pass.
    let tests = search.conditions.filter { !$0.isNegated }.flatMap(\.tests)
    let order = Self.order(of: search, type)
    guard tests.count > 1 || (order != nil && !tests.isEmpty) else {
      self = tests.first.map { .test($0) } ?? order ?? .members
      return
    }
    let best = zip(tests, try count(tests)).min { $0.1 < $1.1 }
    if let order, best.map({ $0.1 >= Self.mostCounted }) ?? true {
      self = order
    } else {
      self = best.map { .test($0.0) } ?? .members
    }
  }

  /// The driver that walks the first order; only one zone's entries of a field that is not a list are in order.
  private static func order(of search: IndexSearch, _ type: IndexedType) -> SearchDriver? {
    guard search.zones.count == 1, let order = search.orders.first,
      case .value(let field) = order.key, let id = type.fieldIDs[field],
      type.definition.fields[field]?.type.isList != true, type.isSortable(field)
    else { return nil }
    return .order(field: id, isAscending: order.isAscending)
  }
}
