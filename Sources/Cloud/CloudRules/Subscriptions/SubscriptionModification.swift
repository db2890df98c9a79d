package import CloudModel

/// One step of a modification of subscriptions.
package enum SubscriptionModification: Sendable, Equatable {
  case save(Subscription)
  case delete(subscriptionID: String)

  package var subscriptionID: String {
    switch self {
    case .save(let subscription): subscription.subscriptionID
    case .delete(let subscriptionID): subscriptionID
    }
  }
}
