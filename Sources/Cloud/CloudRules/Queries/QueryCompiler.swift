import CloudModel
import Foundation

/// Translates a query into conditions and orders that the indexes can answer, by the schema's
/// rules.
///
/// Every refusal concerns the whole query. Clients match the reasons, so a reason has the live
/// server's words if a source documents them.
///
/// Source: `docs/protocol.md`, Queries.
struct QueryCompiler {
  /// A field as the schema defines it; a field that does not exist has no type and no indexes.
  private struct Field {
    var name: String
    var spelled: String
    var type: FieldType?
    var indexes: Set<FieldIndex>
  }

  /// The most values in one filter.
  ///
  /// Source: the live server's own limit.
  static let mostValues = 250
  private static let mostFilters = 100
  private static let mostOrders = 16

  let type: RecordTypeDefinition
  let user: String

  func conditions(_ filters: [Query.Filter]) throws(CloudError) -> [IndexCondition] {
    guard type.isIndexed else {
      throw Self.refused("Type is not marked indexable: \(type.name)")
    }
    guard !filters.isEmpty else {
      guard type.systemIndexes[.recordID]?.contains(.queryable) ?? false else {
        throw Self.refused("Field 'recordName' is not marked queryable")
      }
      return []
    }
    guard filters.count <= Self.mostFilters else {
      throw CloudError(
        .limitExceeded, "limit exceeded: a query has at most \(Self.mostFilters) filters")
    }
    var conditions: [IndexCondition] = []
    for filter in filters { conditions.append(try condition(filter)) }
    return conditions
  }

  func orders(_ sorts: [Query.SortDescriptor]) throws(CloudError) -> [IndexOrder] {
    guard sorts.count <= Self.mostOrders else {
      throw CloudError(
        .limitExceeded, "limit exceeded: a query has at most \(Self.mostOrders) orders")
    }
    var orders: [IndexOrder] = []
    for sort in sorts {
      let field = field(sort.key)
      // Sorting by an encrypted field is accepted but has no effect: queries treat its values as
      // unreadable.
      if field.type?.isEncrypted ?? false { continue }
      guard field.indexes.contains(.sortable) else {
        throw Self.refused("Field '\(field.spelled)' is not marked sortable")
      }
      orders.append(IndexOrder(try key(sort, field), isAscending: sort.isAscending))
    }
    return orders
  }

  private func key(
    _ sort: Query.SortDescriptor, _ field: Field
  ) throws(CloudError) -> IndexOrder.Key {
    let isPlace = field.type?.primitive == .location
    guard isPlace == (sort.relativeLocation != nil) else {
      throw Self.refused(
        isPlace
          ? "Field '\(field.spelled)' has a value type of LOCATION and is sorted only by "
            + "relativeLocation"
          : "Field '\(field.spelled)' has no location and cannot be sorted by relativeLocation")
    }
    guard let place = sort.relativeLocation else { return .value(field: field.name) }
    guard place.isOnEarth else { throw Self.noPlace }
    return .distance(field: field.name, latitude: place.latitude, longitude: place.longitude)
  }

  private func field(_ key: Query.Key) -> Field {
    let name: String
    switch key {
    case .field(let given):
      if let field = type.fields[given] {
        return Field(name: given, spelled: given, type: field.type, indexes: field.indexes)
      }
      name = given
    case .systemField(let given): name = given
    }
    guard let system = SystemField(anyName: name) else {
      return Field(name: name, spelled: name.spelled, type: nil, indexes: [])
    }
    return Field(
      name: system.rawValue, spelled: system.spelled, type: system.type,
      indexes: type.systemIndexes[system] ?? [])
  }

