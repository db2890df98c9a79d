import CloudDevices
import CloudModel

extension DatabaseAccess {
  func allSubscriptions() async throws(CKError) -> [CKSubscription] {
    let session = try await open()
    let found = try await limits.calling { () async throws(CloudError) in
      try await session.database.allSubscriptions()
    }
    return found.map { CKSubscription.make($0, session.viewpoint) }
  }

  func subscriptions(
    for ids: [CKSubscription.ID]
  ) async throws(CKError) -> ItemResults<CKSubscription.ID, CKSubscription> {
    try Self.checkCount(ids.count)
    let session = try await open()
    let found = try await limits.calling { () async throws(CloudError) in
      try await session.database.subscriptions(for: ids)
    }
    return ids.compactMap { id in found[id].map { (id, Self.result($0, session)) } }
  }

  func modifySubscriptions(
    saving subscriptions: [CKSubscription], deleting ids: [CKSubscription.ID]
  ) async throws(CKError) -> (
    saves: ItemResults<CKSubscription.ID, CKSubscription>,
    deletions: ItemResults<CKSubscription.ID, Void>
  ) {
    try Self.checkCount(subscriptions.count + ids.count)
    let session = try await open()
    var refused: ItemResults<CKSubscription.ID, CKSubscription> = []
    var sent: [Subscription] = []
    for subscription in subscriptions {
      do throws(CKError) {
        sent.append(try subscription.cloud(session.mapping))
      } catch {
        refused.append((subscription.subscriptionID, .failure(error)))
      }
    }
    let wires = sent
    let answer = try await limits.calling { () async throws(CloudError) in
      try await session.database.modifySubscriptions(saving: wires, deleting: ids)
    }
    let saves: ItemResults<CKSubscription.ID, CKSubscription> = wires.compactMap { wire in
      answer.saveResults[wire.subscriptionID].map {
        (wire.subscriptionID, Self.saved($0, session))
      }
    }
    return (
      refused + saves,
      ids.compactMap { id in
        answer.deleteResults[id].map { (id, deleted($0)) }
      }
    )
  }

  private func deleted(_ result: Result<Void, CloudError>) -> Result<Void, CKError> {
    if case .failure(let error) = result, error.code == .unknownItem,
      choices.missingSubscriptionDeletion == .succeeds
    {
      return .success(())
    }
    return result.mapError { CKError($0) }
  }

  /// The web protocol does not say why it refuses a second subscription to the same; Apple's framework does.
  private static func saved(
    _ result: Result<Subscription, CloudError>, _ session: Session
  ) -> Result<CKSubscription, CKError> {
    if case .failure(let error) = result, error.code == .internalError,
      error.reason == Subscription.duplicateReason
    {
      return .failure(
        CKError(.serverRejectedRequest, "subscription is duplicate of another one"))
    }
    return self.result(result, session)
  }

  private static func result(
    _ result: Result<Subscription, CloudError>, _ session: Session
  ) -> Result<CKSubscription, CKError> {
    result.map { CKSubscription.make($0, session.viewpoint) }.mapError { CKError($0) }
  }
}
