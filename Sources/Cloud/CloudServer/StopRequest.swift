import Synchronization

/// The wish that a host ends, which anybody may have, more than once.
final class StopRequest: Sendable {
  private let isMadeFlag = Atomic(false)
  private let requests: AsyncStream<Void>
  private let request: AsyncStream<Void>.Continuation

  /// Two are kept: the first, and another that ends the time in between.
  init() { (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(2)) }

  var isMade: Bool { isMadeFlag.load(ordering: .relaxed) }

  func make() {
    isMadeFlag.store(true, ordering: .relaxed)
    request.yield()
  }

  /// Waits for the next request; returns at once after `finish`.
  func wait() async {
    for await _ in requests { return }
  }

  /// Waits for this long, or until it is asked for again.
  func wait(for duration: Duration, clock: any Clock<Duration> = ContinuousClock()) async {
    guard duration > .zero else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.wait() }
      group.addTask {
        try? await clock.sleep(for: duration)  // Cancelled means that it was asked for again.
      }
      await group.next()
      group.cancelAll()
    }
  }

  func finish() { request.finish() }
}
