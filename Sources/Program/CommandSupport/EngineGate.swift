import Synchronization

/// Tells whether this process may be the engine: not while it is about to be stopped.
///
/// A process that is stopped while it has the lease would keep all others waiting, and could be in the
/// middle of a transaction.
package final class EngineGate: Sendable {
  private struct State {
    var isOpen = true
    /// Ends the work that goes on; nil while there is none.
    var work: AsyncStream<Never>.Continuation?
    /// Told when the seat is opened again, and when the work has ended.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Ends the work, and returns when it has ended; nothing begins before `open`.
  package func close() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        state.isOpen = false
        guard let work = state.work else { return true }
        work.finish()
        state.waiters.append(continuation)
        return false
      }
      if isIdle { continuation.resume() }
    }
  }

  package func open() { tellAll { $0.isOpen = true } }

  /// Runs `body` again and again while the seat is open, until the task is cancelled.
  package func run(_ body: @escaping @Sendable () async -> Void) async {
    while !Task.isCancelled {
      let (end, continuation) = AsyncStream.makeStream(of: Never.self)
      let isOpen = state.withLock { state in
        if state.isOpen { state.work = continuation }
        return state.isOpen
      }
      if isOpen {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await body() }
          group.addTask { for await _ in end {} }
          await group.next()
          group.cancelAll()
        }
        tellAll { $0.work = nil }
      } else {
        await opened()
      }
    }
  }

  private func opened() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen, !Task.isCancelled { state.waiters.append(continuation) }
          return state.isOpen || Task.isCancelled
        }
        if isOpen { continuation.resume() }
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
