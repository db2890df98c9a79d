import CloudModel
package import CloudRules
package import Foundation

/// The announcements of one transaction for one user, as a store keeps them for the servers with the user's channels.
///
/// They hold fields of records, also encrypted ones, so everything is sealed.
package struct StoredNotice: Codable {
  /// Our choice: a push has room for no more, and says that something was left out.
  private static let textLength = 4096

  private struct Entry: Codable {
    /// Nil for an invitation.
    var record: StoredRecordID?
    /// A `DatabaseScope` and a `RecordChangeReason`.
    var scope: Int?
    var reason: Int?
    var subscriptionID: String
    var notificationInfo: [String: JSONValue]?
    /// A JSON object of stored fields.
    var fields: Data
    var change: Int
  }

  private struct StoredRecordID: Codable {
    var recordName: String
    var zoneName: String
    var ownerRecordName: String
  }

  private var entries: [Entry]
  private var device: Int64?

  /// Announcements to one user, of changes that one device has made.
  package init(_ announcements: [Announcement]) {
    entries = announcements.compactMap { announcement in
      var entry = Entry(
        subscriptionID: announcement.subscriptionID,
        notificationInfo: announcement.notificationInfo?.keys,
        fields: Data(StoredFields(announcement.fields.compactMapValues(Self.pushed)).json),
        change: announcement.change)
      switch announcement.notification {
      case .database, .zone: return nil
      case .invitation: break
      case .query(let recordID, let scope, let reason):
        entry.record = StoredRecordID(
          recordName: recordID.recordName, zoneName: recordID.zoneID.zoneName,
          ownerRecordName: recordID.zoneID.ownerName)
        (entry.scope, entry.reason) = (scope.rawValue, reason.rawValue)
      }
      return entry
    }
    device = announcements.first?.origin.deviceNumber
  }

  /// Lists, bytes and assets are in no push.
  private static func pushed(_ value: FieldValue) -> StoredField? {
    switch value {
    case .list, .bytes, .asset: nil
    case .string(let text): StoredField(.string(String(text.prefix(textLength))))
    case .int64, .double, .date, .location, .reference: StoredField(value)
    }
  }

  package func sealed(for user: String, with key: AtRestKey) throws -> Data {
    try key.seal(JSONEncoder().encode(self), for: .notices, boundTo: user)
  }

  /// Reads what `sealed` wrote.
  ///
  /// Throws where the bytes are not what was sealed for this user.
  package init(sealed: Data, for user: String, with key: AtRestKey) throws {
    self = try JSONDecoder().decode(
      StoredNotice.self, from: key.open(sealed, for: .notices, boundTo: user))
  }

  /// The notice with this number in the feed of the user's notices.
  package func notice(
    _ sequence: Int64, to user: String, in partition: Partition
  ) throws -> UserNews.Notice {
    let announcements = try entries.map { entry in
      var fields: [String: FieldValue] = [:]
      for (name, field) in try StoredFields(json: entry.fields).fields {
        fields[name] = field.value
      }
      return Announcement(
        partition: partition, recipient: user, notification: try Self.notification(entry),
        subscriptionID: entry.subscriptionID, origin: .anonymous,
        notificationInfo: entry.notificationInfo.map { NotificationInfo(keys: $0) },
        fields: fields, change: entry.change)
    }
    return UserNews.Notice(
      announcements: announcements, move: FeedMove(sequence: sequence, device: device))
  }

  private static func notification(_ entry: Entry) throws -> CloudNotification {
    guard let record = entry.record else { return .invitation }
    guard let scope = entry.scope.flatMap(DatabaseScope.init(rawValue:)),
      let reason = entry.reason.flatMap(RecordChangeReason.init(rawValue:))
    else { throw StoreError.damaged(what: "a notice cannot be read") }
    let zoneID = RecordZoneID(zoneName: record.zoneName, ownerName: record.ownerRecordName)
    return .query(RecordID(recordName: record.recordName, zoneID: zoneID), scope, reason)
  }
}
