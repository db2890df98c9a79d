import CloudModel
import CloudRules
import CloudWire

/// The operations under `subscriptions/`.
struct SubscriptionRoutes: Sendable {
  func modify(_ call: AuthenticatedCall) throws -> SubscriptionsResponse {
    let request: SubscriptionsModifyRequest = try call.body()
    let modifications = try request.operations.map { operation in
      switch operation.operationType {
      case .create, .update:
        var subscription = operation.subscription
        subscription.subscriptionID =
          subscription.subscriptionID ?? call.service.surroundings.randomUUID().uppercased()
        return SubscriptionModification.save(
          try subscription.subscription(currentUser: call.caller.userRecordName))
      case .delete:
        guard let id = operation.subscription.subscriptionID else {
          throw CloudError(
            .invalidArguments, "BadRequestException: missing key 'subscriptionID'")
        }
        return SubscriptionModification.delete(subscriptionID: id)
      }
    }
    let outcomes = try call.service.modifySubscriptions(
      modifications, by: call.caller, in: call.scope)
    return SubscriptionsResponse(
      subscriptions: outcomes.map { id, result in
        switch result {
        case .success(.some(let subscription)): WireSubscription(subscription)
        case .success(.none): WireSubscription(deletedID: id)
        case .failure(let error):
          WireSubscription(subscriptionID: id, failure: error, extended: call.extended)
        }
      })
  }

  func lookup(_ call: AuthenticatedCall) throws -> SubscriptionsResponse {
    let request: SubscriptionsLookupRequest = try call.body()
    let outcomes = try call.service.subscriptions(
      withIDs: request.subscriptions.map(\.subscriptionID), of: call.caller,
      in: call.scope)
    return SubscriptionsResponse(
      subscriptions: outcomes.map { id, result in
        switch result {
        case .success(let subscription): WireSubscription(subscription)
        case .failure(let error):
          WireSubscription(subscriptionID: id, failure: error, extended: call.extended)
        }
      })
  }

  func list(_ call: AuthenticatedCall) throws -> SubscriptionsResponse {
    SubscriptionsResponse(
      subscriptions: try call.service.subscriptions(of: call.caller, in: call.scope)
        .map { WireSubscription($0) })
  }
}
