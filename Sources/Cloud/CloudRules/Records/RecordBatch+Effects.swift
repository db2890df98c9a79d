import CloudModel

extension RecordBatch {
  /// Updates everything else that depends on a stored record, in the same transaction; one
  /// statement for each concern.
  ///
  /// `next` is the record or its tombstone; `previous` is nil if there never was one.
  mutating func applyEffects(from previous: StoredRecord?, to next: StoredRecord) throws {
    try schema.updateIndexes(
      next, isNew: previous == nil, in: zone, at: surroundings.now(),
      leastLagSeconds: conditions.indexLagSeconds, by: transaction)
    changes.records.append((previous, next))
    try assets.update(next, over: previous, in: transaction)
  }
}
