package import CloudModel
import Foundation

extension CloudService {
  /// Our choice: the largest size of what a client writes in one subscription, in bytes of JSON.
  private static var subscriptionBytes: Int { 32 * 1024 }

  /// Saves and deletes subscriptions, each on its own; returns each subscription, or nil if it was
  /// deleted, in order.
  ///
  /// Saving one that exists replaces it.
  package func modifySubscriptions(
    _ modifications: [SubscriptionModification], by caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> [(subscriptionID: String, result: Result<Subscription?, CloudError>)] {
    try requireUser(caller)
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
    try requireUser(caller)
    return try read(by: caller) { try $0.subscriptions(of: caller.userRecordName, scope) }
  }

  /// Looks subscriptions up by their IDs; one outcome each, in order.
  package func subscriptions(
    withIDs ids: [String], of caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> [(subscriptionID: String, result: Result<Subscription, CloudError>)] {
    try requireUser(caller)
    guard ids.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    return try read(by: caller) { reading in
      try ids.map { id in
        do {
          let found = try reading.subscription(id, of: caller.userRecordName, scope)
          return (id, found.map { .success($0) } ?? .failure(.subscriptionNotFound))
        } catch StoreError.damaged {
          return (id, .failure(.damaged("The subscription")))
        }
      }
    }
  }

  /// Refuses an anonymous caller, for an operation on something that belongs to the caller.
  func requireUser(_ caller: Caller) throws(CloudError) {
    guard caller.kind != .anonymous else {
      throw CloudError(.notAuthenticated, "request needs authorization")
    }
  }

  private func apply(
    _ modification: SubscriptionModification, by caller: Caller, in scope: DatabaseScope,
    _ transaction: any CloudTransaction
  ) throws -> Subscription? {
    let user = caller.userRecordName
    switch modification {
    case .save(let subscription):
      try NameRules.checkSubscriptionID(subscription.subscriptionID)
      guard try subscription.writtenBytes() <= Self.subscriptionBytes else {
        throw CloudError(
          .limitExceeded,
          "limit exceeded: a subscription has at most \(Self.subscriptionBytes) bytes")
      }
      try check(subscription.kind, by: caller, in: scope, transaction)
      let others = try transaction.subscriptions(of: user, scope).filter {
        $0.subscriptionID != subscription.subscriptionID
      }
      guard others.count < CloudLimits.subscriptionsPerDatabase else {
        throw CloudError(
          .limitExceeded,
          "limit exceeded: a user has at most \(CloudLimits.subscriptionsPerDatabase) "
            + "subscriptions in a database; delete one")
      }
      guard try !others.contains(where: { try $0.repeats(subscription) }) else {
        throw CloudError(.internalError, Subscription.duplicateReason)
      }
      try transaction.save(subscription, of: user, scope)
      return subscription
    case .delete(let subscriptionID):
      do {
        guard try transaction.subscription(subscriptionID, of: user, scope) != nil else {
          throw CloudError.subscriptionNotFound
        }
      } catch StoreError.damaged {
        // A subscription that cannot be read can still be deleted.
      }
      try transaction.deleteSubscription(subscriptionID, of: user, scope)
      return nil
    }
  }

  /// Refuses a subscription in a database where its kind does not work.
  private func check(
    _ kind: Subscription.Kind, by caller: Caller, in scope: DatabaseScope,
    _ transaction: any CloudTransaction
  ) throws {
    switch (kind, scope) {
    case (.database, .private), (.database, .shared): break
    case (.zone(let zoneID), .private):
      let access = try ZoneAccess(zoneID, for: caller, scope, in: transaction)
      guard !access.zone.isDefault else {
        throw CloudError(.invalidArguments, "The default zone does not support zone subscriptions.")
      }
    case (.query(let watched), .public), (.query(let watched), .private):
      try NameRules.checkRecordType(watched.recordType)
      if let zoneID = watched.zoneID {
        _ = try ZoneAccess(zoneID, for: caller, scope, in: transaction)
      }
      try check(watched, by: caller, transaction)
    case (_, .public):
      throw CloudError(
        .invalidArguments, "Only query subscriptions are supported in the public database.")
    case (_, .shared):
      throw CloudError(
        .invalidArguments, "Only database subscriptions are supported in the shared database.")
    }
  }

  /// Refuses a query that `records/query` would refuse, because the subscription could never fire.
  ///
  /// Without filters, every record of the type matches, and no index is needed.
  private func check(
    _ watched: QuerySubscription, by caller: Caller, _ transaction: any CloudTransaction
  ) throws {
    let type = try QuerySearch.type(named: watched.recordType, in: transaction)
    let filters = try watched.filters.get()
    guard !filters.isEmpty else { return }
    _ = try QueryCompiler(type: type, user: caller.userRecordName).conditions(filters)
  }
}

extension Subscription {
  /// The bytes of its query and of its notification's presentation, as JSON.
  fileprivate func writtenBytes() throws -> Int {
    var bytes = 0
    if case .query(let watched) = kind { bytes += try JSONEncoder().encode(watched.query).count }
    if let notificationInfo { bytes += try JSONEncoder().encode(notificationInfo.keys).count }
    return bytes
  }

  /// Whether both have the same query over the same zones and fire on the same changes.
  ///
  /// CloudKit then treats them as one subscription.
  ///
  /// Source: observed on the live server; `docs/protocol.md`.
  fileprivate func repeats(_ other: Subscription) throws -> Bool {
    guard case .query(let a) = kind, case .query(let b) = other.kind,
      a.recordType == b.recordType, Set(a.firesOn) == Set(b.firesOn), a.zoneID == b.zoneID,
      a.zoneID != nil || a.zoneWide == b.zoneWide
    else { return false }
    let (filters, others) = (try a.filters.get(), try b.filters.get())
    return filters.allSatisfy(others.contains) && others.allSatisfy(filters.contains)
  }
}

extension CloudError {
  fileprivate static var subscriptionNotFound: CloudError {
    CloudError(.unknownItem, "Subscription not found")
  }
}

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
