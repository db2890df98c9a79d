@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Calls of libpq and of the system that can wait without a limit: looking up a name, opening a connection that ends
/// a statement.
enum OwnThread {
  private enum State<Answer: Sendable> {
    case waiting
    case answered(Answer)
    case left
  }

  /// Runs `work` on a thread of its own, and waits for its answer until a time.
  ///
  /// The thread ends with its work, however long that takes. An answer for which nobody waits any more goes to
  /// `unwanted`.
  static func answer<Answer: Sendable>(
    by deadline: ContinuousClock.Instant, unwanted: @escaping @Sendable (Answer) -> Void,
    _ work: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let state = Shared(State<Answer>.waiting)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let answer = work()
      let isLate = state.value.withLock { state in
        if case .left = state { return true }
        state = .answered(answer)
        return false
      }
      if isLate { unwanted(answer) }
      isDone.signal()
    }
    _ = isDone.wait(timeout: DispatchTime(deadline))
    return state.value.withLock { state in
      if case .answered(let answer) = state { return answer }
      state = .left
      return nil
    }
  }
}

/// A value with a lock that several threads can hold on to.
private final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) {
    self.value = Mutex(value)
  }
}

extension DispatchTime {
  /// The same moment, as Dispatch counts.
  init(_ instant: ContinuousClock.Instant) {
    self = .now() + .milliseconds(instant.millisecondsFromNow)
  }
}

extension ContinuousClock.Instant {
  /// Milliseconds until then, rounded up, at most a day; 0 where it is over.
  var millisecondsFromNow: Int {
    let left = ContinuousClock.now.duration(to: self)
    guard left > .zero else { return 0 }
    return Int(min(left / .milliseconds(1), 86_400_000).rounded(.up))
  }
}
