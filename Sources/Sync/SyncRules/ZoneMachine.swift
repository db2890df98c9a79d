import CloudModel

/// One zone: sending its outbox, a preview of its newest messages, and its feed of changes.
///
/// ```
///              ┌──────────── one at a time, in this order ────────────┐
///   wanted ──▶ send ──▶ preview ──▶ fetch ──▶ send what has low priority ──▶ idle, forgotten
///                │         │         │
///                └─────────┴─────────┴── failed: waits, others go on; more left: end of the queue
/// ```
///
/// Invariants:
/// 1. At most one operation runs.
/// 2. Wanted work is forgotten only when its operation has succeeded, when the zone is gone, or
///    when `abandon` leaves it for another engine.
/// 3. The zone is previewed and fetched only when the database's feed has been fetched to its end.
/// 4. While the owner's storage is full, only deletions are sent; after each wait, one record is
///    sent to see whether there is room again.
/// 5. Notified changes during a fetch start no second fetch: after the fetch, the owner of the machine asks the store
///    whether the fetch has brought them.
/// 6. After the refusal of a whole batch, the batch limit is halved until the entry at fault is
///    sent alone; each accepted batch doubles the limit again.
/// 7. After a send that was refused, what waits to be fetched goes first: a cloud that refuses every send, and each
///    time asks the whole database to wait, does not keep the zone from being fetched.
/// 8. To a zone that reads first nothing is sent while its feed, or that of the database, is still to be fetched: what
///    is sent then is sealed for those who are in the chat.
struct ZoneMachine: Sendable {
  enum Work: Sendable {
    case send, preview, fetch
    /// Sending writes of low priority.
    case lowPrioritySend
  }

  enum Input: Sendable {
    case wanted(Work)
    case sent(Result<SyncMachine.SendReport, SyncFailure>)
    case previewed(Result<SyncMachine.FetchReport, SyncFailure>)
    case fetched(Result<SyncMachine.FetchReport, SyncFailure>)
  }

  /// The reports of the machine to the other machines.
  enum Output: Sendable, Equatable {
    case served
    case failed(SyncFailure)
    /// The cloud answered, but the answer does not mention an item; only that item is concerned.
    case leftOut(SyncFailure)
    case accepted(Int)
    case tooLarge(Int)
    case outOfQuota(SyncFailure)
    case gone
    /// A fetch has ended during which changes were announced; the store knows whether it has brought them.
    case fetchedDuringNews
  }

  /// The limits that the zone's database sets.
  struct Constraints: Sendable {
    var isFeedIdle: Bool
    var holdsLowPriority: Bool
    var ceiling: Int
    /// When there may be room in the owner's storage again.
    var room: Backoff
  }

  /// The time for which writes of low priority are gathered before they are sent.
  static let lowPriorityDelay: Duration = .seconds(3)

  private(set) var send = Lane()
  private(set) var preview = Lane()
  private(set) var fetch = Lane()
  private(set) var lowPrioritySend = Lane()
  /// Smaller than the ceiling while something in the queue is refused.
  private(set) var batchLimit = CloudLimits.operationsPerRequest
  /// When there may be room again in the storage of this zone's owner.
  private(set) var room = Backoff()
  /// The reason why the zone waits.
  private(set) var waitReason = ""
  private var lastLimit = 0
  /// Whether another fetch was wanted while one ran.
  private var hadNewsDuringFetch = false
  /// Whether nothing is sent before the feed was fetched to its end.
  var readsFirst = false
  /// The zone's place in the queue of zones; at the end again after each operation.
  var turn: Int
  private let role: ErrorPolicy.Role

  /// `role` is this account's in the zone.
  init(turn: Int, as role: ErrorPolicy.Role) {
    self.turn = turn
    self.role = role
  }

  var isRunning: Bool {
    send.isRunning || preview.isRunning || fetch.isRunning || lowPrioritySend.isRunning
  }

  var isSending: Bool { send.isRunning || lowPrioritySend.isRunning }

  var isIdle: Bool { send.isIdle && preview.isIdle && fetch.isIdle && lowPrioritySend.isIdle }

  private func assertInvariants() {
    assert(
      [send, preview, fetch, lowPrioritySend].count(where: \.isRunning) <= 1,
      "ZoneMachine 1: two operations run")
    precondition(
      (1...CloudLimits.operationsPerRequest).contains(batchLimit),
      "ZoneMachine 6: the limit of a batch is out of bounds")
  }

