import Foundation
import Synchronization

/// Tracks since when the cloud has had no request.
///
/// A held poll counts as a request.
final class IdleTracker: Sendable {
  private struct State {
    var underWay = 0
    var lastEnd: Date
    var listeners: [AsyncStream<Void>.Continuation] = []
  }

  private let state: Mutex<State>
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date) {
    self.now = now
    state = Mutex(State(lastEnd: now()))
  }

  /// Nil while a request is under way.
  var idleSince: Date? { state.withLock { $0.underWay == 0 ? $0.lastEnd : nil } }

  func requestBegan() { state.withLock { $0.underWay += 1 } }

  func requestEnded() {
    state.withLock {
      $0.underWay -= 1
      $0.lastEnd = now()
      for listener in $0.listeners { listener.yield() }
    }
  }

  /// Returns a stream with an element after each request; one element stands for all requests that end before it is
  /// taken.
  ///
  /// Work that is needed only after use waits for this stream, so that an idle cloud sleeps.
  func uses() -> AsyncStream<Void> {
    let (uses, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.listeners.append(listener) }
    return uses
  }
}
