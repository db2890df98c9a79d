import Foundation
import Synchronization

/// Threads of a test that block, and the first error of them.
final class Threads: Sendable {
  private let condition = NSCondition()
  private let state: Mutex<(left: Int, error: (any Error)?)>

  init(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
    state = Mutex((count, nil))
    for index in 0..<count {
      Thread.detachNewThread { [self] in
        let result = Result { try body(index) }
        condition.lock()
        state.withLock { state in
          state.left -= 1
          if case .failure(let error) = result { state.error = state.error ?? error }
        }
        condition.broadcast()
        condition.unlock()
      }
    }
  }

  /// Waits until all have ended.
  func join() throws {
    condition.lock()
    while state.withLock({ $0.left > 0 }) { condition.wait() }
    condition.unlock()
    if let error = state.withLock({ $0.error }) { throw error }
  }
}

/// Holds threads until as many as expected have come.
final class Barrier: Sendable {
  private let condition = NSCondition()
  private let missing: Mutex<Int>

  init(_ count: Int) {
    missing = Mutex(count)
  }

  func wait() {
    condition.lock()
    missing.withLock { $0 -= 1 }
    condition.broadcast()
    while missing.withLock({ $0 > 0 }) { condition.wait() }
    condition.unlock()
  }
}

/// Something that happens once.
final class Flag: Sendable {
  private let isRaised = Atomic(false)

  /// True for the first caller alone.
  func raise() -> Bool {
    isRaised.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
  }
}
