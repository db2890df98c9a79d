package import Foundation
import Synchronization

/// The clocks that a session works with: the machine's, or ones that can be moved.
package struct SessionTime: Sendable {
  /// Measures the engine's waiting times.
  package var clock: any Clock<Duration>
  package var now: @Sendable () -> Date

  package static let live = SessionTime(clock: Live.clock, now: Live.now)
}

/// A clock ahead of the machine's by a time that grows on demand: sleeps that are due then end at once.
package final class MovableTime: Clock, Sendable {
  package struct Instant: InstantProtocol {
    fileprivate var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct State {
    var ahead: Duration = .zero
    /// By how much the wall clock is wrong.
    var skew: Duration = .zero
    /// One for each sleep, told when the clock has moved.
    var sleepers: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastSleeper = 0
  }

  private let state = Mutex(State())
  private let start = Live.clock.now

  package init() {}

  package var time: SessionTime {
    SessionTime(clock: self) { [self] in
      let ahead = state.withLock { $0.ahead + $0.skew }
      return Live.now().addingTimeInterval(ahead / .seconds(1))
    }
  }

  package var now: Instant {
    Instant(offset: start.duration(to: Live.clock.now) + state.withLock { $0.ahead })
  }

  package var minimumResolution: Duration { Live.clock.minimumResolution }

  /// Moves the clock forward.
  package func advance(by time: Duration) {
    let sleepers = state.withLock { state in
      state.ahead += time
      return Array(state.sleepers.values)
    }
    for sleeper in sleepers { sleeper.yield() }
  }

  /// Makes the wall clock wrong by this much.
  package func skew(by time: Duration) { state.withLock { $0.skew = time } }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (moves, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastSleeper += 1
      state.sleepers[state.lastSleeper] = continuation
      return state.lastSleeper
    }
    defer { state.withLock { $0.sleepers[id] = nil } }
    while case let left = now.duration(to: deadline), left > .zero {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await Live.clock.sleep(for: left, tolerance: tolerance) }
        group.addTask { for await _ in moves { return } }
        defer { group.cancelAll() }
        try await group.next()
      }
      try Task.checkCancellation()
    }
  }
}
