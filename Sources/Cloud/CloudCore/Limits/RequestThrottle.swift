import CloudModel
import Foundation
import Synchronization

/// Limits how often each account, or each holder of another key, may send requests.
package final class RequestThrottle: Sendable {
  fileprivate struct State {
    var rate: RequestRate?
    var buckets: [String: TokenBucket] = [:]
  }

  private let state = Mutex(State())

  /// Our choice: at this number full buckets are forgotten; if too many remain, so is the fuller
  /// half.
  fileprivate static let mostBuckets = 10_000

  package init() {}

  /// Sets the rate; another rate than before resets every bucket.
  func setRate(_ rate: RequestRate?) {
    state.withLock { state in
      guard rate != state.rate else { return }
      state = State(rate: rate)
    }
  }

  /// Counts requests of `key`, all or none.
  ///
  /// Throws `.requestRateLimited` with the seconds to wait.
  func admit(
    _ key: String, _ count: Int = 1, at date: Date,
    because reason: String = ServerErrorCode.throttled.usualReason
  ) throws(CloudError) {
    let seconds = date.timeIntervalSince1970
    let wait = state.withLock { state -> Double? in
      guard let rate = state.rate else { return nil }
      if state.buckets.count >= Self.mostBuckets { state.prune(at: seconds) }
      return state.buckets[key, default: TokenBucket(rate, at: seconds)].take(count, at: seconds)
    }
    guard let wait else { return }
    // Rounded up, so that a caller who waits this long is let in.
    throw CloudError(
      .requestRateLimited, reason, retryAfterSeconds: (wait * 1000).rounded(.up) / 1000)
  }
}

extension RequestThrottle.State {
  fileprivate mutating func prune(at seconds: Double) {
    buckets = buckets.filter { !$0.value.isFull(at: seconds) }
    guard buckets.count >= RequestThrottle.mostBuckets else { return }
    let emptiest = buckets.sorted { $0.value.level(at: seconds) < $1.value.level(at: seconds) }
    buckets = Dictionary(
      uniqueKeysWithValues: emptiest.prefix(RequestThrottle.mostBuckets / 2).map(\.self))
  }
}
