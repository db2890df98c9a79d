import CloudModel
import CloudWire

extension HTTPCloudDatabase {
  func modifySubscriptions(
    saving subscriptionsToSave: [Subscription], deleting subscriptionIDsToDelete: [String]
  ) async throws(CloudError) -> (
    saveResults: SaveSubscriptionResults, deleteResults: DeleteSubscriptionResults
  ) {
    let operations =
      subscriptionsToSave.map {
        SubscriptionsModifyRequest.Operation(
          operationType: .create, subscription: WireSubscription($0))
      }
      + subscriptionIDsToDelete.map {
        SubscriptionsModifyRequest.Operation(
          operationType: .delete, subscription: WireSubscription(deletedID: $0))
      }
    guard !operations.isEmpty else { return ([:], [:]) }
    let answer: SubscriptionsResponse = try await container.post(
      "subscriptions/modify", in: scope, SubscriptionsModifyRequest(operations: operations))
    try Self.check(answer.subscriptions.count, of: operations.count)
    var saveResults: SaveSubscriptionResults = [:]
    var deleteResults: DeleteSubscriptionResults = [:]
    for (subscription, entry) in zip(subscriptionsToSave, answer.subscriptions) {
      saveResults[subscription.subscriptionID] = result(entry)
    }
    for (id, entry) in zip(
      subscriptionIDsToDelete, answer.subscriptions.dropFirst(subscriptionsToSave.count))
    {
      deleteResults[id] = entry.failure.map { .failure($0) } ?? .success(())
    }
    return (saveResults, deleteResults)
  }

  func allSubscriptions() async throws(CloudError) -> [Subscription] {
    let answer: SubscriptionsResponse = try await container.get("subscriptions/list", in: scope)
    return answer.subscriptions.compactMap {
      // A subscription of a kind that this client does not know is not its own.
      try? result($0).get()
    }
  }

  func subscriptions(
    for subscriptionIDs: [String]
  ) async throws(CloudError) -> SaveSubscriptionResults {
    guard !subscriptionIDs.isEmpty else { return [:] }
    let answer: SubscriptionsResponse = try await container.post(
      "subscriptions/lookup", in: scope,
      SubscriptionsLookupRequest(subscriptionIDs: subscriptionIDs))
    try Self.check(answer.subscriptions.count, of: subscriptionIDs.count)
    let results = zip(subscriptionIDs, answer.subscriptions).map { ($0, result($1)) }
    return Dictionary(results) { first, _ in first }
  }

  private func result(_ entry: WireSubscription) -> Result<Subscription, CloudError> {
    if let failure = entry.failure { return .failure(failure) }
    do throws(CloudError) {
      return .success(try entry.subscription(currentUser: container.userRecordName))
    } catch {
      return .failure(error)
    }
  }
}
