import ChatCore
import CloudSync
import Foundation

/// One engine a replica, any number of processes: who syncs, and what the others do meanwhile.
extension Session {
  /// Keeps this process's view fresh and syncs as soon as no other process does, while `body` runs.
  func whileSyncing<Success: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Success
  ) async throws -> Success {
    let leadership = try Leadership(directory: profile.directory)
    // Ends with this scope, however it is left.
    async let _: Void = keepInStep(leadership)
    return try await body()
  }

  @concurrent private func keepInStep(_ leadership: Leadership) async {
    let replica = repository.replica
    let engine = engine()
    await withDiscardingTaskGroup { group in
      group.addTask { await replica.watchOtherProcesses() }
      group.addTask {
        guard let holding = await leadership.wait() else { return }
        await engine.run(replicaChanges: replica.changes(), pathChanges: pathChanges())
        withExtendedLifetime(holding) {}
      }
    }
  }

  /// Sends and fetches what there is, for `limit` at most.
  ///
  /// Where another process is the engine, it does that by itself, and this returns when the queue
  /// is empty or the engine is offline.
  @discardableResult
  func syncOnce(limit: Duration) async throws -> SyncStatus {
    guard let holding = try LeaderLock(directory: profile.directory).tryAcquire() else {
      return try await followLeader(limit: limit)
    }
    defer { withExtendedLifetime(holding) {} }
    do throws(Failure) {
      try ensureCloud()
    } catch {
      let status = SyncStatus.offline(reason: error.message.trimmingCharacters(in: ["."]))
      try await repository.replica.publish(SyncReport(status: status), now: .zero)
      return status
    }
    let engine = engine()
    return try await withDeadline(limit) { await engine.runOnce() }
      ?? .offline(reason: "no answer in time")
  }

  private func followLeader(limit: Duration) async throws -> SyncStatus {
    let repository = repository
    let settled = try await withDeadline(limit) {
      try await withThrowingTaskGroup(of: SyncStatus?.self) { group in
        group.addTask {
          await repository.replica.watchOtherProcesses()
          return nil
        }
        group.addTask {
          for try await status in repository.connectionStatus() {
            if let reason = status.state.obstacle { return .offline(reason: reason) }
            guard status.queuedCount == 0 else { continue }
            if case .waiting(let reason) = status.state { return .waiting(reason: reason) }
            if status.state == .upToDate { return .upToDate }
          }
          return nil
        }
        for try await status in group {
          guard let status else { continue }
          group.cancelAll()
          return status
        }
        return SyncStatus.syncing
      }
    }
    return settled ?? .syncing
  }
}

/// Runs `body` until it is done or `limit` is over; nil then.
///
/// `body` ends when its task is cancelled.
func withDeadline<Success: Sendable>(
  _ limit: Duration, _ body: @escaping @Sendable () async throws -> Success
) async throws -> Success? {
  try await withThrowingTaskGroup(of: Success?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      // Cancelled when the body is done first.
      try? await Task.sleep(for: limit)
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
