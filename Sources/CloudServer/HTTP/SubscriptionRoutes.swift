import CloudModel
import CloudRules

/// The operations under `subscriptions/`.
struct SubscriptionRoutes: Sendable {
  func modify(_ exchange: Exchange) throws -> SubscriptionsResponse {
    let request: SubscriptionsModifyRequest = try exchange.body()
    let modifications = try request.operations.map { operation in
      switch operation.operationType {
      case .create, .update:
        var subscription = operation.subscription
        subscription.subscriptionID =
          subscription.subscriptionID ?? exchange.service.surroundings.randomUUID().uppercased()
        return SubscriptionModification.save(
          try subscription.subscription(currentUser: exchange.caller.userRecordName))
      case .delete:
        guard let id = operation.subscription.subscriptionID else {
          throw CloudError(
            .invalidArguments, "BadRequestException: missing key 'subscriptionID'")
        }
        return SubscriptionModification.delete(subscriptionID: id)
      }
    }
    let outcomes = try exchange.service.modifySubscriptions(
      modifications, by: exchange.caller, in: exchange.scope)
    return SubscriptionsResponse(
      subscriptions: outcomes.map { id, result in
        switch result {
        case .success(.some(let subscription)): WireSubscription(subscription)
        case .success(.none): WireSubscription(deletedID: id)
        case .failure(let error):
          WireSubscription(subscriptionID: id, failure: error, extended: exchange.extended)
        }
      })
  }

  func lookup(_ exchange: Exchange) throws -> SubscriptionsResponse {
    let request: SubscriptionsLookupRequest = try exchange.body()
    let outcomes = try exchange.service.subscriptions(
      withIDs: request.subscriptions.map(\.subscriptionID), of: exchange.caller,
      in: exchange.scope)
    return SubscriptionsResponse(
      subscriptions: outcomes.map { id, result in
        switch result {
        case .success(let subscription): WireSubscription(subscription)
        case .failure(let error):
          WireSubscription(subscriptionID: id, failure: error, extended: exchange.extended)
        }
      })
  }

  func list(_ exchange: Exchange) throws -> SubscriptionsResponse {
    SubscriptionsResponse(
      subscriptions: try exchange.service.subscriptions(of: exchange.caller, in: exchange.scope)
        .map { WireSubscription($0) })
  }
}
