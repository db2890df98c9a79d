package import CloudModel

/// A record as the store keeps it, or what is left of a deleted one.
package struct StoredRecord: Sendable, Equatable {
  /// The store's own key, kept when the record is deleted and saved again; nil before any save.
  package var id: Int64?
  /// Without the contents of its share, which are kept apart.
  ///
  /// A tombstone has no fields.
  package var record: Record
  /// Counts the record's writes, across deletion and re-creation; the change tag in base 36.
  package var changeCount: Int64
  /// The position of its last change in the zone's feed.
  package var sequence: Int64
  package var isDeleted: Bool
  /// The root of the shared hierarchy that the record belongs to; nil if there is none.
  package var coveredBy: String?
  /// The bytes for which the zone was charged when the record was last saved; 0 before.
  package var chargedBytes: Int64 = 0
  /// Whether some fields cannot be read; `record` then has only the others.
  ///
  /// Nobody sees a damaged record; clients can delete it and save over it.
  package var isDamaged: Bool

  package init(
    id: Int64? = nil, record: Record, changeCount: Int64, sequence: Int64, isDeleted: Bool,
    coveredBy: String? = nil, isDamaged: Bool = false
  ) {
    self.id = id
    self.record = record
    self.changeCount = changeCount
    self.sequence = sequence
    self.isDeleted = isDeleted
    self.coveredBy = coveredBy
    self.isDamaged = isDamaged
  }

  /// Counts one more write.
  mutating func countChange(in life: StoreLife) { changeCount = life.count(after: changeCount) }

  package var changeTag: String { String(changeCount, radix: 36) }
}
