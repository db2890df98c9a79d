package import CloudModel

/// The feed of one user's database: its life and its newest change.
package struct StoredFeed: Sendable, Equatable {
  /// The name to which the feed's change tokens are bound.
  package var name: String
  package var sequence: Int64

  package init(name: String, sequence: Int64) {
    self.name = name
    self.sequence = sequence
  }

  /// A zone at the position of its last change in the feed.
  package struct Entry: Sendable, Equatable {
    package var zoneID: RecordZoneID
    package var sequence: Int64
    /// Milliseconds since 1970.
    package var changedAt: Int64
    /// Why the zone is gone; nil while it is there.
    package var deletionReason: DatabaseChanges.Deletion.Reason?

    package init(
      zoneID: RecordZoneID, sequence: Int64, changedAt: Int64,
      deletionReason: DatabaseChanges.Deletion.Reason? = nil
    ) {
      self.zoneID = zoneID
      self.sequence = sequence
      self.changedAt = changedAt
      self.deletionReason = deletionReason
    }
  }
}
