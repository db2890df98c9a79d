package import CloudModel
package import CloudRules
package import Foundation
import Synchronization

/// The faults of a running cloud, which consults them wherever a fault can apply.
///
/// It decides and never waits, so that it works alike over HTTP and in process.
package final class FaultInjector: Sendable {
  private let plan: Mutex<FaultPlan>
  private let now: @Sendable () -> Date
  private let userRecordName: @Sendable (_ accountName: String) -> String?

  /// Creates an injector without faults.
  ///
  /// `userRecordName` finds the account whose name a filter has. It may read the store, so it is not
  /// called for decisions about records, tokens and quotas, which are made inside a transaction.
  package init(
    seed: UInt64, now: @escaping @Sendable () -> Date,
    userRecordName: @escaping @Sendable (_ accountName: String) -> String? = { _ in nil }
  ) {
    plan = Mutex(FaultPlan(seed: seed))
    self.now = now
    self.userRecordName = userRecordName
  }

  /// The same, for a cloud whose accounts are on `store`.
  package convenience init(store: any CloudStore, seed: UInt64, surroundings: Surroundings) {
    self.init(
      seed: seed, now: surroundings.now,
      userRecordName: { name in
        // A store that fails now fails the request as well.
        try? store.readRegistry { try $0.account(named: name)?.userRecordName }
      })
  }

  /// Adds all of `faults` or none; returns them with their ids and seeds.
  ///
  /// Throws `.invalidArguments`, `.constraintViolation` for an id in use, `.limitExceeded`.
  @discardableResult
  package func add(_ faults: [CloudFault]) throws(CloudError) -> [FaultStatus] {
    let now = milliseconds
    return try plan.withLock { plan throws(CloudError) in try plan.add(faults, now: now) }
  }

  /// Ends a fault; nil where no active one has this id.
  @discardableResult
  package func remove(_ id: String) -> FaultStatus? {
    let now = milliseconds
    return plan.withLock { $0.remove(id, now: now) }
  }

  /// Forgets all, with their numbers and the decisions that were drawn.
  func reset() { plan.withLock { $0.reset() } }

  /// Ends and forgets all; returns how many were active.
  @discardableResult
  package func clear() -> Int { plan.withLock { $0.clear() } }

  /// The active faults, then those that have ended.
  package var statuses: [FaultStatus] {
    let now = milliseconds
    return plan.withLock { plan in
      plan.expire(now: now)
      return plan.statuses
    }
  }

  /// The number of times that each effect has fired, by its name.
  package var firedCounts: [String: Int] { plan.withLock { $0.fired } }

  /// Whether any fault filters by targets, so that it is worth finding the targets of a request.
  package var needsTargets: Bool {
    plan.withLock { $0.active.contains(where: \.filter.needsTargets) }
  }

  /// Decides about a request before it begins.
  package func decision(on event: FaultEvent) -> FaultDecision {
    resolveAccounts()
    var decision = FaultDecision()
    decide(event, wants: FaultDecision.concerns) { decision.take($0) }
    return decision
  }

  /// Decides about one record of a `records/modify`; the event's target is the record.
  package func recordFailure(on event: FaultEvent) -> CloudError? {
    var failure: CloudError?
    decide(event) {
      if case .failRecords = $0 { true } else { false }
    } take: { effect in
      guard case .failRecords(let wanted) = effect else { return true }
      failure = wanted.error
      return false
    }
    return failure
  }

  /// Decides whether a request's change token is treated as expired.
  package func expiresToken(on event: FaultEvent) -> Bool {
    var expires = false
    decide(event) {
      $0 == .expireTokens
    } take: { _ in
      expires = true
      return false
    }
    return expires
  }

  /// The quota that faults set for an owner, the smallest if several do; the event's user is the
  /// owner.
  package func quotaBytes(on event: FaultEvent) -> Int64? {
    var least: Int64?
    decide(event) {
      if case .limitQuota = $0 { true } else { false }
    } take: { effect in
      if case .limitQuota(let bytes) = effect { least = min(least ?? bytes, bytes) }
      return true
    }
    return least
  }

  /// Decides about one notification: the delay in milliseconds of each copy that is delivered.
  ///
  /// Empty if the notification is lost; the event's user is the recipient.
  package func deliveries(on event: FaultEvent) -> [Int] {
    resolveAccounts()
    var copies = 1
    var delay = 0
    decide(event) { effect in
      switch effect {
      case .loseNotifications, .duplicateNotifications, .delayNotifications: true
      default: false
      }
    } take: { effect in
      switch effect {
      case .loseNotifications: copies = 0
      case .duplicateNotifications: copies += 1
      case .delayNotifications(let milliseconds): delay += milliseconds
      default: break
      }
      return copies > 0
    }
    return Array(repeating: delay, count: min(copies, 10))
  }

  private var milliseconds: Int64 { now().millisecondsSince1970 }

  private func decide(
    _ event: FaultEvent, wants: (CloudFault.Effect) -> Bool, take: (CloudFault.Effect) -> Bool
  ) {
    let isQuiet = plan.withLock { plan in
      !plan.active.contains { wants($0.status.fault.effect) }
    }
    if isQuiet { return }
    let now = milliseconds
    plan.withLock { $0.decide(event, now: now, wants: wants, take: take) }
  }

  /// Asks outside the lock, because the answers may come from the store.
  private func resolveAccounts() {
    for name in Set(plan.withLock(\.unknownAccounts)) {
      guard let user = userRecordName(name) else { continue }
      plan.withLock { $0.resolve(name, to: user) }
    }
  }
}
