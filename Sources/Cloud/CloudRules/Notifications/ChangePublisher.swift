import CloudModel
import Foundation

/// Writes a transaction's changes into the database feeds of all users who see them, and collects
/// the announcements to send once the changes are durable.
struct ChangePublisher {
  let partition: Partition
  let origin: Caller
  let date: Date
  private let device: Int64?
  private(set) var announcements: [Announcement] = []
  /// Pairs of owner and record type that are known to have no watchers.
  var unwatched: Set<[String]> = []
  /// The number of the next record change; announcements about zones have the number 0.
  var nextChange = 0

  init(partition: Partition, origin: Caller, date: Date) {
    self.partition = partition
    self.origin = origin
    self.date = date
    device = origin.deviceNumber
  }

  /// Notes a change in the zone for its owner, and for each participant who has accepted and sees
  /// the whole zone or one of the hierarchies under `roots`.
  mutating func changed(
    _ zone: StoredZone, roots: Set<String> = [], in transaction: any CloudTransaction
  ) throws {
    guard !zone.isDefault else { return }
    let owner = zone.zoneID.ownerName
    try note(zone.zoneID, deleted: nil, for: owner, .private, in: transaction)
    var told: Set<String> = [owner]
    for share in try transaction.shares(of: zone)
    where share.root.map({ roots.contains($0) }) ?? true {
      for participant in share.participants where participant.acceptanceStatus == .accepted {
        guard let user = participant.identity.userRecordName, told.insert(user).inserted else {
          continue
        }
        try note(zone.zoneID, deleted: nil, for: user, .shared, in: transaction)
      }
    }
  }

  /// Notes a change in the zone for one participant only.
  mutating func changed(
    _ zone: StoredZone, for user: String, in transaction: any CloudTransaction
  ) throws {
    try note(
      zone.zoneID, deleted: nil, for: user, zone.zoneID.databaseScope(for: user), in: transaction)
  }

  /// Notes that the zone is gone from one user's database.
  mutating func vanished(
    _ zoneID: RecordZoneID, for user: String,
    because reason: DatabaseChanges.Deletion.Reason = .deleted,
    in transaction: any CloudTransaction
  ) throws {
    try note(
      zoneID, deleted: reason, for: user, zoneID.databaseScope(for: user), in: transaction)
  }

  /// Collects the announcement that the invitation of somebody to the share that `shortGUID` finds has come, or that it
  /// waits no more.
  mutating func changedInvitation(of user: String, shortGUID: String) {
    announcements.append(
      Announcement(
        partition: partition, recipient: user, notification: .invitation,
        subscriptionID: shortGUID, origin: origin))
  }

  private mutating func note(
    _ zoneID: RecordZoneID, deleted reason: DatabaseChanges.Deletion.Reason?, for user: String,
    _ scope: DatabaseScope, in transaction: any CloudTransaction
  ) throws {
    try transaction.noteChange(
      of: zoneID, deleted: reason, in: user, scope, by: device,
      milliseconds: date.millisecondsSince1970)
    for subscription in try transaction.changeSubscriptions(of: user, scope) {
      let notification: CloudNotification
      switch subscription.kind {
      case .database: notification = .database(scope)
      case .zone(zoneID): notification = .zone(zoneID, scope)
      case .zone, .query: continue
      }
      add(
        Announcement(
          partition: partition, recipient: user, notification: notification,
          subscriptionID: subscription.subscriptionID, origin: origin,
          notificationInfo: subscription.notificationInfo))
    }
  }

  /// Adds an announcement unless an equal one is already there.
  mutating func add(_ announcement: Announcement) {
    if !announcements.contains(announcement) { announcements.append(announcement) }
  }
}
