package import CloudModel
package import Logging

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
  /// `seed` is that of the jitter in waiting times. `prepareConnection` is called before each attempt to
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
  /// - Parameter replicaChanges: One element whenever the replica was written to, by any process.
  @concurrent package func run(replicaChanges: AsyncStream<Void>) async {
    await drive(mode: .continuous, replicaChanges: replicaChanges)
  }

  /// Sends and fetches everything there is, or as far as the connection allows.
  ///
  /// - Returns: `.upToDate`, or `.offline` with the reason why it stopped before.
  @concurrent package func runOnce() async -> SyncStatus {
    await drive(mode: .once, replicaChanges: nil)
  }

  @discardableResult
  private func drive(
    mode: SyncMachine.Mode, replicaChanges: AsyncStream<Void>?
  ) async -> SyncStatus {
    // Bounded by what is in flight: the machine starts nothing twice, and changes are coalesced.
    let (inputs, inbox) = AsyncStream.makeStream(of: SyncMachine.Input.self)
    let performer = EffectPerformer(container: container, store: store, logger: logger)
    var machine = SyncMachine(mode: mode, user: container.userRecordName, seed: seed)
    var published: SyncStatus?
    var listening: AsyncStream<Never>.Continuation?
    let start = clock.origin
    await withDiscardingTaskGroup { group in
      if let replicaChanges {
        group.addTask { for await _ in replicaChanges { inbox.yield(.replicaChanged) } }
      }
      inbox.yield(.started)
      for await input in inputs {
        logger.trace("\(input)")
        for effect in machine.handle(input, now: start.elapsed()) {
          guard effect == .openChannel else {
            group.addTask { await perform(effect, by: performer, start: start, inbox: inbox) }
            continue
          }
          // A channel that was given up may still be polled; one is enough.
          listening?.finish()
          let (lease, continuation) = AsyncStream.makeStream(of: Never.self)
          listening = continuation
          group.addTask { await listen(during: lease, inbox: inbox) }
        }
        if machine.status != published {
          published = machine.status
          await publish(machine.status)
        }
        if mode == .once, machine.isSettled { break }
      }
      group.cancelAll()
    }
    return machine.status
  }

  private func perform(
    _ effect: SyncMachine.Effect, by performer: EffectPerformer, start: any ClockOrigin,
    inbox: AsyncStream<SyncMachine.Input>.Continuation
  ) async {
    switch effect {
    case .openChannel:
      preconditionFailure("a channel is opened by drive, which keeps its lease")
    case .survey:
      inbox.yield(.surveyed(await performer.survey()))
    case .fetchDatabaseChanges(let scope):
      inbox.yield(.databaseFetched(scope, await performer.fetchDatabaseChanges(scope)))
    case .fetchInvitations:
      inbox.yield(.invitationsFetched(await performer.fetchInvitations()))
    case .fetchZoneChanges(let zoneID):
      inbox.yield(.zoneFetched(zoneID, await performer.fetchZoneChanges(zoneID)))
    case .send(let zoneID, let limit):
      inbox.yield(.sent(zoneID, await performer.send(zoneID, limit: limit)))
    case .wake(let time):
      await start.sleep(until: time)
      inbox.yield(.woke)
    }
  }

  /// Listens until the channel fails or `lease` ends.
  private func listen(
    during lease: AsyncStream<Never>, inbox: AsyncStream<SyncMachine.Input>.Continuation
  ) async {
    await prepareConnection()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await listen(inbox: inbox) }
      group.addTask { for await _ in lease {} }
      await group.next()
      group.cancelAll()
    }
  }

  /// Opens a notification channel and reports what arrives on it until it fails.
  private func listen(inbox: AsyncStream<SyncMachine.Input>.Continuation) async {
    let channel: NotificationChannel
    do throws(CloudError) {
      try await subscribe()
      channel = try await container.openNotificationChannel()
    } catch {
      inbox.yield(.channelOpened(.failure(error)))
      return
    }
    inbox.yield(.channelOpened(.success(channel)))
    do throws(CloudError) {
      while !Task.isCancelled {
        let notification = try await container.nextNotification(on: channel)
        inbox.yield(notification.map { .notified($0) } ?? .notificationPollEnded)
      }
    } catch {
      inbox.yield(.channelClosed(channel, error))
    }
  }

  /// One database subscription for each database; saving one again changes nothing.
  private func subscribe() async throws(CloudError) {
    for scope in [DatabaseScope.private, .shared] {
      let subscription = Subscription(
        subscriptionID: "\(scope.pathComponent)-changes", kind: .database)
      try await container.database(with: scope)
        .modifySubscriptions(saving: [subscription], deleting: [])
    }
  }

  private func publish(_ status: SyncStatus) async {
    do {
      try await store.publish(status)
    } catch {
      logger.warning("the status could not be written", metadata: ["error": "\(error)"])
    }
  }
}
