import CloudModel
import Foundation
import Synchronization

/// An `AttemptLimiter` that requests share.
final class AttemptGuard: Sendable {
  private let limiter = Mutex(AttemptLimiter())
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date) { self.now = now }

  /// Throws `.requestRateLimited` with the time to wait.
  func check(_ keys: [AttemptLimiter.Key]) throws(CloudError) {
    let date = now()
    guard let wait = limiter.withLock({ $0.wait(for: keys, at: date) }) else { return }
    throw CloudError(
      .requestRateLimited, "Too many attempts to sign in failed; wait and try again.",
      retryAfterSeconds: wait.rounded(.up))
  }

  func failed(_ keys: [AttemptLimiter.Key]) {
    let date = now()
    limiter.withLock { $0.failed(keys, at: date) }
  }

  func succeeded(_ keys: [AttemptLimiter.Key]) {
    for case .name(let name) in keys { limiter.withLock { $0.succeeded(name: name) } }
  }
}
