import CloudModel
import CloudRules
import CloudWire
import Foundation

extension PushedNotification {
  /// The largest size of a push as the web protocol writes it, in bytes.
  ///
  /// Source: Apple Push Notification service, payload size; less what a badge's number needs.
  static let byteLimit = 4096 - 16

  /// What one recipient is told, pruned until it is small enough.
  init(_ announcement: Announcement, notificationID: String) {
    let partition = announcement.partition
    let isQuery = announcement.notification.isOfQuery
    let info = announcement.notificationInfo ?? (isQuery ? NotificationInfo(keys: [:]) : .silent)
    self.init(
      announcement.notification.named(for: announcement.recipient),
      containerIdentifier: partition.container, environment: partition.environment,
      recipient: announcement.recipient, notificationID: notificationID,
      subscriptionID: announcement.subscriptionID,
      recordFields: isQuery ? info.additionalFields(from: announcement.fields) : nil,
      presentation: info.aps(fields: announcement.fields))
    prune()
  }

  /// Whether the notification shows nothing and plays no sound.
  var isSilent: Bool { Set((presentation ?? [:]).keys).isSubset(of: ["content-available"]) }

  /// Removes the record's fields, then the alert and sound, then the identifier, until the push is
  /// small enough.
  ///
  /// Source: `CKNotification.isPruned`.
  private mutating func prune() {
    let steps: [(inout Self) -> Void] = [
      { $0.recordFields = nil },
      {
        $0.presentation = $0.presentation?
          .filter { $0.key == "content-available" || $0.key == "badge" }
      },
      { $0.notificationID = nil },
    ]
    for step in steps where byteCount > Self.byteLimit {
      step(&self)
      isPruned = true
    }
  }

  private var byteCount: Int {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    // A push that cannot be encoded as JSON counts as too large and is pruned.
    return (try? encoder.encode(NotificationFrame(self)).count) ?? .max
  }
}

extension CloudNotification {
  /// The notification as its recipient is told of it: in the public database, each recipient is named as the owner of
  /// the zone.
  ///
  /// Source: captured frames; `docs/protocol.md`.
  fileprivate func named(for recipient: String) -> CloudNotification {
    guard case .query(var recordID, .public, let reason) = self else { return self }
    recordID.zoneID.ownerName = recipient
    return .query(recordID, .public, reason)
  }

  fileprivate var isOfQuery: Bool {
    guard case .query = self else { return false }
    return true
  }
}
