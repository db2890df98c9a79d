/// What a field is indexed for.
package enum FieldIndex: String, Sendable, Hashable, CaseIterable {
  /// Filters.
  case queryable = "QUERYABLE"
  /// Words in strings.
  case searchable = "SEARCHABLE"
  /// Orders, and ranges.
  case sortable = "SORTABLE"
}
