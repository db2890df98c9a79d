import CloudModel
import CloudWire
import Foundation
import Synchronization

/// The time of a cloud, which its administrator moves forward so that things grow old.
final class CloudClock: Sendable {
  fileprivate struct State {
    /// By how much the time is ahead of the machine's, in seconds.
    var ahead: TimeInterval = 0
    /// The time at which it stands still.
    var frozenAt: Date?
    /// Those who wait for a time, by a number of their own; each is told when the clock is changed.
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    var waitersSoFar = 0
    /// Nobody waits any longer than to the next of these: after a reset, times mean something else.
    var endsOfWaiting = 0
    var isClosed = false
  }

  /// Our choice, in seconds: every date can be written in all the forms that dates have.
  private static let mostAhead: TimeInterval = 100 * 365 * 86_400

  private let state = Mutex(State())
  private let machine: @Sendable () -> Date

  init(machine: @escaping @Sendable () -> Date) { self.machine = machine }

  var now: Date { time(onMachineAt: machine()) }

  /// The cloud's time when the machine's is `machine`.
  func time(onMachineAt machine: Date) -> Date { state.withLock { Self.now($0, machine) } }

  var response: ClockState {
    state.withLock { state in
      let machine = machine()
      let now = Self.now(state, machine)
      // The milliseconds that clients know; the sum turns -0 into 0.
      let ahead = (now.timeIntervalSince(machine) * 1000).rounded() / 1000 + 0
      return ClockState(
        now: now.millisecondsSince1970, ahead: ahead, isFrozen: state.frozenAt != nil)
    }
  }

  /// Throws `.invalidArguments` for a time before the present one: stored data would then be from the future.
  func change(_ request: ClockRequest) throws(CloudError) {
    guard request.now == nil || request.advance == nil else {
      throw CloudError(.invalidArguments, "Send ‘now’ or ‘advance’, not both.")
    }
    try state.withLock { state throws(CloudError) in
      let machine = machine()
      let present = Self.now(state, machine)
      var wanted = present
      if let milliseconds = request.now {
        wanted = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      }
      if let seconds = request.advance {
        guard seconds.isFinite else {
          throw CloudError(.invalidArguments, "‘advance’ must be a number of seconds.")
        }
        wanted = present + seconds
      }
      guard wanted.timeIntervalSince(machine) <= Self.mostAhead else {
        throw CloudError(.invalidArguments, "The time can be 100 years ahead at most.")
      }
      // Milliseconds are all that a client knows of the present.
      guard wanted >= present - 0.001 else {
        throw CloudError(
          .invalidArguments,
          "The time only goes forward. ‘reset’ puts it back, with everything else.")
      }
      let isFrozen = request.isFrozen ?? (state.frozenAt != nil)
      state.ahead = wanted.timeIntervalSince(machine)
      state.frozenAt = isFrozen ? wanted : nil
      state.tellWaiting()
    }
  }

  func reset() {
    state.withLock { state in
      (state.ahead, state.frozenAt) = (0, nil)
      state.endWaiting()
    }
  }

  /// Ends all waiting, now and later.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.endWaiting()
    }
  }

  /// Returns when this much of the cloud's time has passed, or when the clock is reset or closed.
  ///
  /// A time that stands still passes only by `change`.
  func wait(for duration: Duration) async throws {
    let (end, ends) = state.withLock {
      (Self.now($0, machine()) + (duration / .seconds(1)), $0.endsOfWaiting)
    }
    while true {
      try Task.checkCancellation()
      let (change, waiter) = AsyncStream<Void>.makeStream()
      let wait = state.withLock { state -> (number: Int, seconds: TimeInterval?)? in
        let seconds = end.timeIntervalSince(Self.now(state, machine()))
        guard seconds > 0, state.endsOfWaiting == ends, !state.isClosed else { return nil }
        state.waitersSoFar += 1
        state.waiting[state.waitersSoFar] = waiter
        return (state.waitersSoFar, state.frozenAt == nil ? seconds : nil)
      }
      guard let wait else { return }
      await withTaskGroup { group in
        group.addTask { for await _ in change {} }
        // A cancelled sleep ends the loop around this.
        if let seconds = wait.seconds {
          group.addTask { try? await Task.sleep(for: .seconds(seconds)) }
        }
        await group.next()
        group.cancelAll()
      }
      state.withLock { $0.waiting[wait.number] = nil }
    }
  }

  private static func now(_ state: State, _ machine: Date) -> Date {
    state.frozenAt ?? machine + state.ahead
  }
}

extension CloudClock.State {
  fileprivate func tellWaiting() {
    for waiter in waiting.values { waiter.finish() }
  }

  fileprivate mutating func endWaiting() {
    endsOfWaiting += 1
    tellWaiting()
  }
}
