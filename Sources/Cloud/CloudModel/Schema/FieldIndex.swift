/// The kinds of indexes that a field may have.
package enum FieldIndex: String, Sendable, Hashable, CaseIterable {
  /// Filters.
  case queryable = "QUERYABLE"
  /// Words in strings.
  case searchable = "SEARCHABLE"
  /// Orders, and ranges.
  case sortable = "SORTABLE"
}