  mutating func handle(
    _ input: Input, now: Duration, delaysLowPriority: Bool, using random: inout SplitMix64
  ) -> [Output] {
    defer { assertInvariants() }
    switch input {
    case .wanted(.send): send.want()
    case .wanted(.preview): preview.want()
    case .wanted(.fetch) where fetch.isRunning: hadNewsDuringFetch = true
    case .wanted(.fetch): fetch.want()
    case .wanted(.lowPrioritySend):
      lowPrioritySend.want(notBefore: delaysLowPriority ? now + Self.lowPriorityDelay : now)
    case .sent(.success(let report)):
      return finishSend(report, now: now, delaysLowPriority: delaysLowPriority, using: &random)
    case .sent(.failure(let error)):
      // A batch has all that waits: what has low priority waits as long as the rest.
      if !lowPrioritySend.isIdle { _ = failed(error, \.lowPrioritySend, now: now, using: &random) }
      return failed(error, \.send, now: now, using: &random)
    case .previewed(.success(let report)):
      return done(report, \.preview)
    case .previewed(.failure(let error)):
      return failed(error, \.preview, now: now, using: &random)
    case .fetched(.success(let report)):
      // A zone that is gone has no news.
      let hadNews = hadNewsDuringFetch && report != .zoneGone
      hadNewsDuringFetch = false
      return done(report, \.fetch) + (hadNews ? [.fetchedDuringNews] : [])
    case .fetched(.failure(let error)):
      // It is fetched again in any case.
      hadNewsDuringFetch = false
      return failed(error, \.fetch, now: now, using: &random)
    }
    return []
  }

  /// The operation to begin now, if there is one.
  mutating func next(
    _ zoneID: RecordZoneID, in constraints: Constraints, at now: Duration
  ) -> SyncMachine.Effect? {
    guard !isRunning else { return nil }
    defer { assertInvariants() }
    let maySend = !readsFirst || constraints.isFeedIdle && fetch.isIdle
    if maySend, !isSendRefused, send.start(at: now) {
      return batch(zoneID, constraints, at: now)
    }
    if constraints.isFeedIdle {
      if preview.start(at: now) { return .preview(zoneID) }
      if fetch.start(at: now) { return .fetchZoneChanges(zoneID) }
    }
    guard maySend else { return nil }
    if send.start(at: now) { return batch(zoneID, constraints, at: now) }
    if !constraints.holdsLowPriority, send.backoff.notBefore <= now, lowPrioritySend.start(at: now)
    {
      return batch(zoneID, constraints, at: now)
    }
    return nil
  }

  /// Leaves work for another engine if `isHopeless` is true of its backoff.
  mutating func abandon(where isHopeless: (Backoff) -> Bool) {
    for lane in [\Self.send, \.preview, \.fetch, \.lowPrioritySend]
    where self[keyPath: lane].isWanted && isHopeless(self[keyPath: lane].backoff) {
      self[keyPath: lane].abandon()
    }
    if isHopeless(room) { abandonSending() }
  }

  /// The replica may be usable again.
  mutating func retryLocalFailures(_ retry: Lane.LocalRetry) {
    for lane in [\Self.send, \.preview, \.fetch, \.lowPrioritySend] {
      self[keyPath: lane].retryIfLocal(retry)
    }
  }

  mutating func abandonSending() {
    send.abandon()
    lowPrioritySend.abandon()
  }

  /// Whether the zone's state need not be kept, because it has no work and has abandoned none.
  var isForgettable: Bool {
    isIdle && ![send, preview, fetch, lowPrioritySend].contains(where: \.isAbandoned)
  }

  /// The reason why fetching fails repeatedly, and the time until which it waits; nil if it does not fail repeatedly.
  var fetchTrouble: (until: Duration, reason: String)? {
    [fetch, preview].first(where: \.isInTrouble).map { ($0.backoff.notBefore, $0.failure) }
  }

  /// Whether the last attempt to send has brought nothing into the cloud.
  private var isSendRefused: Bool { send.backoff.attempts > 0 || isOutOfRoom }

  /// Whether the owner's storage was full at the last attempt to send.
  var isOutOfRoom: Bool { room.attempts > 0 }

  /// The reason why sending fails repeatedly or the storage is full; nil if sending works.
  var sendTrouble: String? {
    if room.attempts > 0, send.isWanted || send.isAbandoned { return waitReason }
    return [send, lowPrioritySend].first(where: \.isInTrouble)?.failure
  }

  /// Whether the zone wants or runs work that does not fail repeatedly.
  ///
  /// `canFetch` says whether the database's feed is idle or does not fail repeatedly.
  func isAtWork(canFetch: Bool) -> Bool {
    let isSending = [send, lowPrioritySend].contains { !$0.isIdle && !$0.isInTrouble }
    let isFetching = [preview, fetch].contains { !$0.isIdle && !$0.isInTrouble }
    let isFull = room.attempts > 0 && !send.isRunning && !lowPrioritySend.isRunning
    return isSending && !isFull || isFetching && (canFetch || preview.isRunning || fetch.isRunning)
  }

  /// Whether any work here waits for a time, has failed since it last succeeded, or was abandoned.
  ///
  /// If this is false, there is no `fetchTrouble`, `sendTrouble` or `sendWait`, and every wake time is past.
  var isDelayed: Bool {
    send.isDelayed || preview.isDelayed || fetch.isDelayed || lowPrioritySend.isDelayed
      || room != Backoff()
  }

  /// Whether a preview, which shows a chat's newest messages, is waiting.
  var isPreviewWaiting: Bool { preview.isWanted && !isRunning }

  /// The times at which something here may start.
  var wakeTimes: [Duration] {
    [send, preview, fetch, lowPrioritySend].compactMap(\.startTime) + [room.notBefore]
  }

