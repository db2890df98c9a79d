package import CloudModel

/// Reads a partition's schema and its indexes inside a transaction.
package protocol SchemaReading {
  /// The schema as it was saved; `currentSchema()` adds the types that every schema has.
  func storedSchema() throws -> Schema
  /// The type as it was saved; nil if it never was.
  func storedRecordType(named name: String) throws -> RecordTypeDefinition?
  func recordTypeCount() throws -> Int

  /// The number of living records of a type; if `field` is given, only those with a value in that field.
  func countRecords(ofType recordType: String, withField field: String?) throws -> Int

  /// One page of the records that the indexes find, in order.
  func search(_ search: IndexSearch) throws -> [IndexHit]
  /// The plan by which the store would run a search, step by step, in the store's own words.
  func explain(_ search: IndexSearch) throws -> [String]
  /// Whether any index entry is due.
  func hasDueIndexEntries(milliseconds: Int64) throws -> Bool
}
