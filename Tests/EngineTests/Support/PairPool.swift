import ChatCore
import CloudModel
import SyncRules
import Synchronization
import TestSupport

/// Pairs that stand ready between tests: making one takes longer than what a test does with it.
///
/// One that a test has failed with does not come back.
final class PairPool: Sendable {
  private struct State {
    var idle: [ErrorPolicy.Role: [ServedPair]] = [:]
    var made = 0
  }

  private let state = Mutex(State())

  /// Runs `body` with a pair whose both sides see the same and have nothing waiting.
  func with(
    _ role: ErrorPolicy.Role, _ body: (ServedPair) async throws -> Void
  ) async throws {
    let (known, number) = state.withLock { state in
      if let known = state.idle[role]?.popLast() { return (known as ServedPair?, 0) }
      state.made += 1
      return (nil, state.made)
    }
    let pair: ServedPair
    if let known { pair = known } else { pair = try await .make("pair\(number)", actingAs: role) }
    try await body(pair)
    guard try await pair.isAtRest() else { return }
    state.withLock { $0.idle[role, default: []].append(pair) }
  }

  func empty() { state.withLock { $0.idle = [:] } }
}
