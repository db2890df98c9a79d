/// One page of the zones of a database that changed since a token.
package struct DatabaseChanges: Sendable, Equatable {
  package struct Deletion: Sendable, Equatable {
    /// The reason why a zone was deleted.
    ///
    /// The web protocol says only that the zone is gone.
    package enum Reason: String, KnownWord {
      case deleted
      case purged
      case encryptedDataReset
    }

    package var zoneID: RecordZoneID
    package var reason: Reason

    package init(zoneID: RecordZoneID, reason: Reason = .deleted) {
      self.zoneID = zoneID
      self.reason = reason
    }
  }

  /// Zones with changes in them, each once, in the order of their last change.
  package var modifications: [RecordZoneID]
  package var deletions: [Deletion]
  package var changeToken: ServerChangeToken
  /// Whether more changes follow, even if this page is empty.
  package var moreComing: Bool

  package init(
    modifications: [RecordZoneID], deletions: [Deletion], changeToken: ServerChangeToken,
    moreComing: Bool
  ) {
    self.modifications = modifications
    self.deletions = deletions
    self.changeToken = changeToken
    self.moreComing = moreComing
  }
}
