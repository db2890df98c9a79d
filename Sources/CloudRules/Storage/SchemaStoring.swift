package import CloudModel

/// What can be written of a partition's schema and its indexes inside a transaction.
package protocol SchemaStoring: SchemaReading {
  /// Adds a record type, or replaces it.
  ///
  /// The index of what is indexed anew is built from the records, that of what is no longer indexed
  /// goes, and so do the values of fields that are gone.
  func save(_ recordType: RecordTypeDefinition) throws
  /// Makes the schema this one, by the same rules; a type that goes must have no records.
  func setSchema(_ schema: Schema) throws

  /// Makes the indexes say what the record says, at once or when the index lag is over: the
  /// environment's, or `leastLag` where that is longer.
  ///
  /// A deleted record has no entries; one that is new had none.
  func updateIndex(
    of record: StoredRecord, isNew: Bool, in zone: StoredZone, milliseconds: Int64,
    leastLag: Int64
  ) throws
  /// Applies the index entries whose time has come, oldest first.
  func applyDueIndexEntries(milliseconds: Int64) throws
}
