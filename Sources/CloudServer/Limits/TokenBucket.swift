import CloudModel

/// How often somebody may ask: a bucket that fills at a steady rate and is emptied by requests.
///
/// Pure; times are seconds on any steady clock.
struct TokenBucket: Sendable, Equatable {
  private let capacity: Double
  private let refillPerSecond: Double
  private var tokens: Double
  private var lastSeconds: Double

  /// A full bucket.
  init(_ rate: RequestRate, at seconds: Double) {
    capacity = Double(rate.burst)
    refillPerSecond = rate.perSecond
    tokens = capacity
    lastSeconds = seconds
  }

  /// Whether it has nothing to remember.
  func isFull(at seconds: Double) -> Bool { level(at: seconds) >= capacity }

  /// Takes a token; where there is none, says in how many seconds there will be.
  mutating func take(at seconds: Double) -> Double? {
    tokens = level(at: seconds)
    lastSeconds = max(lastSeconds, seconds)
    guard tokens < 1 else {
      tokens -= 1
      return nil
    }
    return (1 - tokens) / refillPerSecond
  }

  private func level(at seconds: Double) -> Double {
    min(capacity, tokens + max(0, seconds - lastSeconds) * refillPerSecond)
  }
}
