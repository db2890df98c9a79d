/// A moment on some clock, from which the engine counts its time.
protocol ClockOrigin: Sendable {
  func elapsed() -> Duration
  /// Returns early when the task is cancelled.
  func sleep(until time: Duration) async
}

private struct Origin<C: Clock>: ClockOrigin where C.Duration == Duration {
  var clock: C
  var start: C.Instant

  func elapsed() -> Duration { start.duration(to: clock.now) }

  func sleep(until time: Duration) async {
    // The sleep is cancelled only when the engine ends, so the error needs no handling.
    try? await clock.sleep(until: start.advanced(by: time), tolerance: nil)
  }
}

extension Clock<Duration> {
  /// This moment.
  var origin: any ClockOrigin { Origin(clock: self, start: now) }
}
