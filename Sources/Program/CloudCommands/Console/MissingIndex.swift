package import CloudModel

/// An index that a query needs and its record type does not have.
package struct MissingIndex: Equatable {
  package var recordType: String
  /// As `schema add-index` takes it.
  package var field: String
  package var index: FieldIndex

  /// The first index that is missing; nil where the indexes are not the reason of a refusal.
  package init?(for query: Query, in type: RecordTypeDefinition) {
    var needs = query.filters.map { filter -> (key: Query.Key, indexes: [FieldIndex]) in
      switch filter.comparator {
      case .containsAllTokens, .containsAnyTokens: (filter.key, [.searchable])
      case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals:
        (filter.key, [.queryable, .sortable])
      default: (filter.key, [.queryable])
      }
    }
    // A query without filters goes through the names of all records.
    if needs.isEmpty { needs = [(.field("recordName"), [.queryable])] }
    needs += query.sortDescriptors.map { ($0.key, [.sortable]) }
    for (key, indexes) in needs {
      let name =
        switch key {
        case .field(let name), .systemField(let name): name
        }
      guard let field = try? type.field(name),  // An unknown field has no index to add.
        field.indexes.isDisjoint(with: indexes), let index = indexes.first,
        field.type.possibleIndexes.contains(index)
      else { continue }
      recordType = type.name
      self.field = name
      self.index = index
      return
    }
    return nil
  }
}
