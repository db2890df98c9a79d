import ChatCore
import CloudModel
import CloudSync
import Synchronization

/// A replica under an engine that is killed at one of its transactions: before it, or after it.
final class CrashingStore: SyncStore {
  private struct State {
    var left: Int
    var kill: (@Sendable () -> Void)?
    var isDead = false
  }

  private let inner: Replica
  private let state: Mutex<State>

  /// `left` is how many transactions still work.
  init(_ inner: Replica, after left: Int) {
    self.inner = inner
    state = Mutex(State(left: left))
  }

  /// Runs `engine` until it is done or dies.
  func untilCrash(_ engine: @escaping @Sendable () async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      let (crashes, crash) = AsyncStream.makeStream(of: Void.self)
      state.withLock { $0.kill = { crash.yield() } }
      group.addTask { await engine() }
      group.addTask { for await _ in crashes { return } }
      await group.next()
      group.cancelAll()
    }
  }

  private func live<R>(_ body: () async throws -> R) async throws -> R {
    let isDead = state.withLock { state in
      state.left -= 1
      if state.left < 0 { state.isDead = true }
      return state.isDead
    }
    guard isDead else { return try await body() }
    state.withLock { $0.kill }?()
    throw CancellationError()
  }

  func survey() async throws -> SyncMachine.Survey { try await live { try await inner.survey() } }

  func changeToken(for scope: DatabaseScope) async throws -> ServerChangeToken? {
    try await live { try await inner.changeToken(for: scope) }
  }

  func apply(_ changes: DatabaseChanges, in scope: DatabaseScope) async throws {
    try await live { try await inner.apply(changes, in: scope) }
  }

  func forgetChangeToken(for scope: DatabaseScope) async throws {
    try await live { try await inner.forgetChangeToken(for: scope) }
  }

  func position(in zoneID: RecordZoneID) async throws -> ZonePosition? {
    try await live { try await inner.position(in: zoneID) }
  }

  func apply(
    _ changes: RecordZoneChanges, in zoneID: RecordZoneID, from position: ZonePosition
  ) async throws -> Bool {
    try await live { try await inner.apply(changes, in: zoneID, from: position) }
  }

  func beginResync(of zoneID: RecordZoneID) async throws {
    try await live { try await inner.beginResync(of: zoneID) }
  }

  func glance(in zoneID: RecordZoneID) async throws -> ZoneGlance? {
    try await live { try await inner.glance(in: zoneID) }
  }

  func apply(
    _ records: [Record], isComplete: Bool, in zoneID: RecordZoneID, for glance: ZoneGlance
  ) async throws {
    try await live {
      try await inner.apply(records, isComplete: isComplete, in: zoneID, for: glance)
    }
  }

  func recover() async throws { try await live { try await inner.recover() } }

  func seal(_ zoneID: RecordZoneID, reason: DatabaseChanges.Deletion.Reason) async throws {
    try await live { try await inner.seal(zoneID, reason: reason) }
  }

  func nextBatch(
    in zoneID: RecordZoneID, limit: Int, contents: OutboxBatch.Contents
  ) async throws -> OutboxBatch? {
    try await live {
      try await inner.nextBatch(in: zoneID, limit: limit, contents: contents)
    }
  }

  func settle(
    _ outcomes: [OutboxOutcome], of batch: OutboxBatch
  ) async throws -> OutboxRemainder {
    try await live { try await inner.settle(outcomes, of: batch) }
  }

  func apply(invitations: [ShareMetadata]) async throws {
    try await live { try await inner.apply(invitations: invitations) }
  }

  func publish(_ report: SyncReport, now: Duration) async throws {
    try await live { try await inner.publish(report, now: now) }
  }
}
