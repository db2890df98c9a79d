package import CloudModel

/// A record as the store keeps it, or what is left of a deleted one.
package struct StoredRecord: Sendable, Equatable {
  /// Without its share, which is kept apart.
  ///
  /// A tombstone has no fields.
  package var record: Record
  /// Counts the record's writes, across deletion and re-creation; the change tag in base 36.
  package var changeCount: Int64
  /// The position of its last change in the zone's feed.
  package var sequence: Int64
  package var isDeleted: Bool

  var changeTag: String { String(changeCount, radix: 36) }
}
