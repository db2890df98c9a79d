import CloudModel
import Foundation
import LocationValues
import PredicateFormat

/// The predicate of a query that the cloud has kept, for subscriptions that are read again.
///
/// What was written another way comes back as what it means: `BETWEEN` as two comparisons.
extension PredicateTree {
  init(_ filters: [Query.Filter], _ viewpoint: Viewpoint, in zoneID: CKRecordZone.ID) {
    let mapping = RecordMapping(viewpoint)
    let parts = filters.map { filter in
      Self.comparison(filter, filter.value.flatMap { mapping.value($0, in: zoneID, assets: [:]) })
    }
    self = parts.isEmpty ? .value(true) : parts.count == 1 ? parts[0] : .and(parts)
  }

  private static func comparison(
    _ filter: Query.Filter, _ value: (any CKRecordValue)?
  ) -> PredicateTree {
    let key = Expression.keyPath([filter.key.predicateKey])
    let constant = Expression.constant(Constant(value))
    let positive: PredicateTree =
      switch filter.comparator.positive {
      case .equals: .comparison(.init(key, .equal, constant))
      case .lessThan: .comparison(.init(key, .less, constant))
      case .lessThanOrEquals: .comparison(.init(key, .lessOrEqual, constant))
      case .greaterThan: .comparison(.init(key, .greater, constant))
      case .greaterThanOrEquals: .comparison(.init(key, .greaterOrEqual, constant))
      case .near:
        .comparison(
          .init(
            .function(.distance, [key, constant]), .less,
            .constant(Constant(filter.distance ?? 0))))
      case .containsAllTokens, .containsAnyTokens:
        .comparison(
          .init(
            key, .tokenMatches, constant, options: [.caseInsensitive, .diacriticInsensitive]))
      case .in: .comparison(.init(key, .in, constant))
      case .listContains: .comparison(.init(key, .contains, constant))
      case .listContainsAny: .comparison(.init(key, .in, constant, modifier: .any))
      case .listContainsAll: .comparison(.init(key, .in, constant, modifier: .all))
      case .beginsWith: .comparison(.init(key, .beginsWith, constant))
      case .listMemberBeginsWith: .comparison(.init(key, .beginsWith, constant, modifier: .any))
      default: .value(true)
      }
    return filter.comparator.isNegated ? .not(positive) : positive
  }
}

extension Query.Key {
  /// The name in a predicate.
  fileprivate var predicateKey: String {
    switch self {
    case .field(let name): return name
    case .systemField(let name):
      return switch SystemField(anyName: name) {
      case .recordID: "recordID"
      case .createdBy: "creatorUserRecordID"
      case .createTime: "creationDate"
      case .modifiedBy: "lastModifiedUserRecordID"
      case .modTime: "modificationDate"
      case .parent: "parent"
      case .share: "share"
      case .etag, nil: name
      }
    }
  }
}
