import CloudModel

/// How long to leave something alone after failures: full jitter under a growing bound, and never
/// less than the cloud asked for.
///
/// Source: full jitter, with the base and cap that Apple's own keychain sync uses (2 s, 120 s).
struct Backoff: Sendable, Equatable {
  static let base: Duration = .seconds(2)
  static let cap: Duration = .seconds(120)
  /// Trying to connect costs the cloud nothing, so it never waits longer than at first.
  static let connectionCap = base
  /// What a person has to put right first is looked at rarely.
  static let slowCap: Duration = .seconds(1800)
  /// A `retryAfter` beyond a day is taken for a day.
  static let retryAfterLimitSeconds = 86_400.0

  private(set) var attempts = 0
  private(set) var notBefore: Duration = .zero

  mutating func fail(
    _ error: CloudError, now: Duration, cap: Duration = cap, using random: inout SplitMix64
  ) {
    attempts += 1
    let bound = min(cap, Self.base * (1 << min(attempts - 1, 10)))
    let jittered = bound * Double.random(in: 0...1, using: &random)
    notBefore = now + (Self.asked(by: error) ?? jittered)
  }

  /// How long the cloud asks to be left alone, as far as it is believed.
  static func asked(by error: CloudError) -> Duration? {
    error.retryAfterSeconds.map { .seconds(min(max($0, 0), retryAfterLimitSeconds)) }
  }

  /// Something has changed: what waits may start at `time`, where it had to wait longer.
  mutating func bringForward(to time: Duration) { notBefore = min(notBefore, time) }

  /// Waits longer, where it would have waited less.
  mutating func hold(until time: Duration) { notBefore = max(notBefore, time) }

  mutating func reset() { self = Backoff() }
}
