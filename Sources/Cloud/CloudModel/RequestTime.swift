/// The time limits that an app has set for the requests of the current task.
package struct RequestTime: Sendable, Equatable {
  @TaskLocal package static var current = RequestTime()

  /// The longest time of one request without a transfer of bytes; nil leaves it to the client.
  package var request: Duration?
  /// The time at which all work of one call must have ended.
  package var deadline: ContinuousClock.Instant?

  package init(request: Duration? = nil, deadline: ContinuousClock.Instant? = nil) {
    self.request = request
    self.deadline = deadline
  }

  /// The longest time of a request that usually may take `usual`.
  package func forRequest(usually usual: Duration) -> Duration { shortened(request ?? usual) }

  /// The longest time of a transfer of bytes that usually may take `usual`.
  package func forTransfer(usually usual: Duration) -> Duration { shortened(usual) }

  /// Whether the deadline has passed.
  package var isOver: Bool { deadline.map { $0 <= .now } ?? false }

  /// A time, or less where the deadline comes before its end.
  package func shortened(_ time: Duration) -> Duration {
    guard let deadline else { return time }
    return max(.zero, min(time, ContinuousClock.now.duration(to: deadline)))
  }
}
