package import CloudModel

/// The engine's status for the account as a whole.
package enum SyncStatus: Sendable, Equatable {
  /// The first attempt to reach the cloud is under way.
  case connecting
  /// The cloud was reached; something is being sent or fetched, or waits to be.
  case syncing
  /// The cloud was reached and everything is sent and fetched, except what it refuses for this
  /// reason.
  case waiting(reason: String)
  /// Everything known is sent and fetched.
  case upToDate
  /// The cloud cannot be reached, and why; the engine goes on trying.
  case offline(reason: String)
  /// The account cannot be used now, and why; everything waits until it can.
  case suspended(reason: String)
  /// Syncing cannot go on until a person has corrected something.
  case stopped(reason: String)

  /// The reason why nothing is sent or fetched; nil if the cloud can be reached, or this is not known yet.
  package var obstacle: String? {
    switch self {
    case .connecting, .syncing, .waiting, .upToDate: nil
    case .offline(let reason), .suspended(let reason), .stopped(let reason): reason
    }
  }

  /// The reason why something is not sent or fetched: an obstacle, or a refusal of the cloud.
  package var reason: String? {
    if case .waiting(let reason) = self { reason } else { obstacle }
  }
}

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
}
