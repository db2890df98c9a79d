import Synchronization

/// A clock that stands until the test moves it.
package final class ManualClock: Clock {
  private struct Sleeper {
    var deadline: TestInstant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = TestInstant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var nextID = 0
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var now: TestInstant { state.withLock { $0.now } }

  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(Sleeper(deadline: deadline, continuation: continuation), as: id)
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(id)
        return state.sleepers.removeValue(forKey: id)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func enter(_ sleeper: Sleeper, as id: Int) {
    enum Outcome { case cancelled, over, asleep([CheckedContinuation<Void, Never>]) }
    let outcome = state.withLock { state -> Outcome in
      if state.cancelled.contains(id) { return .cancelled }
      if sleeper.deadline <= state.now { return .over }
      state.sleepers[id] = sleeper
      defer { state.watchers = [] }
      return .asleep(state.watchers)
    }
    switch outcome {
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .over: sleeper.continuation.resume()
    case .asleep(let watchers): for watcher in watchers { watcher.resume() }
    }
  }

  /// Moves the clock to the earliest deadline of whoever sleeps, and waits for a sleeper if there is
  /// none yet, or until the task is cancelled.
  package func advanceToNextDeadline() async {
    await waitForSleepers(1)
    let woken = state.withLock { state -> [Sleeper] in
      guard let earliest = state.sleepers.values.map(\.deadline).min() else { return [] }
      state.now = max(state.now, earliest)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return Array(due.values)
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Waits until so many sleep at a time, or the task is cancelled.
  package func waitForSleepers(_ count: Int) async {
    while state.withLock({ $0.sleepers.count < count }), !Task.isCancelled {
      await waitForSleeper(below: count)
    }
  }

  /// Waits for one more sleeper, unless there are enough or the task is cancelled.
  private func waitForSleeper(below count: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { (watcher: CheckedContinuation<Void, Never>) in
        let isOver = state.withLock { state in
          guard state.sleepers.count < count, !Task.isCancelled else { return true }
          state.watchers.append(watcher)
          return false
        }
        if isOver { watcher.resume() }
      }
    } onCancel: {
      let watchers = state.withLock { state in
        defer { state.watchers = [] }
        return state.watchers
      }
      for watcher in watchers { watcher.resume() }
    }
  }
}
