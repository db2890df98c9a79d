import CloudModel
import Foundation

extension CKDatabase {
  public typealias ModifySubscriptionsResults = (
    saveResults: [CKSubscription.ID: Result<CKSubscription, any Error>],
    deleteResults: [CKSubscription.ID: Result<Void, any Error>]
  )

  @discardableResult
  public func allSubscriptions() async throws -> [CKSubscription] {
    try await access.allSubscriptions()
  }

  @preconcurrency
  public func fetchAllSubscriptions(
    completionHandler: @escaping @Sendable ([CKSubscription]?, (any Error)?) -> Void
  ) {
    deliver(
      { () async throws(CKError) in try await self.access.allSubscriptions() },
      to: completionHandler)
  }

  @discardableResult
  public func subscription(for subscriptionID: CKSubscription.ID) async throws -> CKSubscription {
    try only(await access.subscriptions(for: [subscriptionID]))
  }

  @preconcurrency
  public func fetch(
    withSubscriptionID subscriptionID: CKSubscription.ID,
    completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
  ) {
    deliver(
      { () async throws(CKError) in
        try only(await self.access.subscriptions(for: [subscriptionID]))
      }, to: completionHandler)
  }

  @discardableResult
  public func save(_ subscription: CKSubscription) async throws -> CKSubscription {
    try only(await access.modifySubscriptions(saving: [subscription], deleting: []).saves)
  }

  @preconcurrency
  public func save(
    _ subscription: CKSubscription,
    completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
  ) {
    deliver(
      { () async throws(CKError) in
        try only(
          await self.access.modifySubscriptions(saving: [subscription], deleting: []).saves)
      }, to: completionHandler)
  }

  @discardableResult
  public func deleteSubscription(
    withID subscriptionID: CKSubscription.ID
  ) async throws -> CKSubscription.ID {
    try await deleted(subscriptionID)
  }

  @preconcurrency
  public func delete(
    withSubscriptionID subscriptionID: CKSubscription.ID,
    completionHandler: @escaping @Sendable (String?, (any Error)?) -> Void
  ) {
    deliver(
      { () async throws(CKError) in try await self.deleted(subscriptionID) }, to: completionHandler)
  }

  private func deleted(_ id: CKSubscription.ID) async throws(CKError) -> CKSubscription.ID {
    try only(await access.modifySubscriptions(saving: [], deleting: [id]).deletions)
    return id
  }

  public func subscriptions(
    for ids: [CKSubscription.ID]
  ) async throws -> [CKSubscription.ID: Result<CKSubscription, any Error>] {
    byID(try await access.subscriptions(for: ids))
  }

  @preconcurrency
  public func fetch(
    withSubscriptionIDs subscriptionIDs: [CKSubscription.ID],
    completionHandler:
      @escaping @Sendable (
        Result<[CKSubscription.ID: Result<CKSubscription, any Error>], any Error>
      ) -> Void
  ) {
    deliver(
      { () async throws(CKError) in
        byID(try await self.access.subscriptions(for: subscriptionIDs))
      }, to: completionHandler)
  }

  public func modifySubscriptions(
    saving subscriptionsToSave: [CKSubscription],
    deleting subscriptionIDsToDelete: [CKSubscription.ID]
  ) async throws -> ModifySubscriptionsResults {
    try await modified(subscriptionsToSave, subscriptionIDsToDelete)
  }

  @preconcurrency
  public func modifySubscriptions(
    saving subscriptionsToSave: [CKSubscription],
    deleting subscriptionIDsToDelete: [CKSubscription.ID],
    completionHandler: @escaping @Sendable (Result<ModifySubscriptionsResults, any Error>) -> Void
  ) {
    deliver(
      { () async throws(CKError) in
        try await self.modified(subscriptionsToSave, subscriptionIDsToDelete)
      }, to: completionHandler)
  }

  private func modified(
    _ subscriptions: [CKSubscription], _ ids: [CKSubscription.ID]
  ) async throws(CKError) -> ModifySubscriptionsResults {
    let results = try await access.modifySubscriptions(saving: subscriptions, deleting: ids)
    return (byID(results.saves), byID(results.deletions))
  }
}
