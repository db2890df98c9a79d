package import CloudModel
package import CloudRules
import Foundation
import Synchronization

/// The conditions under which a cloud works: its faults and its limits.
///
/// There is one per cloud, shared by every request. A refused request has changed nothing.
package final class CloudConditions: Sendable {
  package let faults: FaultInjector
  private let settings = Mutex(CloudLimitSettings())
  private let throttle = RequestThrottle()
  private let lookups = RequestThrottle()
  private let zoneReadings = RequestThrottle()
  private let contention = ZoneContention()
  private let now: @Sendable () -> Date
  private let clock: any Clock<Duration>
  /// Returns when this much of the cloud's time has passed.
  private let passTime: @Sendable (Duration) async throws -> Void
  private let lateNotifications = Mutex(0)

  /// Our choice: while this many notifications are held back, further ones are delivered at once.
  private static let mostLateNotifications = 10_000
  /// Our choice, for each user: such a request takes seconds where the zone is large, and whoever looks at the storage
  /// needs a few.
  private static let zoneReadingRate = RequestRate(perSecond: 0.1, burst: 10)

  /// `clock` measures the delays of faults, and `passTime` those of queries: by the cloud's time, where an
  /// administrator can move that; otherwise by `clock`.
  package init(
    faults: FaultInjector, surroundings: Surroundings,
    clock: any Clock<Duration> = ContinuousClock(),
    passTime: (@Sendable (Duration) async throws -> Void)? = nil
  ) {
    self.faults = faults
    now = surroundings.now
    self.clock = clock
    self.passTime = passTime ?? { try await clock.sleep(for: $0) }
  }

  /// The conditions of a cloud on `store`: without faults, with the limits that are kept there.
  package convenience init(
    store: any CloudStore, seed: UInt64, surroundings: Surroundings,
    clock: any Clock<Duration> = ContinuousClock(),
    passTime: (@Sendable (Duration) async throws -> Void)? = nil
  ) throws {
    self.init(
      faults: FaultInjector(store: store, seed: seed, surroundings: surroundings),
      surroundings: surroundings, clock: clock, passTime: passTime)
    if let limits = try store.readRegistry({ try $0.limitSettings() }) { setLimits(limits) }
  }

  /// The conditions outside of `perform`: the limits, and no faults.
  package var outsideRequests: any RequestConditions { FaultedConditions(cloud: self) }

  package var limits: CloudLimitSettings { settings.withLock { $0 } }

  /// Takes effect at once; the caller stores the limits.
  package func setLimits(_ limits: CloudLimitSettings) {
    settings.withLock { $0 = limits }
    throttle.setRate(limits.throttle)
  }

  /// Ends all faults, and begins anew with the limits of the store, or the usual ones.
  func reset(limits: CloudLimitSettings?) {
    faults.reset()
    // Another rate forgets what was counted.
    for counter in [throttle, lookups, zoneReadings] { counter.setRate(nil) }
    setLimits(limits ?? CloudLimitSettings())
  }

  /// Counts people whom an account looks up.
  ///
  /// Throws `.requestRateLimited`.
  func countLookups(_ count: Int, by user: String) throws(CloudError) {
    let most = limits.lookupsPerHour
    lookups.setRate(RequestRate(perSecond: Double(most) / 3600, burst: most))
    try lookups.admit(
      user, count, at: now(), because: "You have looked up too many people. Wait and try again.")
  }

  /// Counts a request of a user that reads every record of a zone.
  ///
  /// Throws `.requestRateLimited`.
  package func countZoneReading(by user: String) throws(CloudError) {
    zoneReadings.setRate(Self.zoneReadingRate)
    try zoneReadings.admit(
      user, at: now(),
      because: "You have asked too often who wrote how much of a zone. Wait and try again.")
  }

  /// Counts any request of a user.
  ///
  /// Throws `.requestRateLimited`.
  package func countRequest(by user: String) throws(CloudError) {
    try throttle.admit(user, at: now())
  }

  /// Runs one operation under the conditions; requests over HTTP and in process both use it.
  ///
  /// `zones` are the zones that the operation writes. Throws `RequestTrouble`,
  /// `.requestRateLimited` and `.zoneBusy`, and whatever `body` throws.
  package func perform<R>(
    _ event: FaultEvent, writing zones: Set<RecordZoneID> = [], isThrottled: Bool = true,
    _ body: (any RequestConditions) async throws -> R
  ) async throws -> R {
    if isThrottled, let user = event.user { try countRequest(by: user) }
    let decision = try await meet(event)
    let delay = limits.queryDelayMilliseconds
    if delay > 0, event.operation == "records/query" {
      try await passTime(.milliseconds(delay))
    }
    let places = Set(
      zones.map { ZoneContention.Place(partition: event.partition, zoneID: $0) })
    try contention.enter(places, limit: limits.zoneWriters)
    defer { contention.leave(places) }
    let result = try await body(FaultedConditions(cloud: self, event: event, decision: decision))
    try decision.finish()
    return result
  }

  /// Applies the faults that come before an operation; the decision's `finish` applies those after
  /// it.
  ///
  /// For an operation that waits long, is not throttled and does not write: it needs no `perform`,
  /// which would keep memory for the whole wait. Throws `RequestTrouble`.
  package func meet(_ event: FaultEvent) async throws -> FaultDecision {
    let decision = faults.decision(on: event)
    if decision.delayMilliseconds > 0 {
      try await clock.sleep(for: .milliseconds(decision.delayMilliseconds))
    }
    switch decision.action {
    case .dropBefore: throw RequestTrouble.dropped
    case .fail(let failure): throw RequestTrouble.failed(failure)
    case .proceed, .dropAfter: return decision
    }
  }

  /// Passes announcements on; faults may lose, delay or duplicate them.
  package func deliver(
    _ announcements: [Announcement], to relay: @escaping @Sendable ([Announcement]) -> Void
  ) {
    var immediate: [Announcement] = []
    for announcement in announcements {
      for (copy, milliseconds) in faults.deliveries(on: announcement.event).enumerated() {
        var announcement = announcement
        announcement.copy = copy
        if milliseconds == 0 || !holdBack(announcement, milliseconds, relay) {
          immediate.append(announcement)
        }
      }
    }
    if !immediate.isEmpty { relay(immediate) }
  }

  private func holdBack(
    _ announcement: Announcement, _ milliseconds: Int,
    _ relay: @escaping @Sendable ([Announcement]) -> Void
  ) -> Bool {
    let hasRoom = lateNotifications.withLock { count in
      guard count < Self.mostLateNotifications else { return false }
      count += 1
      return true
    }
    guard hasRoom else { return false }
    // Nothing awaits the task: the request that caused the announcement has its answer already. If
    // the cloud ends first, the notification is lost.
    Task { [clock, weak self] in
      try? await clock.sleep(for: .milliseconds(milliseconds))  // Nothing cancels it.
      relay([announcement])
      self?.lateNotifications.withLock { $0 -= 1 }
    }
    return true
  }
}

extension Announcement {
  /// The properties of the announcement that faults can match.
  package var event: FaultEvent {
    let event = FaultEvent(user: recipient, in: partition)
    return switch notification {
    case .database(let scope): event.inDatabase(scope)
    case .zone(let zoneID, let scope):
      event.inDatabase(scope).about(.init(zone: zoneID.zoneName))
    case .query(let recordID, let scope, _): event.inDatabase(scope).about(.init(recordID))
    case .invitation: event
    }
  }
}
