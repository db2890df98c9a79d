package import CloudModel

extension CloudService {
  /// Saves and deletes subscriptions, each on its own; the subscription, or nil where it was
  /// deleted, in order.
  ///
  /// Saving one that exists replaces it.
  package func modifySubscriptions(
    _ modifications: [SubscriptionModification], by caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> [(subscriptionID: String, result: Result<Subscription?, CloudError>)] {
    try scope.requirePersonal("subscriptions/modify")
    guard modifications.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    return try write(by: caller) { transaction, _ in
      try modifications.map { modification in
        do {
          return (
            modification.subscriptionID,
            .success(try apply(modification, by: caller, in: scope, transaction))
          )
        } catch let error as CloudError {
          return (modification.subscriptionID, .failure(error))
        }
      }
    }
  }

  package func subscriptions(
    of caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> [Subscription] {
    try scope.requirePersonal("subscriptions/list")
    return try read { try $0.subscriptions(of: caller.userRecordName, scope) }
  }

  private func apply(
    _ modification: SubscriptionModification, by caller: Caller, in scope: DatabaseScope,
    _ transaction: any CloudTransaction
  ) throws -> Subscription? {
    let user = caller.userRecordName
    switch modification {
    case .save(let subscription):
      try NameRules.checkSubscriptionID(subscription.subscriptionID)
      try check(subscription.kind, by: caller, in: scope, transaction)
      let existing = try transaction.subscriptions(of: user, scope)
      let isNew = !existing.contains { $0.subscriptionID == subscription.subscriptionID }
      guard !isNew || existing.count < CloudLimits.operationsPerRequest else {
        throw CloudError(.limitExceeded, "limit exceeded: too many subscriptions")
      }
      try transaction.save(subscription, of: user, scope)
      return subscription
    case .delete(let subscriptionID):
      let existing = try transaction.subscriptions(of: user, scope)
      guard existing.contains(where: { $0.subscriptionID == subscriptionID }) else {
        throw CloudError(.unknownItem, "Subscription not found")
      }
      try transaction.deleteSubscription(subscriptionID, of: user, scope)
      return nil
    }
  }

  private func check(
    _ kind: Subscription.Kind, by caller: Caller, in scope: DatabaseScope,
    _ transaction: any CloudTransaction
  ) throws {
    switch kind {
    case .database: break
    case .zone(let zoneID):
      guard scope == .private else {
        throw CloudError(
          .invalidArguments, "Only database subscriptions are supported in the shared database.")
      }
      let access = try ZoneAccess(zoneID, for: caller.userRecordName, scope, in: transaction)
      guard !access.zone.isDefault else {
        throw CloudError(.invalidArguments, "The default zone has no changes to subscribe to.")
      }
    }
  }
}
