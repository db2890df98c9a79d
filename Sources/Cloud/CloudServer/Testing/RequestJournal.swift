import CloudModel
import CloudRules
import Foundation
import Synchronization

/// The newest requests that a cloud has answered: for tests, and for people who want to see the wire.
final class RequestJournal: Sendable {
  private typealias Waiter = CheckedContinuation<Void, Never>

  private struct State {
    var entries: [JournaledRequest] = []
    var last: Int64 = 0
    var waiters: [Int: Waiter] = [:]
    var waiterCount = 0
    var isClosed = false

    mutating func takeWaiters() -> [Waiter] {
      defer { waiters = [:] }
      return Array(waiters.values)
    }
  }

  /// Our choice: more than a test makes, and some megabytes at most.
  private static let capacity = 4096

  private let state = Mutex(State())

  /// Keeps a request, and gives it its number.
  func note(_ request: JournaledRequest) {
    let waiters = state.withLock { state in
      state.last += 1
      var request = request
      request.number = state.last
      state.entries.append(request)
      // Half of them at a time, so that each is moved once.
      if state.entries.count > 2 * Self.capacity { state.entries.removeFirst(Self.capacity) }
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// The requests after a number, oldest first, as far as they are still known.
  func requests(after number: Int64, limit: Int) -> [JournaledRequest] {
    state.withLock { state in
      guard let first = state.entries.first?.number else { return [] }
      // The numbers have no gaps.
      return Array(state.entries.dropFirst(Int(max(0, number - first + 1))).prefix(limit))
    }
  }

  /// The number of the newest request; 0 before the first.
  var last: Int64 { state.withLock(\.last) }

  /// The wanted requests before a number, newest first.
  func newest(
    before number: Int64, limit: Int, where isWanted: (JournaledRequest) -> Bool
  ) -> [JournaledRequest] {
    let entries = state.withLock(\.entries)
    var found: [JournaledRequest] = []
    for request in entries.reversed() where request.number < number && isWanted(request) {
      found.append(request)
      if found.count == limit { break }
    }
    return found
  }

  /// Returns when there is a request after a number, or `hold` is over.
  func wait(after number: Int64, hold: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.next(after: number) }
      group.addTask { try? await Task.sleep(for: hold) }  // Cancelled means that there is one.
      await group.next()
      group.cancelAll()
    }
  }

  private func next(after number: Int64) async {
    let id = state.withLock { state in
      state.waiterCount += 1
      return state.waiterCount
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isOver = state.withLock { state in
          guard (state.entries.last?.number ?? 0) <= number, !state.isClosed, !Task.isCancelled
          else { return true }
          state.waiters[id] = waiter
          return false
        }
        if isOver { waiter.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }

  /// Ends all waiting; from then on nothing is waited for.
  func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Forgets all requests; the numbers go on.
  func clear() { state.withLock { $0.entries = [] } }
}
