import ChatCore
import ChatModel
package import CloudModel
import CloudSync
import Foundation
import SyncRules
import Synchronization

/// Many processes use one replica, and one of them runs its engine: taking turns, and asking that
/// engine.
extension Session {
  /// Keeps this process's view fresh, and syncs whenever this process has the lease, while `body` runs.
  ///
  /// `body` pauses this process's engine before the process is suspended, and resumes it when the process goes on.
  /// `isAttended` says that a person looks at this process, so that the profile's agent leaves the lease to it.
  package func whileSyncing<Success: Sendable>(
    isAttended: Bool = false, beginsPaused: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (PausableWork) async throws -> Success
  ) async throws -> Success {
    let work = PausableWork(isPaused: beginsPaused)
    // Ends with this scope, however it is left.
    async let _: Void = keepInStep(work, isAttended: isAttended)
    return try await body(work)
  }

  /// The same for a command that runs until it is stopped: Ctrl+Z ends its engine first.
  package func whileSyncing<Success: Sendable>(
    isAttended: Bool = false, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Success
  ) async throws -> Success {
    try await whileSyncing(isAttended: isAttended) { work in
      async let _: Void = StopRequests.serve(
        prepare: { await work.pause() }, resume: { work.resume() })
      return try await body()
    }
  }

  @concurrent private func keepInStep(_ work: PausableWork, isAttended: Bool) async {
    let replica = repository.replica
    // A replica that cannot be written is not synced.
    if replica.obstacle != nil { return }
    await withDiscardingTaskGroup { group in
      group.addTask { await replica.watchOtherProcesses() }
      group.addTask { await learnServer() }
      group.addTask { await followMembers() }
      group.addTask { await replica.probeFailedWrites(every: .seconds(5), on: Live.clock) }
      group.addTask {
        await work.run {
          let attendance = isAttended ? profile.attendance.begin() : nil
          await syncWithLease()
          withExtendedLifetime(attendance) {}
        }
      }
    }
  }

  /// Makes the next list of an own sealed chat when this device sees that somebody has left it, or came by its link.
  private func followMembers() async {
    // Where the replica cannot be read, or the cloud not asked, the next change of the members makes up for it.
    try? await {
      for try await zones in sharing.chatsToList() where !zones.isEmpty {
        try? await sharing.listMembers()
      }
    }()
  }

  /// Waits for the lease, and syncs for as long as this process has it.
  private func syncWithLease() async {
    let replica = repository.replica
    do {
      guard let lease = try await LeaseTaker(of: profile, replica).wait(.ample) else { return }
      _ = await lease.whileHeld { looks in
        await engine(for: lease).run(
          replicaChanges: replica.changes(), pathChanges: pathChanges(), looks: looks)
      }
    } catch {
      // For example, the disk is full. This is tried again; a command or window of the person
      // reports the failure. The sleep is cancelled only at the end, so its error needs no
      // handling.
      try? await Task.sleep(for: .seconds(5))
    }
  }

  /// Sends and fetches what there is, for `limit` at most.
  ///
  /// If another process is the engine, it is asked to do that; if it does not answer, this process becomes
  /// the engine.
  @discardableResult
  package func syncOnce(limit: Duration) async throws -> SyncStatus {
    if let obstacle = repository.replica.obstacle { throw obstacle }
    let taker = LeaseTaker(of: profile, repository.replica)
    let deadline = Live.clock.now + limit
    var lease = try await taker.tryTake()
    while true {
      let rest = deadline - Live.clock.now
      guard rest > .zero else { return .syncing }
      if let held = lease {
        if let status = try await syncOnce(with: held, limit: rest) { return status }
        lease = nil
      } else {
        switch try await waitFor(taker, limit: rest) {
        case .looked(let status): return status
        case .taken(let taken): lease = taken
        }
      }
    }
  }

  /// Syncs like `syncOnce` after something was written; a `ChatError` becomes the status `.offline`.
  ///
  /// The replica keeps what was written and the engine sends it later, so the command has not
  /// failed.
  package func syncAfterWriting(limit: Duration = .seconds(5)) async throws -> SyncStatus {
    do {
      return try await syncOnce(limit: limit)
    } catch let error as ChatError {
      return .offline(reason: error.description.trimmingCharacters(in: ["."]))
    }
  }

  /// Nil where another engine has begun meanwhile.
  private func syncOnce(with lease: Lease, limit: Duration) async throws -> SyncStatus? {
    do throws(Failure) {
      try ensureCloud()
    } catch {
      let status = SyncStatus.offline(reason: error.message.trimmingCharacters(in: ["."]))
      try await lease.replica.publish(SyncReport(status: status), now: .zero)
      return status
    }
    let engine = engine(for: lease)
    // Where the time is over first: how far the engine has come.
    let reached = Mutex(SyncStatus.syncing)
    return try await withDeadline(limit) {
      await lease.whileHeld { looks in
        let status = await engine.runOnce(looks: looks)
        reached.withLock { $0 = status }
        return status
      }
    } ?? reached.withLock(\.self)
  }

  /// The result of asking the engine of another process.
  private enum WaitResult {
    /// It has looked at the cloud, or it was not done in time.
    case looked(SyncStatus)
    /// It has ended, or does not answer.
    case taken(Lease)
  }

  private func waitFor(_ taker: LeaseTaker, limit: Duration) async throws -> WaitResult {
    let replica = repository.replica
    let question = try await replica.askEngine(for: .look)
    let lease: Lease? = try await withThrowingTaskGroup(of: Lease?.self) { group in
      group.addTask { try await taker.wait(.none) }
      group.addTask {
        _ = try await replica.engine(within: limit) { $0.looked >= question }
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
    if let lease { return .taken(lease) }
    guard try await replica.leaseState().looked >= question else { return .looked(.syncing) }
    let status = try await repository.currentConnectionStatus()
    if let obstacle = status.sync.obstacle { return .looked(.offline(reason: obstacle)) }
    if status.sync.state == .waiting { return .looked(status.sync) }
    return .looked(status.queuedCount == 0 ? .upToDate : .syncing)
  }
}

/// Runs `body` until it is done or `limit` is over; returns nil in the second case.
///
/// `body` ends when its task is cancelled.
package func withDeadline<Success: Sendable>(
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

/// Returns when the task is cancelled.
package func untilCancelled() async {
  for await _ in AsyncStream<Never>.makeStream().stream {}
}
