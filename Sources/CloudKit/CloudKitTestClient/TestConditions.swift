import CloudModel

/// What Apple's cloud makes apps wait for, and a test's cloud does not unless it is told to.
///
/// All of it goes by the cloud's clock, which `TestCloud.advance(by:)` moves.
public struct TestConditions: Sendable, Equatable {
  /// How many requests an account may make.
  public struct Throttle: Sendable, Equatable {
    public var requestsPerSecond: Double
    /// The number of requests at once after a pause.
    public var burst: Int

    public init(requestsPerSecond: Double, burst: Int) {
      self.requestsPerSecond = requestsPerSecond
      self.burst = burst
    }
  }

  /// The seconds until queries find a saved record, in every container; it can be fetched by its name at once.
  public var indexLag: Double
  /// The seconds that each query waits.
  public var queryDelay: Double
  /// Requests beyond it fail with `.requestRateLimited`; nil lets all pass.
  public var throttle: Throttle?

  public init(indexLag: Double = 0, queryDelay: Double = 0, throttle: Throttle? = nil) {
    self.indexLag = indexLag
    self.queryDelay = queryDelay
    self.throttle = throttle
  }

  var change: CloudLimitChanges {
    CloudLimitChanges(
      throttle: throttle.map { RequestRate(perSecond: $0.requestsPerSecond, burst: $0.burst) },
      endsThrottle: throttle == nil ? true : nil,
      indexLagMilliseconds: Self.milliseconds(indexLag),
      queryDelayMilliseconds: Self.milliseconds(queryDelay))
  }

  /// The cloud refuses what is out of its bounds, and so what no integer can hold.
  private static func milliseconds(_ seconds: Double) -> Int64 {
    Int64(exactly: (seconds * 1000).rounded()) ?? -1
  }
}