  private func condition(_ filter: Query.Filter) throws(CloudError) -> IndexCondition {
    let field = field(filter.key)
    let comparator = filter.comparator
    if comparator.isAboutWords, field.type == nil, field.name == Query.Key.allTokens {
      return IndexCondition(try words(filter, in: searchableFields(), field))
    }
    if let type = field.type, type.isEncrypted { throw Self.unfit(field, type, comparator) }
    guard let type = field.type, isIndexed(field, for: comparator) else {
      throw Self.refused(
        "Field '\(field.spelled)' is not marked "
          + (comparator.isAboutWords ? "searchable" : "queryable"))
    }
    guard comparator.fits(type) else { throw Self.unfit(field, type, comparator) }
    let tests = try tests(filter, field, type)
    return IndexCondition(tests.tests, isNegated: comparator.isNegated != tests.isNegated)
  }

  private func isIndexed(_ field: Field, for comparator: Query.Comparator) -> Bool {
    switch comparator {
    case .containsAllTokens, .containsAnyTokens: field.indexes.contains(.searchable)
    case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals:
      field.indexes.contains(.queryable) || field.indexes.contains(.sortable)
    default: field.indexes.contains(.queryable)
    }
  }

  /// The tests of the comparator without its `NOT_`.
  private func tests(
    _ filter: Query.Filter, _ field: Field, _ type: FieldType
  ) throws(CloudError) -> (tests: [IndexCondition.Test], isNegated: Bool) {
    let name = field.name
    let comparator = filter.comparator.positive
    guard let value = filter.value else {
      guard comparator == .equals else { throw Self.unexpectedInput }
      return ([.range(field: name, from: .lowest, to: .beyond)], true)
    }
    switch comparator {
    case .equals, .listContains:
      return ([.value(field: name, keys: [try key(value, filter, field, type)])], false)
    case .lessThan:
      let key = try key(value, filter, field, type)
      return ([.range(field: name, from: .lowest, to: key)], false)
    case .lessThanOrEquals:
      let key = try key(value, filter, field, type)
      return ([.range(field: name, from: .lowest, to: key.next)], false)
    case .greaterThan:
      let key = try key(value, filter, field, type)
      return ([.range(field: name, from: key.next, to: .beyond)], false)
    case .greaterThanOrEquals:
      let key = try key(value, filter, field, type)
      return ([.range(field: name, from: key, to: .beyond)], false)
    case .beginsWith, .listMemberBeginsWith:
      guard case .string(let prefix) = value, prefix.utf8.count <= IndexKey.longestPrefix else {
        throw Self.wrongValue(field, type, value)
      }
      let key = try key(value, filter, field, type)
      return ([.range(field: name, from: key, to: key.afterPrefix)], false)
    case .in, .listContainsAny:
      return ([.value(field: name, keys: try keys(value, filter, field, type))], false)
    case .listContainsAll:
      let keys = try keys(value, filter, field, type)
      return (keys.map { .value(field: name, keys: [$0]) }, false)
    case .containsAllTokens, .containsAnyTokens:
      return (try words(filter, in: [name], field), false)
    case .near:
      guard case .location(let place) = value else { throw Self.wrongValue(field, type, value) }
      guard let metres = filter.distance, metres.isFinite, metres >= 0 else {
        throw Self.refused("BadRequestException: NEAR needs a distance in metres")
      }
      guard place.isOnEarth else { throw Self.noPlace }
      return (
        [
          .near(
            field: name, latitude: place.latitude, longitude: place.longitude, metres: metres)
        ], false
      )
    case .notEquals, .notIn, .notListContains, .notListContainsAny, .notListContainsAll,
      .notBeginsWith, .notListMemberBeginsWith:
      throw Self.unexpectedInput
    }
  }

  /// The fields that a search of all texts looks at.
  private func searchableFields() throws(CloudError) -> [String] {
    let fields = type.fields.values.filter { $0.indexes.contains(.searchable) }.map(\.name).sorted()
    guard !fields.isEmpty else {
      throw Self.refused("Field '\(Query.Key.allTokens)' is not marked searchable")
    }
    return fields
  }

