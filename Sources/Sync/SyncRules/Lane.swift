import CloudModel

/// One kind of work that may be wanted, running, or waiting for a better time.
struct Lane: Sendable, Equatable {
  private(set) var isWanted = false
  private(set) var isRunning = false
  /// The earliest start of work that is not urgent.
  private var earliest: Duration = .zero
  private(set) var backoff = Backoff()
  private var lastFailure: SyncFailure?
  private var failedAt: Duration = .zero
  /// Whether the work is left for another engine.
  private(set) var isAbandoned = false

  /// The reason why the work failed last; empty if it has not failed since it last succeeded.
  var failure: String { lastFailure?.clause ?? "" }

  var isIdle: Bool { !isWanted && !isRunning }

  /// When the wanted work may start; nil if none waits.
  var startTime: Duration? {
    isWanted && !isRunning ? max(backoff.notBefore, earliest) : nil
  }

  /// Whether the work is abandoned, or has failed repeatedly without success.
  ///
  /// A single failure is not reported.
  var isInTrouble: Bool {
    isAbandoned || backoff.attempts >= Self.troubleAttempts && !isIdle
  }

  /// Whether the work waits for a time, has failed since it last succeeded, or is abandoned.
  var isDelayed: Bool { isAbandoned || backoff != Backoff() || startTime ?? .zero > .zero }

  static let troubleAttempts = 2

  /// Asks for the work, at once or not before `time`; an earlier request keeps its earlier time.
  mutating func want(notBefore time: Duration = .zero) {
    guard !isAbandoned else { return }
    earliest = isWanted ? min(earliest, time) : time
    isWanted = true
  }

  /// Begins the wanted work if it may start now; returns whether it did.
  mutating func start(at now: Duration) -> Bool {
    guard let startTime, startTime <= now else { return false }
    isWanted = false
    isRunning = true
    return true
  }

  /// The work succeeded; if it was asked for again meanwhile, it stays wanted.
  mutating func succeed() {
    isRunning = false
    lastFailure = nil
    backoff.reset()
  }

  /// Drops the work, and ignores requests for it as long as this engine runs.
  mutating func abandon() {
    isWanted = false
    isAbandoned = true
  }

  /// The work failed: it is wanted again, later.
  mutating func fail(
    _ error: SyncFailure, now: Duration, cap: Duration = Backoff.cap,
    using random: inout SplitMix64
  ) {
    postpone(error, now: now, cap: cap, using: &random)
    isWanted = true
  }

  /// The cloud can be reached again: waiting work may start at `now`.
  mutating func bringForward(to now: Duration) { backoff.bringForward(to: now) }

  /// How soon work is tried again that failed because the replica could not be used.
  enum LocalRetry: Sendable {
    /// As if it had never failed: somebody waits for it.
    case anew
    /// `localPause` after the failure: something was written, which may be a note of the engine itself.
    case soon
  }

  /// Our choice: a person who has freed space does not notice it, and nothing is tried without a pause.
  static let localPause: Duration = .seconds(1)

  /// The replica may be usable again: work that failed because of it starts again.
  mutating func retryIfLocal(_ retry: LocalRetry) {
    guard lastFailure?.isLocal == true else { return }
    switch retry {
    case .anew: backoff.reset()
    case .soon: backoff.bringForward(to: failedAt + Self.localPause)
    }
  }

  /// The work ended without an answer that counts: it is tried again when the cloud can be reached.
  mutating func interrupt() {
    isRunning = false
    isWanted = true
  }

  /// The work failed, although some of it was done: the rest waits.
  mutating func postpone(
    _ error: SyncFailure, now: Duration, cap: Duration = Backoff.cap,
    using random: inout SplitMix64
  ) {
    isRunning = false
    (lastFailure, failedAt) = (error, now)
    backoff.fail(error, now: now, cap: cap, using: &random)
  }
}
