package import CloudModel

/// A subscription on the wire.
package struct WireSubscription: WireItem, Codable, Sendable {
  package var subscriptionID: String?
  /// `query`, `zone` or `database`, in any case.
  package var subscriptionType: String?
  package var zoneID: WireZoneID?
  package var zoneWide: Bool?
  package var query: JSONValue?
  /// `create`, `update`, `delete`.
  package var firesOn: [String]?
  package var firesOnce: Bool?
  package var notificationInfo: [String: JSONValue]?
  package var deleted: Bool?
  package var serverErrorCode: String?
  package var reason: String?
  package var retryAfter: Double?
  package var ckErrorCode: Int?

  package init(_ subscription: Subscription) {
    subscriptionID = subscription.subscriptionID
    notificationInfo = subscription.notificationInfo?.keys
    switch subscription.kind {
    case .database:
      subscriptionType = "database"
    case .zone(let zoneID):
      subscriptionType = "zone"
      self.zoneID = WireZoneID(zoneID)
    case .query(let watched):
      subscriptionType = "query"
      query = watched.query
      zoneID = watched.zoneID.map { WireZoneID($0) }
      zoneWide = watched.zoneWide
      firesOn = watched.firesOn.map(\.keyword)
      firesOnce = watched.firesOnce
    }
  }

  /// The answer to a deletion; with both spellings that clients look for.
  package init(deletedID: String) {
    subscriptionID = deletedID
    deleted = true
  }

  package init(subscriptionID: String, failure: CloudError, extended: Bool) {
    self.subscriptionID = subscriptionID
    fail(failure, extended: extended)
  }

  package var failure: CloudError? { cloudError }

  /// Reads the dictionary as a subscription.
  ///
  /// Throws `.invalidArguments` with what is missing or wrong.
  package func subscription(currentUser: String) throws(CloudError) -> Subscription {
    guard let subscriptionID else { throw .malformed("missing key 'subscriptionID'") }
    guard let subscriptionType else { throw .malformed("missing key 'subscriptionType'") }
    let info = notificationInfo.map { NotificationInfo(keys: $0) }
    try info?.checkKinds()
    let zoneID = zoneID.map { $0.zoneID(currentUser: currentUser) }
    let kind: Subscription.Kind
    switch try KindWord(word: subscriptionType, at: "subscriptionType") {
    case .database: kind = .database
    case .zone:
      guard let zoneID else { throw .malformed("a zone subscription needs a 'zoneID'") }
      kind = .zone(zoneID)
    case .query: kind = .query(try watched(in: zoneID))
    }
    return Subscription(subscriptionID: subscriptionID, kind: kind, notificationInfo: info)
  }

  private func watched(in zoneID: RecordZoneID?) throws(CloudError) -> QuerySubscription {
    guard let query, let recordType = query.objectValue?["recordType"]?.stringValue else {
      throw .malformed("a query subscription needs a 'query' with a 'recordType'")
    }
    var reasons: [RecordChangeReason] = []
    for (index, word) in (firesOn ?? []).enumerated() {
      reasons.append(try ChangeWord(word: word, at: "firesOn.[\(index)]").reason)
    }
    guard !reasons.isEmpty else {
      throw .malformed("'firesOn' of a query subscription is a list of create, update and delete")
    }
    return QuerySubscription(
      recordType: recordType, query: query, zoneID: zoneID, zoneWide: zoneWide ?? true,
      firesOn: reasons, firesOnce: firesOnce ?? false)
  }
}

private enum KindWord: String, KnownWord {
  case query, zone, database

  static let ignoresCase = true
}

private enum ChangeWord: String, KnownWord {
  case create, update, delete

  static let ignoresCase = true

  var reason: RecordChangeReason {
    switch self {
    case .create: .create
    case .update: .update
    case .delete: .delete
    }
  }
}

extension CloudError {
  fileprivate static func malformed(_ what: String) -> CloudError {
    CloudError(.invalidArguments, "BadRequestException: \(what)")
  }
}
