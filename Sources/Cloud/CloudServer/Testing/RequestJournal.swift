import CloudModel
import CloudRules
import Foundation
import Synchronization

/// The newest requests that a cloud has answered: for tests, and for people who want to see the wire.
final class RequestJournal: Sendable {
  private typealias Waiter = CheckedContinuation<Void, Never>

  private struct State {
    var entries: [JournaledRequest] = []
    var bodies: Bodies
    var last: Int64 = 0
    var waiters: [Int: Waiter] = [:]
    var waiterCount = 0
    var isClosed = false

    mutating func takeWaiters() -> [Waiter] {
      defer { waiters = [:] }
      return Array(waiters.values)
    }
  }

  /// The bodies of the newest requests, as far as they are kept.
  private struct Bodies {
    /// Our choice: more than a test sends, and no burden for a machine; a body has `CloudLimits.requestBytes` at most.
    static let mostBytes = 32 << 20

    var areKept: Bool
    private var byNumber: [Int64: JournaledBody] = [:]
    private var bytes = 0

    init(areKept: Bool) { self.areKept = areKept }

    subscript(number: Int64) -> JournaledBody? { byNumber[number] }

    mutating func keep(_ body: JournaledBody, of number: Int64) {
      guard areKept else { return }
      byNumber[number] = body
      bytes += body.json.count
      guard bytes > Self.mostBytes else { return }
      // Half of them at a time, so that they are not sorted for each new one.
      for number in byNumber.keys.sorted() where bytes > Self.mostBytes / 2 { drop(number) }
    }

    mutating func drop(_ number: Int64) {
      bytes -= byNumber.removeValue(forKey: number)?.json.count ?? 0
    }

    mutating func dropAll() { (byNumber, bytes) = ([:], 0) }
  }

  /// Our choice: more than a test makes, and some megabytes at most.
  private static let capacity = 4096

  private let keepsBodiesAtFirst: Bool
  private let state: Mutex<State>

  init(keepsBodies: Bool = false) {
    keepsBodiesAtFirst = keepsBodies
    state = Mutex(State(bodies: Bodies(areKept: keepsBodies)))
  }

  /// Whether the bodies of requests are kept from now on; those that are there go when it ends.
  var keepsBodies: Bool {
    get { state.withLock(\.bodies.areKept) }
    set {
      state.withLock { state in
        state.bodies.areKept = newValue
        if !newValue { state.bodies.dropAll() }
      }
    }
  }

  /// Keeps a request, and gives it its number.
  func note(_ request: JournaledRequest, body: JournaledBody? = nil) {
    let waiters = state.withLock { state in
      state.last += 1
      var request = request
      request.number = state.last
      state.entries.append(request)
      if let body { state.bodies.keep(body, of: request.number) }
      // Half of them at a time, so that each is moved once.
      if state.entries.count > 2 * Self.capacity {
        for old in state.entries.prefix(Self.capacity) { state.bodies.drop(old.number) }
        state.entries.removeFirst(Self.capacity)
      }
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

  /// What was sent with a request; nil where it is not kept.
  func body(of number: Int64) -> JournaledBody? { state.withLock { $0.bodies[number] } }

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

  /// Forgets all requests, and keeps of new ones what it kept at the start; the numbers go on.
  func reset() {
    state.withLock { state in
      state.entries = []
      state.bodies = Bodies(areKept: keepsBodiesAtFirst)
    }
  }
}
