package import CloudModel

/// A query on the wire, in `records/query` and in query subscriptions.
package struct WireQuery: Codable, Sendable {
  package struct Filter: Codable, Sendable {
    package var comparator: String
    package var fieldName: String?
    package var systemFieldName: String?
    package var fieldValue: WireField?
    package var distance: Double?
  }

  package struct Sort: Codable, Sendable {
    package var fieldName: String?
    package var systemFieldName: String?
    package var ascending: Bool?
    package var relativeLocation: SortLocation?
  }

  /// A place to sort by, bare or, as some clients send it, as the value of a field.
  package struct SortLocation: Codable, Sendable {
    package var location: Location

    package init(_ location: Location) { self.location = location }

    package init(from decoder: any Decoder) throws {
      let field = try WireField(from: decoder)
      if case .location(let location) = field.value {
        self.location = location
      } else {
        location = try Location(from: decoder)
      }
    }

    package func encode(to encoder: any Encoder) throws { try location.encode(to: encoder) }
  }

  package var recordType: String
  package var filterBy: [Filter]?
  package var sortBy: [Sort]?

  package init(_ query: Query) {
    recordType = query.recordType
    filterBy = query.filters.map { filter in
      var value = WireField(filter.value)
      value.isTagLeftOut = filter.isTypeOmitted
      return Filter(
        comparator: filter.comparator.rawValue, fieldName: filter.key.fieldName,
        systemFieldName: filter.key.systemFieldName, fieldValue: value,
        distance: filter.distance)
    }
    sortBy = query.sortDescriptors.map { sort in
      Sort(
        fieldName: sort.key.fieldName, systemFieldName: sort.key.systemFieldName,
        ascending: sort.isAscending,
        relativeLocation: sort.relativeLocation.map(SortLocation.init))
    }
  }

  /// Throws `.invalidArguments` for an unknown comparator, for a filter or an order without a
  /// field, and for a value that cannot be accepted.
  package func query() throws(CloudError) -> Query {
    var query = Query(recordType: recordType)
    for (index, filter) in (filterBy ?? []).enumerated() {
      let comparator = try Query.Comparator(
        word: filter.comparator, at: "query.filterBy.[\(index)].comparator")
      if let refusal = filter.fieldValue?.refusal {
        throw CloudError(.invalidArguments, refusal)
      }
      query.filters.append(
        Query.Filter(
          try Query.Key(filter.fieldName, filter.systemFieldName, in: "filterBy"), comparator,
          filter.fieldValue?.value?.mappingReferences { $0.zoneID = nil },
          isTypeOmitted: filter.fieldValue?.isTypeOmitted ?? false,
          distance: filter.distance))
    }
    for sort in sortBy ?? [] {
      query.sortDescriptors.append(
        Query.SortDescriptor(
          try Query.Key(sort.fieldName, sort.systemFieldName, in: "sortBy"),
          isAscending: sort.ascending ?? true,
          relativeLocation: sort.relativeLocation?.location))
    }
    return query
  }
}

extension Query.Key {
  fileprivate init(
    _ fieldName: String?, _ systemFieldName: String?, in place: String
  ) throws(CloudError) {
    if let systemFieldName {
      self = .systemField(systemFieldName)
    } else if let fieldName {
      self = .field(fieldName)
    } else {
      throw CloudError(
        .invalidArguments,
        "BadRequestException: missing key 'fieldName' or 'systemFieldName' in 'query.\(place)'")
    }
  }

  fileprivate var fieldName: String? {
    guard case .field(let name) = self else { return nil }
    return name
  }

  fileprivate var systemFieldName: String? {
    guard case .systemField(let name) = self else { return nil }
    return name
  }
}
