/// A subscription on the wire.
package struct WireSubscription: Codable, Sendable {
  package var subscriptionID: String?
  /// `database` or `zone`, in any case.
  package var subscriptionType: String?
  package var zoneID: WireZoneID?
  package var deleted: Bool?
  package var serverErrorCode: String?
  package var reason: String?
  package var ckErrorCode: Int?

  package init(_ subscription: Subscription) {
    subscriptionID = subscription.subscriptionID
    switch subscription.kind {
    case .database:
      subscriptionType = "database"
    case .zone(let zoneID):
      subscriptionType = "zone"
      self.zoneID = WireZoneID(zoneID)
    }
  }

  /// The answer to a deletion; both spellings that clients look for.
  package init(deletedID: String) {
    subscriptionID = deletedID
    deleted = true
  }

  package init(subscriptionID: String, failure: CloudError, extended: Bool) {
    self.subscriptionID = subscriptionID
    let error = WireError(failure, extended: extended)
    serverErrorCode = error.serverErrorCode
    reason = error.reason
    ckErrorCode = error.ckErrorCode
  }

  package var failure: CloudError? {
    WireError(
      serverErrorCode: serverErrorCode, reason: reason, retryAfter: nil, ckErrorCode: ckErrorCode)?
      .cloudError
  }

  package func subscription(currentUser: String) -> Subscription? {
    guard let subscriptionID, let subscriptionType else { return nil }
    switch (subscriptionType.lowercased(), zoneID) {
    case ("database", _):
      return Subscription(subscriptionID: subscriptionID, kind: .database)
    case ("zone", .some(let zoneID)):
      return Subscription(
        subscriptionID: subscriptionID, kind: .zone(zoneID.zoneID(currentUser: currentUser)))
    default:
      return nil
    }
  }
}

/// Bodies of `subscriptions/modify`.
package struct SubscriptionsModifyRequest: Codable, Sendable {
  package enum OperationType: String, Codable, Sendable {
    case create, update, delete
  }

  package struct Operation: Codable, Sendable {
    package var operationType: OperationType
    package var subscription: WireSubscription

    package init(operationType: OperationType, subscription: WireSubscription) {
      self.operationType = operationType
      self.subscription = subscription
    }
  }

  package var operations: [Operation]

  package init(operations: [Operation]) { self.operations = operations }
}

/// The answer to `subscriptions/modify` and `subscriptions/list`.
package struct SubscriptionsResponse: Codable, Sendable {
  package var subscriptions: [WireSubscription]

  package init(subscriptions: [WireSubscription]) { self.subscriptions = subscriptions }
}