  /// Until when no urgent write can be sent, and why; nil if one can be sent by `time`.
  func sendWait(after time: Duration) -> (until: Duration, reason: String)? {
    guard !isRunning else { return nil }
    if send.isAbandoned { return (max(send.backoff.notBefore, room.notBefore), waitReason) }
    return send.startTime.flatMap { $0 > time ? ($0, waitReason) : nil }
  }

  private mutating func batch(
    _ zoneID: RecordZoneID, _ constraints: Constraints, at now: Duration
  ) -> SyncMachine.Effect {
    let room = self.room.attempts > 0 ? self.room : constraints.room
    lastLimit = min(batchLimit, constraints.ceiling)
    var selection = constraints.holdsLowPriority ? OutboxSelection.urgent : .everything
    if room.attempts > 0 {
      if room.notBefore > now {
        selection = .deletions
        // The saves that have to wait are tried again when there may be room.
        send.want(notBefore: room.notBefore)
      } else {
        lastLimit = 1
      }
    }
    assert(
      room.attempts == 0 || selection == .deletions || lastLimit == 1,
      "ZoneMachine 4: saves are sent to a full storage")
    return .send(zoneID, limit: lastLimit, selecting: selection)
  }

  private mutating func finishSend(
    _ report: SyncMachine.SendReport, now: Duration, delaysLowPriority: Bool,
    using random: inout SplitMix64
  ) -> [Output] {
    let failure = (report.transientFailure ?? Self.stuck(report)).map { SyncFailure.cloud($0) }
    var outputs: [Output] = []
    // A cloud that took nothing has not served a request: the waiting time keeps growing.
    if failure == nil || report.progress > 0 {
      outputs.append(.served)
      send.succeedIfRunning()
      lowPrioritySend.succeedIfRunning()
    }
    if report.wantsFetch { fetch.want() }
    // The size of the batch counts, not its limit.
    let refused = report.count > 0 ? min(lastLimit, report.count) : lastLimit
    if report.isTooLarge { outputs.append(.tooLarge(refused)) }
    if report.isTooLarge || report.isRefusedWhole {
      batchLimit = max(1, min(batchLimit, refused) / 2)
    } else if report.progress > 0 {
      batchLimit = min(batchLimit * 2, CloudLimits.operationsPerRequest)
      room.reset()
      outputs.append(.accepted(report.progress))
    }
    if let error = report.outOfQuota.map({ SyncFailure.cloud($0) }) {
      room.fail(error, now: now, cap: Backoff.slowCap, using: &random)
      waitReason = FailureWords.waiting(error, as: role, fullest: report.fullest)
      outputs.append(.outOfQuota(error))
    }
    if report.hasMore { send.want(notBefore: report.outOfQuota == nil ? now : room.notBefore) }
    if report.hasMoreLowPriority {
      lowPrioritySend.want(notBefore: delaysLowPriority ? now + Self.lowPriorityDelay : now)
    }
    if let failure {
      send.postpone(failure, now: now, cap: Self.cap(after: failure), using: &random)
      if lowPrioritySend.isRunning || report.hasMoreLowPriority {
        lowPrioritySend.postpone(failure, now: now, cap: Self.cap(after: failure), using: &random)
      }
      waitReason = FailureWords.waiting(failure, as: role)
      let isLeftOut = failure.reach == .offline
      outputs.append(isLeftOut ? .leftOut(failure) : .failed(failure))
    }
    return outputs
  }

  /// The error to report if the cloud took nothing and gave no reason for any entry.
  private static func stuck(_ report: SyncMachine.SendReport) -> CloudError? {
    let isStuck =
      report.hasMore && report.progress == 0 && report.outOfQuota == nil && !report.isTooLarge
      && !report.isRefusedWhole
    return isStuck ? CloudError(.zoneBusy, "The cloud accepted none of the changes.") : nil
  }

  private mutating func done(
    _ report: SyncMachine.FetchReport, _ lane: WritableKeyPath<Self, Lane>
  ) -> [Output] {
    self[keyPath: lane].succeed()
    switch report {
    case .applied(let moreComing):
      if moreComing { self[keyPath: lane].want() }
    case .restarted:
      fetch.want()
    case .zoneGone:
      return [.served, .gone]
    }
    return [.served]
  }

  private mutating func failed(
    _ error: SyncFailure, _ lane: WritableKeyPath<Self, Lane>, now: Duration,
    using random: inout SplitMix64
  ) -> [Output] {
    switch error.reach {
    case .stopped, .suspended, .offline:
      self[keyPath: lane].interrupt()
    case .database, .zone:
      self[keyPath: lane].fail(error, now: now, cap: Self.cap(after: error), using: &random)
      waitReason = FailureWords.waiting(error, as: role)
    }
    return [.failed(error)]
  }

  /// Errors that are not expected to pass soon are tried again rarely.
  private static func cap(after error: SyncFailure) -> Duration {
    error.isPersistent ? Backoff.slowCap : Backoff.cap
  }
}

extension Lane {
  fileprivate mutating func succeedIfRunning() {
    if isRunning { succeed() }
  }
}
