import CloudModel
import Foundation
import Synchronization

/// An `AttemptLimiter` that requests share.
final class AttemptGuard: Sendable {
  private let limiter = Mutex(AttemptLimiter())
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date) { self.now = now }

  func forget() { limiter.withLock { $0 = AttemptLimiter() } }

  /// Runs `body` as an attempt that counts from its beginning; nil is a failure, and an error does
  /// not count.
  ///
  /// Throws `.requestRateLimited` with the time to wait, and then has not run it.
  func attempt<Found>(
    _ keys: [AttemptLimiter.Key], _ body: () async throws -> Found?
  ) async throws -> Found? {
    let date = now()
    let (wait, slowest) = limiter.withLock { limiter in
      (limiter.begin(keys, at: date), limiter.slowest(of: keys, at: date))
    }
    if let wait {
      // Others at the address may have failed, and not whoever asks now.
      let place = if case .address? = slowest { " from this network" } else { "" }
      throw CloudError(
        .requestRateLimited, "Too many attempts to sign in\(place) failed. Wait and try again.",
        retryAfterSeconds: wait.rounded(.up))
    }
    var outcome = AttemptLimiter.Outcome.unchecked
    defer {
      let date = now()
      limiter.withLock { $0.end(keys, as: outcome, at: date) }
    }
    let found = try await body()
    outcome = found == nil ? .failed : .succeeded
    return found
  }
}
