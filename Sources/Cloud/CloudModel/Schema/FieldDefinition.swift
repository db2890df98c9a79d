/// One field of a record type.
package struct FieldDefinition: Sendable, Hashable {
  package var name: String
  package var type: FieldType
  package var indexes: Set<FieldIndex>

  package init(name: String, type: FieldType, indexes: Set<FieldIndex> = []) {
    self.name = name
    self.type = type
    self.indexes = indexes
  }
}

/// The kinds of indexes that a field may have.
package enum FieldIndex: String, Sendable, Hashable, CaseIterable {
  /// Filters.
  case queryable = "QUERYABLE"
  /// Words in strings.
  case searchable = "SEARCHABLE"
  /// Orders, and ranges.
  case sortable = "SORTABLE"
}
