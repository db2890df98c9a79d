import CloudModel
import CloudRules
import Foundation

extension NotificationFrame {
  /// The largest size of a frame, in bytes.
  ///
  /// Source: Apple Push Notification service, payload size; less what a badge's number needs.
  static let byteLimit = 4096 - 16

  /// The frame for one recipient, pruned until it is small enough.
  ///
  /// Source: the keys are those of captured frames; `docs/protocol.md`.
  init(_ announcement: Announcement, notificationID: String) {
    let partition = announcement.partition
    let isQuery = announcement.notification.isOfQuery
    let info = announcement.notificationInfo ?? (isQuery ? NotificationInfo(keys: [:]) : .silent)
    let aps = info.aps(fields: announcement.fields)
    var payload = Payload(
      container: partition.container, environment: partition.environment == .production ? 1 : 2,
      recipient: announcement.recipient, notificationID: notificationID)
    payload.aux = aps == nil ? nil : [:]
    let sid = announcement.subscriptionID
    switch announcement.notification {
    case .database(let scope):
      payload.met = .init(dbs: scope.rawValue, sid: sid)
    case .zone(let zoneID, let scope):
      payload.fet = .init(
        zid: zoneID.zoneName, zoid: zoneID.ownerName, dbs: scope.rawValue, sid: sid)
    case .query(let recordID, let scope, let reason):
      // In the public database, the frame names each recipient as the owner of the zone.
      let owner = scope == .public ? announcement.recipient : recordID.zoneID.ownerName
      payload.qry = .init(
        zid: recordID.zoneID.zoneName, zoid: owner, rid: recordID.recordName,
        dbs: scope.rawValue, fo: reason.rawValue, sid: sid,
        af: info.additionalFields(from: announcement.fields))
    case .invitation:
      payload.invitation = sid
    }
    self.init(aps: aps, ck: payload)
    prune()
  }

  /// Whether the notification shows nothing and plays no sound.
  var isSilent: Bool { Set((aps ?? [:]).keys).isSubset(of: ["content-available"]) }

  /// Removes the record's fields, then the alert and sound, then the identifier, until the frame is
  /// small enough.
  ///
  /// Source: `CKNotification.isPruned`.
  private mutating func prune() {
    let steps: [(inout Self) -> Void] = [
      { $0.ck.qry?.af = nil },
      { $0.aps = $0.aps?.filter { $0.key == "content-available" || $0.key == "badge" } },
      { $0.ck.nid = nil },
    ]
    for step in steps where byteCount > Self.byteLimit {
      step(&self)
      ck.p = 1
    }
  }

  private var byteCount: Int {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    // A frame that cannot be encoded as JSON counts as too large and is pruned.
    return (try? encoder.encode(self).count) ?? .max
  }
}

extension CloudNotification {
  fileprivate var isOfQuery: Bool {
    guard case .query = self else { return false }
    return true
  }
}
