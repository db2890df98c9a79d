import CloudModel
import Foundation

/// The types that every schema has, even if none was saved, and the time at which indexes follow a
/// change.
extension CloudReading {
  func currentSchema() throws -> Schema { try storedSchema().withInitialTypes }

  func recordType(named name: String) throws -> RecordTypeDefinition? {
    try storedRecordType(named: name) ?? Schema.initial[name]
  }
}

extension Schema {
  /// The schema with those types of a new environment that it lacks.
  var withInitialTypes: Schema {
    var schema = self
    for (name, type) in Schema.initial.recordTypes where schema[name] == nil {
      schema[name] = type
    }
    return schema
  }
}

extension CloudTransaction {
  /// Updates the index entries of a record, when the index lag is over: that of the environment, or
  /// `leastLagSeconds` if that is longer.
  ///
  /// A type of the initial schema is saved with the first record that needs it.
  func updateIndex(
    of record: StoredRecord, isNew: Bool, in zone: LockedZone, at date: Date,
    leastLagSeconds: Double = 0
  ) throws {
    if let initial = Schema.initial[record.record.recordType],
      try storedRecordType(named: initial.name) == nil
    {
      try lockSchema()
      try save(initial)
    }
    let lag = max(
      partition.settings.environment.indexLagMilliseconds ?? 0, Int64(leastLagSeconds * 1000))
    try updateIndex(
      of: record, isNew: isNew, in: zone,
      dueAt: lag > 0 ? date.millisecondsSince1970 + lag : nil)
  }
}
