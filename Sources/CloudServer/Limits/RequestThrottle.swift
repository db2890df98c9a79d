import CloudModel
import Foundation
import Synchronization

/// Limits how often each account may ask.
final class RequestThrottle: Sendable {
  private struct State {
    var rate: RequestRate?
    var buckets: [String: TokenBucket] = [:]
  }

  private let state = Mutex(State())

  /// Our choice: above it those that are full again are forgotten.
  private static let mostBuckets = 10_000

  /// Begins anew where the rate is another one.
  func setRate(_ rate: RequestRate?) {
    state.withLock { state in
      guard rate != state.rate else { return }
      state = State(rate: rate)
    }
  }

  /// Counts one request of `user`.
  ///
  /// Throws `.requestRateLimited` with the seconds to wait.
  func admit(_ user: String, at date: Date) throws(CloudError) {
    let seconds = date.timeIntervalSince1970
    let wait = state.withLock { state -> Double? in
      guard let rate = state.rate else { return nil }
      if state.buckets.count >= Self.mostBuckets {
        state.buckets = state.buckets.filter { !$0.value.isFull(at: seconds) }
      }
      return state.buckets[user, default: TokenBucket(rate, at: seconds)].take(at: seconds)
    }
    guard let wait else { return }
    // Rounded up, so that whoever waits so long is let in.
    throw CloudError(
      .requestRateLimited, ServerErrorCode.throttled.usualReason,
      retryAfterSeconds: (wait * 1000).rounded(.up) / 1000)
  }
}
