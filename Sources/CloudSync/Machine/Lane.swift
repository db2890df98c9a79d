import CloudModel

/// One kind of work that may be wanted, running, or waiting for a better time.
struct Lane: Sendable, Equatable {
  private(set) var isWanted = false
  private(set) var isRunning = false
  /// What is wanted for no hurry may be put off.
  private var earliest: Duration = .zero
  private(set) var backoff = Backoff()
  /// Why it failed last; empty where it has not failed since it last succeeded.
  private(set) var failure = ""
  /// Whether the work is left for another engine.
  private(set) var isAbandoned = false

  var isIdle: Bool { !isWanted && !isRunning }

  /// When what is wanted may start; nil where nothing waits.
  var startTime: Duration? {
    isWanted && !isRunning ? max(backoff.notBefore, earliest) : nil
  }

  /// Whether it has failed again and again, until it succeeds: a first failure is nobody's business.
  var isInTrouble: Bool {
    isAbandoned || backoff.attempts >= Self.troubleAttempts && !isIdle
  }

  static let troubleAttempts = 2

  /// Wants the work, at once or not before `time`; never later than it was wanted already.
  mutating func want(notBefore time: Duration = .zero) {
    guard !isAbandoned else { return }
    earliest = isWanted ? min(earliest, time) : time
    isWanted = true
  }

  /// Begins what is wanted, if nothing stands against it.
  mutating func start(at now: Duration) -> Bool {
    guard let startTime, startTime <= now else { return false }
    isWanted = false
    isRunning = true
    return true
  }

  /// The work was done; what was wanted since is still wanted.
  mutating func succeed() {
    isRunning = false
    failure = ""
    backoff.reset()
  }

  /// Nobody wants the work any more, as long as this engine runs.
  mutating func abandon() {
    isWanted = false
    isAbandoned = true
  }

  /// The work failed: it is wanted again, later.
  mutating func fail(
    _ error: CloudError, now: Duration, cap: Duration = Backoff.cap,
    using random: inout SplitMix64
  ) {
    postpone(error, now: now, cap: cap, using: &random)
    isWanted = true
  }

  /// There is a way again: what waits may start at `now`.
  mutating func bringForward(to now: Duration) { backoff.bringForward(to: now) }

  /// The work ended without an answer that counts: it is wanted again when there is a way.
  mutating func interrupt() {
    isRunning = false
    isWanted = true
  }

  /// The work waits, although some of it was done.
  mutating func postpone(
    _ error: CloudError, now: Duration, cap: Duration = Backoff.cap,
    using random: inout SplitMix64
  ) {
    isRunning = false
    failure = error.clause
    backoff.fail(error, now: now, cap: cap, using: &random)
  }
}
