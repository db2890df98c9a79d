package import CloudModel
package import CloudRules
import CloudWire
import Foundation

/// A subscription as the store keeps it.
///
/// The query and the keys of the notification are the client's own JSON, kept as they came.
package struct StoredSubscription: Codable {
  struct ZoneID: Codable {
    var zoneName: String
    var ownerRecordName: String
  }

  var subscriptionID: String
  /// `database`, `zone` or `query`.
  var subscriptionType: String
  var zoneID: ZoneID?
  var zoneWide: Bool?
  var query: JSONValue?
  /// `create`, `update`, `delete`.
  var firesOn: [String]?
  var firesOnce: Bool?
  var notificationInfo: [String: JSONValue]?

  package init(_ subscription: Subscription) {
    subscriptionID = subscription.subscriptionID
    notificationInfo = subscription.notificationInfo?.keys
    switch subscription.kind {
    case .database: subscriptionType = "database"
    case .zone(let zoneID):
      subscriptionType = "zone"
      self.zoneID = ZoneID(zoneID)
    case .query(let watched):
      subscriptionType = "query"
      zoneID = watched.zoneID.map { ZoneID($0) }
      zoneWide = watched.zoneWide
      query = watched.query
      firesOn = watched.firesOn.map(\.storedWord)
      firesOnce = watched.firesOnce
    }
  }

  /// The text in the row; keys are sorted.
  package var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  private var kind: Subscription.Kind? {
    switch subscriptionType {
    case "database": return .database
    case "zone": return zoneID.map { .zone($0.recordZoneID) }
    case "query":
      let reasons = (firesOn ?? []).compactMap { word in
        RecordChangeReason.allCases.first { $0.storedWord == word }
      }
      guard let query, let recordType = query.objectValue?["recordType"]?.stringValue,
        !reasons.isEmpty, reasons.count == firesOn?.count
      else { return nil }
      return .query(
        QuerySubscription(
          recordType: recordType, query: query, zoneID: zoneID?.recordZoneID,
          zoneWide: zoneWide ?? true, firesOn: reasons, firesOnce: firesOnce ?? false))
    default: return nil
    }
  }

  fileprivate func subscription() throws -> Subscription {
    guard let kind else { throw StoreError.damaged(what: "a subscription cannot be read") }
    return Subscription(
      subscriptionID: subscriptionID, kind: kind,
      notificationInfo: notificationInfo.map { NotificationInfo(keys: $0) })
  }
}

extension StoredSubscription.ZoneID {
  fileprivate init(_ zoneID: RecordZoneID) {
    zoneName = zoneID.zoneName
    ownerRecordName = zoneID.ownerName
  }

  fileprivate var recordZoneID: RecordZoneID {
    RecordZoneID(zoneName: zoneName, ownerName: ownerRecordName)
  }
}

extension RecordChangeReason {
  /// The word for the reason in the store's rows.
  fileprivate var storedWord: String {
    switch self {
    case .create: "create"
    case .update: "update"
    case .delete: "delete"
    }
  }
}

extension Subscription {
  /// Reads the text of a row.
  ///
  /// Throws `StoreError.damaged` where the text, or the query in it, cannot be read.
  package init(stored text: String) throws(StoreError) {
    try StoredCoding.checkVersion(of: text.utf8, "a subscription")
    do {
      self = try JSONDecoder().decode(StoredSubscription.self, from: Data(text.utf8))
        .subscription()
      if case .query(let watched) = kind { _ = try watched.filters.get() }
    } catch {
      throw .damaged(what: "a subscription cannot be read")
    }
  }
}
