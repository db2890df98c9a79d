package import CloudModel

/// The engine's state as it is shown to people.
package struct SyncReport: Sendable, Equatable {
  package var status: SyncStatus
  /// The work that waits although the cloud can be reached.
  package var waits: [SyncWait]
  /// Whether changes have been on their way long enough to be worth showing.
  package var isSendingLong: Bool

  package init(status: SyncStatus, waits: [SyncWait] = [], isSendingLong: Bool = false) {
    self.status = status
    self.waits = waits
    self.isSendingLong = isSendingLong
  }
}

/// Something that is left alone for a time, and why.
package struct SyncWait: Sendable, Equatable {
  package enum Place: Sendable, Hashable {
    /// Everything in a database.
    case database(DatabaseScope)
    /// The outbox of a zone.
    case zone(RecordZoneID)
    /// Fetches that the cloud refuses: of a zone's changes, a database's changes, or the
    /// invitations.
    case zoneChanges(RecordZoneID)
    case databaseChanges(DatabaseScope)
    case invitations
  }

  package var place: Place
  /// On the engine's own clock.
  package var until: Duration
  package var reason: String
  /// Whether there is no room: in the owner's storage, or under the limit of members.
  package var isFull = false
}
