import Synchronization

/// The engine's work of this process, which pauses before the process is suspended.
///
/// A process that is suspended while it has the lease would keep all others waiting, and could be in the
/// middle of a transaction.
package final class PausableWork: Sendable {
  private struct State {
    var isPaused: Bool
    /// Ends the work that goes on; nil while there is none.
    var work: AsyncStream<Never>.Continuation?
    /// Told when the work may go on, and when it has ended.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// - Parameter isPaused: whether the work begins with the first `resume` only.
  package init(isPaused: Bool = false) { state = Mutex(State(isPaused: isPaused)) }

  /// Ends the work, and returns when it has ended; nothing begins before `resume`.
  package func pause() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        state.isPaused = true
        guard let work = state.work else { return true }
        work.finish()
        state.waiters.append(continuation)
        return false
      }
      if isIdle { continuation.resume() }
    }
  }

  package func resume() { tellAll { $0.isPaused = false } }

  /// Runs `body` again and again while the work is not paused, until the task is cancelled.
  package func run(_ body: @escaping @Sendable () async -> Void) async {
    while !Task.isCancelled {
      let (end, continuation) = AsyncStream.makeStream(of: Never.self)
      let isPaused = state.withLock { state in
        if !state.isPaused { state.work = continuation }
        return state.isPaused
      }
      if isPaused {
        await resumed()
      } else {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await body() }
          group.addTask { for await _ in end {} }
          await group.next()
          group.cancelAll()
        }
        tellAll { $0.work = nil }
      }
    }
  }

  private func resumed() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if state.isPaused, !Task.isCancelled { state.waiters.append(continuation) }
          return !state.isPaused || Task.isCancelled
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      tellAll { _ in }
    }
  }

  private func tellAll(_ change: (inout sending State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
