import CloudModel

extension RecordBatch {
  /// What else has to be kept right when a record was stored: one line a concern, in the same
  /// transaction.
  ///
  /// `next` is the record or its tombstone; `previous` is nil where there never was one.
  mutating func applyEffects(from previous: StoredRecord?, to next: StoredRecord) throws {
    try schema.updateIndexes(
      next, isNew: previous == nil, in: access.zone, at: surroundings.now(),
      leastLag: Int64(conditions.indexLagSeconds * 1000), by: transaction)
    changes.records.append((previous, next))
    try assets.update(next, over: previous, in: transaction)
  }
}
