package import CloudModel

/// The feed of one user's database: its newest change, and how often its tokens were ended.
package struct StoredFeed: Sendable, Equatable {
  package var sequence: Int64
  /// Counts the times that the feed's tokens were made to expire.
  package var tokenEpoch: Int64

  package init(sequence: Int64 = 0, tokenEpoch: Int64 = 0) {
    self.sequence = sequence
    self.tokenEpoch = tokenEpoch
  }

  /// A zone at the position of its last change in the feed.
  package struct Entry: Sendable, Equatable {
    package var zoneID: RecordZoneID
    package var sequence: Int64
    /// Milliseconds since 1970.
    package var changedAt: Int64
    /// The reason why the zone was deleted; nil while it exists.
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
