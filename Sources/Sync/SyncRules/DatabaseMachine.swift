import CloudModel

/// One database: the fetch of its feed of changes, the time until which no request may be sent to
/// it, and the largest batch that it accepts.
///
/// ```
///   idle ──wanted──▶ wanted ──start──▶ running ──page, more coming──▶ wanted
///    ▲                  ▲                 │ │
///    │                  └── failed ───────┘ │   (waits)
///    └───────────── last page ──────────────┘
/// ```
///
/// Invariants:
/// 1. At most one fetch of the feed runs.
/// 2. `heldUntil` only grows: a success of other work does not end the hold early.
/// 3. `ceiling` is between 1 and what the protocol allows; it is halved by `.limitExceeded` and
///    grows slowly with what is accepted.
/// 4. After a throttle, writes of low priority wait longer than everything else.
struct DatabaseMachine: Sendable {
  enum Input: Sendable {
    case feedWanted
    case fetched(Result<SyncMachine.DatabaseReport, SyncFailure>)
    /// A call about anything in this database failed.
    case failed(SyncFailure)
    /// The cloud has served a request in this database.
    case served
    /// A batch of this many records was accepted, or the cloud called it too large.
    case accepted(Int)
    case tooLarge(Int)
    /// The owner's storage is full.
    case outOfQuota(SyncFailure)
  }

  /// The additional time for which writes of low priority wait after a throttle.
  static let lowPriorityHold: Duration = .seconds(60)
  /// A full batch that was accepted raises the ceiling by this many records.
  static let ceilingStep = 5

  private(set) var feed = Lane()
  private(set) var heldUntil: Duration = .zero
  /// The reason why the database is held.
  private(set) var holdReason = ""
  private(set) var ceiling = CloudLimits.operationsPerRequest
  private(set) var quotaBackoff = Backoff()
  private var backoff = Backoff()
  private var lowPriorityHeldUntil: Duration = .zero

  /// Takes in one fact.
  mutating func handle(_ input: Input, now: Duration, using random: inout SplitMix64) {
    switch input {
    case .feedWanted:
      feed.want()
    case .fetched(.success(let report)):
      feed.succeed()
      backoff.reset()
      if report.moreComing { feed.want() }
    case .fetched(.failure(let error)):
      switch error.reach {
      case .stopped, .suspended, .offline: feed.interrupt()
      case .database, .zone: feed.fail(error, now: now, using: &random)
      }
    case .failed(let error):
      hold(after: error, now: now, using: &random)
    case .served:
      backoff.reset()
    case .accepted(let count):
      if count >= ceiling {
        ceiling = min(ceiling + Self.ceilingStep, CloudLimits.operationsPerRequest)
      }
      quotaBackoff.reset()
    case .tooLarge(let count):
      ceiling = max(1, min(ceiling, count) / 2)
      precondition(
        (1...CloudLimits.operationsPerRequest).contains(ceiling),
        "DatabaseMachine 3: the ceiling is out of bounds")
    case .outOfQuota(let error):
      quotaBackoff.fail(error, now: now, cap: Backoff.slowCap, using: &random)
    }
  }

  /// The replica may be usable again.
  mutating func retryLocalFailures(_ retry: Lane.LocalRetry) { feed.retryIfLocal(retry) }

  /// Leaves the feed for another engine.
  mutating func abandonFeed() { feed.abandon() }

  mutating func start(at now: Duration) -> Bool { !isHeld(at: now) && feed.start(at: now) }

  func isHeld(at now: Duration) -> Bool { heldUntil > now }

  func holdsLowPriority(at now: Duration) -> Bool { lowPriorityHeldUntil > now }

  /// The times at which waiting work in this database may start.
  var wakeTimes: [Duration] {
    [heldUntil, lowPriorityHeldUntil, quotaBackoff.notBefore] + [feed.startTime].compactMap(\.self)
  }

  /// Holds the whole database if the cloud says how long to wait, or throttles without saying how
  /// long.
  private mutating func hold(
    after error: SyncFailure, now: Duration, using random: inout SplitMix64
  ) {
    let isThrottle = error.reach == .database
    var until = now
    if let asked = Backoff.asked(by: error) {
      until = now + asked
    } else if isThrottle {
      backoff.fail(error, now: now, using: &random)
      until = backoff.notBefore
    }
    let before = heldUntil
    defer { precondition(heldUntil >= before, "DatabaseMachine 2: a hold ends early") }
    if until > heldUntil {
      heldUntil = until
      holdReason = error.clause
    }
    if isThrottle {
      lowPriorityHeldUntil = max(lowPriorityHeldUntil, until + Self.lowPriorityHold)
      precondition(lowPriorityHeldUntil > until, "DatabaseMachine 4: low priority does not wait")
    }
  }
}
