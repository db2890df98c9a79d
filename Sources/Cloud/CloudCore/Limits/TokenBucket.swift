import CloudModel

/// Limits how often a caller may ask: a bucket that fills at a steady rate and is emptied by
/// requests.
///
/// Pure; times are seconds on any clock. If the clock goes back, the bucket goes on filling from there.
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

  /// Whether the bucket is full, so that it may be forgotten.
  func isFull(at seconds: Double) -> Bool { level(at: seconds) >= capacity }

  /// Takes tokens; if there are too few, takes none and returns in how many seconds there will be
  /// enough.
  ///
  /// A request for more than the capacity waits until the bucket is full.
  mutating func take(_ count: Int = 1, at seconds: Double) -> Double? {
    let wanted = min(Double(count), capacity)
    tokens = level(at: seconds)
    lastSeconds = seconds
    guard tokens < wanted else {
      tokens -= wanted
      return nil
    }
    return (wanted - tokens) / refillPerSecond
  }

  func level(at seconds: Double) -> Double {
    min(capacity, tokens + max(0, seconds - lastSeconds) * refillPerSecond)
  }
}
