import CloudModel
import Foundation

/// Looks up subscriptions, or lists all of them.
public final class CKFetchSubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
  // As `CKOperation`.

  /// Nil for all subscriptions.
  public var subscriptionIDs: [CKSubscription.ID]?
  public var perSubscriptionResultBlock:
    ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
  public var fetchSubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?

  private var onEnd: (([CKSubscription.ID: CKSubscription]?, (any Error)?) -> Void)?
  private var results: ItemResults<CKSubscription.ID, CKSubscription> = []

  @available(*, deprecated, message: "Use fetchSubscriptionsResultBlock.")
  public var fetchSubscriptionCompletionBlock:
    (([CKSubscription.ID: CKSubscription]?, (any Error)?) -> Void)?
  {
    get { onEnd }
    set { onEnd = newValue }
  }

  public override init() {}

  public convenience init(subscriptionIDs: [CKSubscription.ID]) {
    self.init()
    self.subscriptionIDs = subscriptionIDs
  }

  public class func fetchAllSubscriptionsOperation() -> Self { Self() }

  override func perform() async throws(CKError) {
    if let subscriptionIDs {
      results = try await access().subscriptions(for: subscriptionIDs)
    } else {
      results = try await access().allSubscriptions().map { ($0.subscriptionID, .success($0)) }
    }
    for (id, result) in results {
      tell { self.perSubscriptionResultBlock?(id, result.mapError { $0 }) }
    }
  }

  override func conclude(_ error: CKError?) {
    fetchSubscriptionsResultBlock?(error.map { .failure($0) } ?? .success(()))
    onEnd?(values(results), error ?? .ofItems(failures(results)))
  }
}

/// Saves and deletes subscriptions.
public final class CKModifySubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
  // As `CKOperation`.

  public var subscriptionsToSave: [CKSubscription]?
  public var subscriptionIDsToDelete: [CKSubscription.ID]?
  public var perSubscriptionSaveBlock:
    ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
  public var perSubscriptionDeleteBlock: ((CKSubscription.ID, Result<Void, any Error>) -> Void)?
  public var modifySubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?

  private var onEnd: (([CKSubscription]?, [CKSubscription.ID]?, (any Error)?) -> Void)?
  private var saves: ItemResults<CKSubscription.ID, CKSubscription> = []
  private var deletions: ItemResults<CKSubscription.ID, Void> = []

  @available(*, deprecated, message: "Use modifySubscriptionsResultBlock.")
  public var modifySubscriptionsCompletionBlock:
    (([CKSubscription]?, [CKSubscription.ID]?, (any Error)?) -> Void)?
  {
    get { onEnd }
    set { onEnd = newValue }
  }

  public override init() {}

  public convenience init(
    subscriptionsToSave: [CKSubscription]? = nil,
    subscriptionIDsToDelete: [CKSubscription.ID]? = nil
  ) {
    self.init()
    self.subscriptionsToSave = subscriptionsToSave
    self.subscriptionIDsToDelete = subscriptionIDsToDelete
  }

  override func perform() async throws(CKError) {
    (saves, deletions) = try await access().modifySubscriptions(
      saving: subscriptionsToSave ?? [], deleting: subscriptionIDsToDelete ?? [])
    for (id, result) in saves {
      tell { self.perSubscriptionSaveBlock?(id, result.mapError { $0 }) }
    }
    for (id, result) in deletions {
      tell { self.perSubscriptionDeleteBlock?(id, result.mapError { $0 }) }
    }
  }

  override func conclude(_ error: CKError?) {
    modifySubscriptionsResultBlock?(error.map { .failure($0) } ?? .success(()))
    let failed = failures(saves).merging(failures(deletions)) { $1 }
    onEnd?(
      saves.compactMap { try? $0.result.get() },
      deletions.filter { $0.result.failure == nil }.map(\.id), error ?? .ofItems(failed))
  }
}
