import CloudModel

/// Bodies of `subscriptions/modify`.
package struct SubscriptionsModifyRequest: Codable, Sendable {
  package enum OperationType: String, KnownWord {
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

/// Bodies of `subscriptions/lookup`.
package struct SubscriptionsLookupRequest: Codable, Sendable {
  package struct Name: Codable, Sendable {
    package var subscriptionID: String
  }

  package var subscriptions: [Name]

  package init(subscriptionIDs: [String]) {
    subscriptions = subscriptionIDs.map { Name(subscriptionID: $0) }
  }
}

/// The answer to `subscriptions/modify`, `subscriptions/lookup` and `subscriptions/list`.
package struct SubscriptionsResponse: Codable, Sendable {
  package var subscriptions: [WireSubscription]

  package init(subscriptions: [WireSubscription]) { self.subscriptions = subscriptions }
}
