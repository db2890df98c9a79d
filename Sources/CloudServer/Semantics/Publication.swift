import CloudModel

/// Writes a transaction's changes into the feeds of everyone whom they concern, and collects whom
/// to tell once they are durable.
struct Publication {
  let origin: Caller
  private(set) var announcements: [Announcement] = []

  init(origin: Caller) { self.origin = origin }

  /// Something in the zone changed: for its owner, and for each participant who has accepted.
  mutating func changed(_ zone: StoredZone, in transaction: any CloudTransaction) throws {
    guard !zone.isDefault else { return }
    let owner = zone.zoneID.ownerName
    try note(zone.zoneID, isDeleted: false, for: owner, .private, in: transaction)
    for participant in try transaction.share(of: zone)?.participants ?? []
    where participant.role != .owner && participant.acceptanceStatus == .accepted {
      guard let user = participant.identity.userRecordName else { continue }
      try note(zone.zoneID, isDeleted: false, for: user, .shared, in: transaction)
    }
  }

  /// The zone is gone from one user's database.
  mutating func vanished(
    _ zoneID: RecordZoneID, for user: String, in transaction: any CloudTransaction
  ) throws {
    try note(
      zoneID, isDeleted: true, for: user, zoneID.databaseScope(for: user), in: transaction)
  }

  mutating func invited(_ user: String, shortGUID: String) {
    announcements.append(
      Announcement(
        recipient: user, notification: .invitation, subscriptionID: shortGUID, origin: origin))
  }

  private mutating func note(
    _ zoneID: RecordZoneID, isDeleted: Bool, for user: String, _ scope: DatabaseScope,
    in transaction: any CloudTransaction
  ) throws {
    try transaction.noteChange(of: zoneID, isDeleted: isDeleted, in: user, scope)
    for subscription in try transaction.subscriptions(of: user, scope) {
      let notification: CloudNotification
      switch subscription.kind {
      case .database: notification = .database(scope)
      case .zone(zoneID): notification = .zone(zoneID, scope)
      case .zone: continue
      }
      let announcement = Announcement(
        recipient: user, notification: notification,
        subscriptionID: subscription.subscriptionID, origin: origin)
      if !announcements.contains(announcement) { announcements.append(announcement) }
    }
  }
}
