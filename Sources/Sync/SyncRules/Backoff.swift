package import CloudModel

/// The time for which to leave something alone after failures.
///
/// It is chosen with full jitter under a growing bound, and is never shorter than the cloud asked for.
///
/// Source: full jitter, with the base and cap that Apple's own keychain sync uses (2 s, 120 s).
package struct Backoff: Sendable, Equatable {
  static let base: Duration = .seconds(2)
  package static let cap: Duration = .seconds(120)
  /// Trying to connect costs the cloud nothing, so that wait never grows beyond `base`.
  static let connectionCap = base
  /// For problems that rarely end by themselves; most of them a person has to solve first.
  static let slowCap: Duration = .seconds(1800)
  /// For failures of the replica: a person who has freed space does not wait long.
  ///
  /// Our choice.
  static let localCap: Duration = .seconds(30)
  /// A `retryAfter` of more than a day counts as a day.
  static let retryAfterLimitSeconds = 86_400.0

  package private(set) var attempts = 0
  package private(set) var notBefore: Duration = .zero

  package init() {}

  package mutating func fail(
    _ error: SyncFailure, now: Duration, cap: Duration = cap, using random: inout SplitMix64
  ) {
    attempts += 1
    let bound = min(error.isLocal ? Self.localCap : cap, Self.base * (1 << min(attempts - 1, 10)))
    let jittered = bound * Double.random(in: 0...1, using: &random)
    notBefore = now + (Self.asked(by: error) ?? jittered)
  }

  /// The time that the cloud asks the engine to wait, up to `retryAfterLimitSeconds`.
  package static func asked(by error: SyncFailure) -> Duration? {
    error.retryAfterSeconds.map { .seconds(min(max($0, 0), retryAfterLimitSeconds)) }
  }

  /// Something has changed: ends the wait at `time` if it would have lasted longer.
  package mutating func bringForward(to time: Duration) { notBefore = min(notBefore, time) }

  /// Extends the wait to `time` if it would have ended earlier.
  package mutating func hold(until time: Duration) { notBefore = max(notBefore, time) }

  package mutating func reset() { self = Backoff() }
}
