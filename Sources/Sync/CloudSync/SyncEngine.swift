package import CloudModel
package import Logging
import SyncRules

/// Keeps a replica and the cloud in step: performs what `SyncMachine` decides.
///
/// One engine serves one replica. `run` and `runOnce` own everything that they start; when they
/// return, nothing is left running.
package struct SyncEngine: Sendable {
  private let container: any CloudContainer
  private let store: any SyncStore
  private let clock: any Clock<Duration>
  private let seed: UInt64
  private let logger: Logger
  private let prepareConnection: @Sendable () async -> Void

  /// An engine that has not started.
  ///
  /// `seed` seeds the jitter of the waiting times. `prepareConnection` is called before each attempt to
  /// connect, and may start the cloud.
  package init(
    container: any CloudContainer, store: any SyncStore, clock: any Clock<Duration>, seed: UInt64,
    logger: Logger, prepareConnection: @escaping @Sendable () async -> Void = {}
  ) {
    self.container = container
    self.store = store
    self.clock = clock
    self.seed = seed
    self.logger = logger
    self.prepareConnection = prepareConnection
  }

  /// Syncs until the task is cancelled.
  ///
  /// - Parameters:
  ///   - replicaChanges: One element whenever the replica was written to, by any process.
  ///   - pathChanges: One element whenever the cloud may be reachable again.
  ///   - looks: Requests of other processes for a look at the cloud.
  @concurrent package func run(
    replicaChanges: AsyncStream<Void>, pathChanges: AsyncStream<Void>? = nil,
    looks: LookRequests? = nil
  ) async {
    await drive(
      mode: .continuous, replicaChanges: replicaChanges, pathChanges: pathChanges, looks: looks)
  }

  /// Sends and fetches everything there is, or as far as the connection allows.
  ///
  /// - Returns: `.upToDate`, `.waiting` where the cloud refuses some of it, or `.offline` with the reason
  ///   why it stopped before. Where its task is cancelled, how far it has come: `.syncing` if the cloud has answered,
  ///   and `.offline` if it has not.
  @concurrent package func runOnce(looks: LookRequests? = nil) async -> SyncStatus {
    await drive(mode: .once, looks: looks)
  }

  @discardableResult
  private func drive(
    mode: SyncMachine.Mode, replicaChanges: AsyncStream<Void>? = nil,
    pathChanges: AsyncStream<Void>? = nil, looks: LookRequests? = nil
  ) async -> SyncStatus {
    // Bounded by what is in flight: the machine starts nothing twice, and changes are coalesced.
    let (inputs, inbox) = AsyncStream.makeStream(of: SyncMachine.Input.self)
    let performer = EffectPerformer(container: container, store: store, logger: logger)
    var machine = SyncMachine(mode: mode, user: container.userRecordName, seed: seed)
    var published: SyncReport?
    var listening: AsyncStream<Never>.Continuation?
    let start = clock.origin
    await recover()
    await withDiscardingTaskGroup { group in
      if let replicaChanges {
        group.addTask { for await _ in replicaChanges { inbox.yield(.replicaChanged) } }
      }
      if let pathChanges {
        group.addTask { for await _ in pathChanges { inbox.yield(.pathChanged) } }
      }
      if let looks {
        group.addTask { for await number in looks.numbers { inbox.yield(.lookAsked(number)) } }
      }
      inbox.yield(.started)
      for await input in inputs {
        logger.trace("\(input)")
        for effect in machine.handle(input, now: start.elapsed()) {
          switch effect {
          case .openChannel:
            // The task that listened before may still poll a channel that was given up; it ends here.
            listening?.finish()
            let (end, continuation) = AsyncStream.makeStream(of: Never.self)
            listening = continuation
            group.addTask { await listen(until: end, by: performer, inbox: inbox) }
          case .wake(let time):
            group.addTask {
              await start.sleep(until: time)
              inbox.yield(.woke)
            }
          case .readPendingWork:
            // The replica reads it at once, which takes less than a task.
            await performer.perform(effect).map { _ = inbox.yield($0) }
          case .fetchDatabaseChanges, .fetchInvitations, .preview,
            .fetchZoneChanges,
            .send, .carry:
            group.addTask { await performer.perform(effect).map { _ = inbox.yield($0) } }
          }
        }
        let report = machine.report(now: start.elapsed())
        if report != published {
          published = report
          await publish(report, now: start.elapsed())
        }
        if let looks, let look = machine.takeAnsweredLook(now: start.elapsed()) {
          await looks.answer(look)
        }
        if mode == .once, machine.isAtRest { break }
      }
      group.cancelAll()
    }
    guard mode == .once, Task.isCancelled, machine.status == .syncing, !machine.hasBeenServed else {
      return machine.status
    }
    return .offline(reason: "no answer in time")
  }

  /// Listens until the channel fails or the stream `end` finishes.
  private func listen(
    until end: AsyncStream<Never>, by performer: EffectPerformer,
    inbox: AsyncStream<SyncMachine.Input>.Continuation
  ) async {
    await prepareConnection()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await listen(by: performer, inbox: inbox) }
      group.addTask { for await _ in end {} }
      await group.next()
      group.cancelAll()
    }
  }

  /// Opens a notification channel and reports what arrives on it until it fails.
  private func listen(
    by performer: EffectPerformer, inbox: AsyncStream<SyncMachine.Input>.Continuation
  ) async {
    let opened = await performer.openChannel()
    inbox.yield(opened)
    guard case .channelOpened(.success(let channel)) = opened else { return }
    while !Task.isCancelled {
      do throws(CloudError) {
        let notification = try await container.nextNotification(on: channel)
        inbox.yield(notification.map { .notified($0) } ?? .notificationPollEnded)
      } catch {
        guard error.isCutPoll else {
          inbox.yield(.channelClosed(channel, error))
          return
        }
        inbox.yield(.notificationPollCut)
      }
    }
  }

  private func recover() async {
    do {
      try await store.recover()
    } catch {
      // Nothing depends on it: changes in flight are sent again in any case.
      logger.warning("the outbox could not be recovered", metadata: ["error": "\(error)"])
    }
  }

  private func publish(_ report: SyncReport, now: Duration) async {
    do {
      try await store.publish(report, now: now)
    } catch {
      logger.warning("the status could not be written", metadata: ["error": "\(error)"])
    }
  }
}
