package import CloudModel

/// Writes a partition's schema and its indexes inside a transaction.
package protocol SchemaStoring: SchemaReading {
  /// Adds a record type, or replaces it.
  ///
  /// A new index is built from the stored records. An index that is no longer defined is removed,
  /// and so are the values of removed fields.
  func save(_ recordType: RecordTypeDefinition) throws
  /// Replaces the schema, by the same rules; a type that is removed must have no records.
  func setSchema(_ schema: Schema) throws

  /// Updates the index entries of the record, at once or when the index lag is over.
  ///
  /// The lag is that of the environment, or `leastLag` if that is longer.
  ///
  /// A deleted record has no entries; one that is new had none.
  func updateIndex(
    of record: StoredRecord, isNew: Bool, in zone: StoredZone, milliseconds: Int64,
    leastLag: Int64
  ) throws
  /// Applies the index entries that are due, oldest first.
  func applyDueIndexEntries(milliseconds: Int64) throws
}
