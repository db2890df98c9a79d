import Synchronization

/// Counts the transactions and the requests of a device's engines, and ends them at one of these moments.
///
/// A dead engine writes nothing and reaches nobody. Reading leaves nothing behind, so dying at a read is
/// dying after what went before it.
final class Lifeline: Sendable {
  /// When the engine dies.
  enum Moment: Sendable, Equatable {
    case never
    /// With so many transactions done, before the next begins.
    case beforeTransaction(Int)
    /// With this transaction written, before anybody learns of it.
    case afterTransaction(Int)
    /// Before this request leaves.
    case beforeRequest(Int)
    /// With this request sent, done by the cloud, and not answered.
    case afterRequest(Int)
    /// The engine lives, and this transaction fails, as when the disk is full.
    case failingTransaction(Int)
  }

  struct DiskFull: Error {}

  private struct State {
    var transactions = 0
    var requests = 0
    var isDead = false
    var kill: (@Sendable () -> Void)?
    /// The last event, for a test that fails.
    var last = ""
  }

  let moment: Moment
  private let state = Mutex(State())

  init(_ moment: Moment = .never) { self.moment = moment }

  var isDead: Bool { state.withLock { $0.isDead } }
  var transactions: Int { state.withLock { $0.transactions } }
  var requests: Int { state.withLock { $0.requests } }
  var last: String { state.withLock { $0.last } }

  /// Makes one transaction, or dies at it.
  func transaction<R>(_ name: String, _ body: () async throws -> R) async throws -> R {
    let number = try state.withLock { state in
      guard !state.isDead else { throw CancellationError() }
      defer { state.transactions += 1 }
      return state.transactions
    }
    if moment == .beforeTransaction(number) { throw die("before \(name)") }
    if moment == .failingTransaction(number) { throw DiskFull() }
    let result = try await body()
    if moment == .afterTransaction(number) { throw die("after \(name)") }
    return result
  }

  /// Reads, unless it is dead.
  func reading<R>(_ body: () async throws -> R) async throws -> R {
    guard !isDead else { throw CancellationError() }
    return try await body()
  }

  /// The fate of a request: whether it leaves, and whether its answer comes.
  func request(_ name: String) -> (leaves: Bool, isAnswered: Bool) {
    let number = state.withLock { state -> Int? in
      guard !state.isDead else { return nil }
      defer { state.requests += 1 }
      return state.requests
    }
    guard let number else { return (false, false) }
    switch moment {
    case .beforeRequest(number):
      _ = die("before \(name)")
      return (false, false)
    case .afterRequest(number):
      // Dead only when the cloud has done it; nobody waits for the answer.
      _ = die("after \(name)")
      return (true, false)
    default: return (true, true)
    }
  }

  private func die(_ last: String) -> CancellationError {
    let kill = state.withLock { state in
      state.isDead = true
      state.last = last
      return state.kill
    }
    kill?()
    return CancellationError()
  }

  /// Runs `engine` until it is done or dies.
  func untilDeath(_ engine: @escaping @Sendable () async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      let (deaths, death) = AsyncStream.makeStream(of: Void.self)
      state.withLock { $0.kill = { death.yield() } }
      group.addTask { await engine() }
      group.addTask { for await _ in deaths { return } }
      await group.next()
      group.cancelAll()
    }
  }
}
