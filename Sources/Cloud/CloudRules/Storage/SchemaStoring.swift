package import CloudModel

/// Writes a partition's schema and its indexes inside a transaction.
package protocol SchemaStoring: SchemaReading {
  /// Locks the schema until the end of the transaction; to be called before it is changed.
  ///
  /// Another transaction may have changed values that were read before.
  func lockSchema() throws
  /// Adds a record type, or replaces it.
  ///
  /// A new index is built from the stored records. An index that is no longer defined is removed,
  /// and so are the values of removed fields.
  func save(_ recordType: RecordTypeDefinition) throws
  /// Replaces the schema, by the same rules; a type that is removed must have no records.
  func setSchema(_ schema: Schema) throws

  /// Updates the index entries of the record: now, or with the first `applyDueIndexEntries` from
  /// `dueAt` on. A record of a type that was never saved gets none.
  ///
  /// A deleted record has no entries; one that is new had none.
  func updateIndex(
    of record: StoredRecord, isNew: Bool, in zone: LockedZone, dueAt: Int64?) throws
  /// Applies the index entries that are due, oldest first.
  func applyDueIndexEntries(milliseconds: Int64) throws
}
