import Synchronization

/// A clock on which every sleep is over at once: whoever sleeps takes the time along.
package final class SkippingClock: Clock {
  private let time = Mutex(Duration.zero)

  package init() {}

  package var now: TestInstant { TestInstant(offset: time.withLock { $0 }) }

  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {
    await Task.yield()
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline.offset) }
  }
}
