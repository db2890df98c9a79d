import CloudModel
import Foundation

extension Query.Filter {
  /// Whether the record fulfils the condition; subscriptions use this for single records.
  ///
  /// A comparator with `NOT` holds exactly if the comparator without `NOT` does not.
  func matches(_ record: Record) -> Bool { matchesPositive(record) != comparator.isNegated }

  private func matchesPositive(_ record: Record) -> Bool {
    let found = record.value(of: key)
    guard let expected = value else { return comparator.positive == .equals && found == nil }
    switch comparator.positive {
    case .equals: return found?.isEqual(to: expected) ?? false
    case .lessThan: return compares(found, expected) { $0 == .orderedAscending }
    case .lessThanOrEquals: return compares(found, expected) { $0 != .orderedDescending }
    case .greaterThan: return compares(found, expected) { $0 == .orderedDescending }
    case .greaterThanOrEquals: return compares(found, expected) { $0 != .orderedAscending }
    case .near: return isNear(found, expected)
    case .in, .listContainsAny:
      return found.elements.contains { element in
        Optional(expected).elements.contains { element.isEqual(to: $0) }
      }
    case .listContains: return found.elements.contains { $0.isEqual(to: expected) }
    case .listContainsAll:
      return Optional(expected).elements.allSatisfy { wanted in
        found.elements.contains { $0.isEqual(to: wanted) }
      }
    case .beginsWith, .listMemberBeginsWith:
      return found.elements.contains { begins($0, expected) }
    case .containsAllTokens:
      return !expected.words.isEmpty && expected.words.isSubset(of: words(in: record, found))
    case .containsAnyTokens: return !expected.words.isDisjoint(with: words(in: record, found))
    case .notEquals, .notIn, .notListContains, .notListContainsAny, .notListContainsAll,
      .notBeginsWith, .notListMemberBeginsWith:
      return false
    }
  }

  private func compares(
    _ found: FieldValue?, _ expected: FieldValue, _ accepts: (ComparisonResult) -> Bool
  ) -> Bool {
    found?.order(comparedWith: expected).map(accepts) ?? false
  }

  private func begins(_ found: FieldValue, _ expected: FieldValue) -> Bool {
    guard case .string(let text) = found, case .string(let beginning) = expected else {
      return false
    }
    return text.hasPrefix(beginning)
  }

  private func isNear(_ found: FieldValue?, _ expected: FieldValue) -> Bool {
    guard case .location(let place) = found, case .location(let centre) = expected, let distance
    else { return false }
    return place.metres(to: centre) <= distance
  }

  /// The words of the field; if the record has no such field, the words of all its texts.
  private func words(in record: Record, _ found: FieldValue?) -> Set<String> {
    let values = found.map { [$0] } ?? Array(record.fields.values)
    return values.reduce(into: []) { $0.formUnion($1.words) }
  }
}

extension FieldValue? {
  /// The elements of a list; a single value counts as a list of one element.
  fileprivate var elements: [FieldValue] {
    switch self {
    case .list(let elements): elements
    case .some(let value): [value]
    case nil: []
    }
  }
}
