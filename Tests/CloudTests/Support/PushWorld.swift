import CloudCore
import CloudModel
import CloudRules
import CloudWire
import Foundation
import NIOCore
import Testing

/// A courier whose polls do not wait, and one user's phone and laptop.
struct PushWorld {
  static let partition = Partition(container: "iCloud.test", environment: .development)

  let courier = NotificationCourier(hold: .zero, surroundings: .deterministic())
  let phone = Caller(userRecordName: "_me", clientID: "phone")
  let laptop = Caller(userRecordName: "_me", clientID: "laptop")

  func channel(
    for caller: Caller? = nil, in partition: Partition = partition
  ) -> NotificationChannel {
    courier.openChannel(for: caller ?? phone, in: partition, takesInvitations: true)
  }

  func announcement(
    _ notification: CloudNotification, _ id: String = "s", info: [String: JSONValue]? = nil,
    fields: [String: FieldValue] = [:], change: Int = 0
  ) -> Announcement {
    Announcement(
      partition: Self.partition, recipient: "_me", notification: notification,
      subscriptionID: id, origin: laptop,
      notificationInfo: info.map { NotificationInfo(keys: $0) }, fields: fields, change: change)
  }

  static func query(
    _ name: String = "r", _ scope: DatabaseScope = .private,
    _ reason: RecordChangeReason = .create
  ) -> CloudNotification {
    let zoneID = RecordZoneID(zoneName: "Z", ownerName: "_me")
    return .query(RecordID(recordName: name, zoneID: zoneID), scope, reason)
  }

  /// The next frame on the channel as JSON with sorted keys; nil where nothing waits.
  ///
  /// Identifiers are called `N`, and returned beside it.
  func next(on channel: NotificationChannel) async throws -> (json: String, nid: String?)? {
    guard let push = try await courier.next(on: channel) else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var content = push.content
    let nid = content.notificationID
    if nid != nil { content.notificationID = "N" }
    return (String(decoding: try encoder.encode(NotificationFrame(content)), as: UTF8.self), nid)
  }

  /// Everything that waits on the channel, as the names of subscriptions and records.
  func drain(_ channel: NotificationChannel) async throws -> [String] {
    var lines: [String] = []
    while let push = try await courier.next(on: channel) {
      var line = push.announcement.subscriptionID
      if case .query(let recordID, _, _) = push.content.notification {
        line += " " + recordID.recordName
      }
      lines.append(line)
    }
    return lines
  }
}
