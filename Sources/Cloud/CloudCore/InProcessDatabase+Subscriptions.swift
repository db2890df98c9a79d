import CloudModel
import CloudRules

extension InProcessDatabase {
  func modifySubscriptions(
    saving subscriptionsToSave: [Subscription], deleting subscriptionIDsToDelete: [String]
  ) async throws(CloudError) -> (
    saveResults: SaveSubscriptionResults, deleteResults: DeleteSubscriptionResults
  ) {
    let modifications =
      subscriptionsToSave.map { SubscriptionModification.save($0) }
      + subscriptionIDsToDelete.map { SubscriptionModification.delete(subscriptionID: $0) }
    let outcomes = try await operations.perform(
      "subscriptions/modify", in: scope
    ) { service throws(CloudError) in
      try service.modifySubscriptions(modifications, by: operations.caller, in: scope)
    }
    var saveResults: SaveSubscriptionResults = [:]
    var deleteResults: DeleteSubscriptionResults = [:]
    for (modification, outcome) in zip(modifications, outcomes) {
      switch modification {
      case .save(let subscription):
        saveResults[subscription.subscriptionID] = outcome.result.map { $0 ?? subscription }
      case .delete(let id): deleteResults[id] = outcome.result.map { _ in }
      }
    }
    return (saveResults, deleteResults)
  }

  func allSubscriptions() async throws(CloudError) -> [Subscription] {
    try await operations.perform(
      "subscriptions/list", in: scope
    ) { service throws(CloudError) in
      try service.subscriptions(of: operations.caller, in: scope)
    }
  }

  func subscriptions(
    for subscriptionIDs: [String]
  ) async throws(CloudError) -> SaveSubscriptionResults {
    let outcomes = try await operations.perform(
      "subscriptions/lookup", in: scope
    ) { service throws(CloudError) in
      try service.subscriptions(withIDs: subscriptionIDs, of: operations.caller, in: scope)
    }
    return Dictionary(outcomes.map { ($0.subscriptionID, $0.result) }) { first, _ in first }
  }
}