  private func words(
    _ filter: Query.Filter, in fields: [String], _ field: Field
  ) throws(CloudError) -> [IndexCondition.Test] {
    guard let value = filter.value else { throw Self.unexpectedInput }
    let texts: [FieldValue]
    if case .list(let elements) = value { texts = elements } else { texts = [value] }
    var words: Set<String> = []
    for text in texts {
      guard case .string(let text) = text else {
        throw Self.wrongValue(field, field.type ?? FieldType(.string), value)
      }
      words.formUnion(SearchWords.words(of: text))
    }
    guard words.count <= Self.mostValues else { throw Self.tooManyValues }
    let sorted = words.sorted()
    // A filter without words finds nothing, with either comparator.
    return filter.comparator == .containsAnyTokens || sorted.isEmpty
      ? [.word(fields: fields, words: sorted)]
      : sorted.map { .word(fields: fields, words: [$0]) }
  }

  private func keys(
    _ value: FieldValue, _ filter: Query.Filter, _ field: Field, _ type: FieldType
  ) throws(CloudError) -> [IndexKey] {
    // Source: the live server wants a list's type to be said.
    guard case .list(let elements) = value, !filter.isTypeOmitted else {
      throw Self.unexpectedInput
    }
    guard elements.count <= Self.mostValues else { throw Self.tooManyValues }
    var keys: [IndexKey] = []
    for element in elements { keys.append(try key(element, filter, field, type, list: value)) }
    return keys
  }

  private func key(
    _ value: FieldValue, _ filter: Query.Filter, _ field: Field, _ type: FieldType,
    list: FieldValue? = nil
  ) throws(CloudError) -> IndexKey {
    var value = value
    if case .reference(var reference) = value,
      reference.recordName == RecordZoneID.currentUserDefaultName
    {
      reference.recordName = user
      value = .reference(reference)
    }
    let fitting = type.primitive.fitting(value, isTypeOmitted: filter.isTypeOmitted)
    guard let key = fitting.flatMap(IndexKey.init) else {
      throw Self.wrongValue(field, type, list ?? value)
    }
    return key
  }

  // MARK: Refusals

  private static func refused(_ reason: String) -> CloudError {
    CloudError(.invalidArguments, reason)
  }

  private static var unexpectedInput: CloudError {
    refused("BadRequestException: Unexpected input")
  }

  private static var noPlace: CloudError {
    refused("Invalid value, expected type LOCATION.")
  }

  private static var tooManyValues: CloudError {
    CloudError(.limitExceeded, "Query filter exceeds the limit of values: \(mostValues)")
  }

  private static func unfit(
    _ field: Field, _ type: FieldType, _ comparator: Query.Comparator
  ) -> CloudError {
    refused(
      "Field '\(field.spelled)' has a value type of \(type.typeTag) and cannot be queried using "
        + "filter type \(comparator.rawValue)")
  }

  private static func wrongValue(
    _ field: Field, _ type: FieldType, _ value: FieldValue
  ) -> CloudError {
    let given = FieldType(of: value, isEncrypted: false)?.typeTag ?? "UNKNOWN_LIST"
    return refused(
      "Field '\(field.spelled)' has a value type of \(type.typeTag) and cannot be queried using "
        + "filter value type \(given)")
  }
}

extension Query.Comparator {
  fileprivate var isAboutWords: Bool { self == .containsAllTokens || self == .containsAnyTokens }

  /// Whether this comparator can be used with a field of this type.
  fileprivate func fits(_ type: FieldType) -> Bool {
    switch positive {
    case .equals, .in: !type.isList && type.primitive != .location
    case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals:
      !type.isList && type.primitive != .location && type.primitive != .reference
    case .near: type.primitive == .location
    case .containsAllTokens, .containsAnyTokens: type.primitive == .string
    case .listContains, .listContainsAny, .listContainsAll:
      type.isList && type.primitive != .location
    case .beginsWith: !type.isList && type.primitive == .string
    case .listMemberBeginsWith: type.isList && type.primitive == .string
    case .notEquals, .notIn, .notListContains, .notListContainsAny, .notListContainsAll,
      .notBeginsWith, .notListMemberBeginsWith:
      false
    }
  }
}

extension Location {
  fileprivate var isOnEarth: Bool {
    (-90...90).contains(latitude) && (-180...180).contains(longitude)
  }
}
