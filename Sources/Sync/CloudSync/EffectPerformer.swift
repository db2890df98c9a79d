package import CloudModel
package import Logging
package import SyncRules

/// Makes the calls that the machine asks for, and writes what they bring into the store.
package struct EffectPerformer: Sendable {
  let container: any CloudContainer
  let store: any SyncStore
  let logger: Logger

  package init(container: any CloudContainer, store: any SyncStore, logger: Logger) {
    self.container = container
    self.store = store
    self.logger = logger
  }

  /// Performs `effect` and returns the input that reports its result to the machine.
  ///
  /// Returns nil for `.openChannel` and `.wake`: the shell performs those, because it listens and
  /// keeps the time.
  package func perform(_ effect: SyncMachine.Effect) async -> SyncMachine.Input? {
    switch effect {
    case .openChannel, .wake: nil
    case .readPendingWork:
      .pendingWorkRead(await result { () async throws in try await store.pendingWork() })
    case .fetchDatabaseChanges(let scope): .databaseFetched(scope, await databaseChanges(scope))
    case .fetchInvitations: .invitationsFetched(await invitations())
    case .preview(let zoneID): .previewed(zoneID, await preview(zoneID))
    case .fetchZoneChanges(let zoneID): .zoneFetched(zoneID, await zoneChanges(zoneID))
    case .send(let zoneID, let limit, let selection):
      .sent(zoneID, await send(zoneID, limit: limit, selecting: selection))
    case .carry(let id):
      .carried(
        id,
        await result { () async throws in
          try await AssetCarrier(container: container, store: store).carry(id)
        })
    }
  }

  /// Subscribes to both databases, opens a channel and returns the result as an input.
  package func openChannel() async -> SyncMachine.Input {
    do throws(CloudError) {
      try await subscribe()
      return .channelOpened(.success(try await container.openNotificationChannel()))
    } catch {
      return .channelOpened(.failure(error))
    }
  }

  /// One database subscription for each database; saving one again changes nothing.
  private func subscribe() async throws(CloudError) {
    for scope in SyncMachine.scopes {
      let subscription = Subscription(
        subscriptionID: "\(scope.pathComponent)-changes", kind: .database)
      let results = try await container.database(with: scope)
        .modifySubscriptions(saving: [subscription], deleting: []).saveResults
      for result in results.values { _ = try result.get() }
    }
  }

  // MARK: - Fetching

  private func databaseChanges(
    _ scope: DatabaseScope
  ) async -> Result<SyncMachine.DatabaseReport, SyncFailure> {
    await result { () async throws in
      let position = try await store.position(in: scope)
      do {
        trace("asking", "databaseChanges")
        let changes = try await container.database(with: scope)
          .databaseChanges(since: position.changeToken, resultsLimit: nil)
        trace("answered", "databaseChanges")
        let isApplied = try await store.apply(changes, in: scope, from: position)
        return .init(
          pendingWork: try await store.pendingWork(),
          deletedZones: isApplied ? changes.deletions.map(\.zoneID) : [],
          moreComing: !isApplied || changes.moreComing)
      } catch let error as CloudError
        where error.code == .changeTokenExpired && position.changeToken != nil
      {
        logger.notice("the \(scope) database's token has expired; listing every zone")
        try await store.forgetChangeToken(for: scope)
        return .init(pendingWork: try await store.pendingWork(), deletedZones: [], moreComing: true)
      }
    }
  }

  /// Fetches the invitations, and accepts those that need no answer of the person.
  ///
  /// Whatever the cloud answers to one of them, all that wait are shown. Another device may do the same: accepting
  /// again is harmless.
  private func invitations() async -> Result<SyncMachine.InvitationsReport, SyncFailure> {
    await result { () async throws in
      var waiting = try await container.pendingInvitations()
      var report = SyncMachine.InvitationsReport()
      for invitation in try await store.welcome(among: waiting) {
        do {
          let metadata = try await container.accept(shortGUID: invitation.shortGUID)
          try await store.apply(accepted: metadata)
          waiting.removeAll { $0.shortGUID == invitation.shortGUID }
          report.acceptedCount += 1
        } catch let error as CloudError {
          // The person reads of it, and can still answer, for as long as it waits.
          logger.notice("an invitation was not accepted", metadata: ["error": "\(error)"])
          guard !Self.isAboutInvitation(error.code) else { continue }
          report.failure = .cloud(error)
          if ErrorPolicy.reach(of: error.code) != .zone { break }
        }
      }
      try await store.apply(invitations: waiting)
      return report
    }
  }

  /// Whether only the next look can find it otherwise: the invitation was taken back, its chat is full, or its share is
  /// damaged, which is an internal error of the cloud.
  private static func isAboutInvitation(_ code: CloudError.Code) -> Bool {
    let row = ErrorPolicy.row(for: code, as: .participant)
    return code == .internalError || row.reach == .zone && row.verdict != .retry
  }

  private func zoneChanges(
    _ zoneID: RecordZoneID
  ) async -> Result<SyncMachine.FetchReport, SyncFailure> {
    await result { () async throws in
      guard let position = try await store.position(in: zoneID) else { return .zoneGone }
      return try await fetch(zoneID, in: position.epoch) { () async throws in
        do {
          trace("asking", "recordZoneChanges")
          let changes = try await database(of: zoneID).recordZoneChanges(
            inZoneWith: zoneID, since: position.changeToken, desiredKeys: position.desiredKeys,
            resultsLimit: nil)
          trace("answered", "recordZoneChanges")
          let isApplied = try await store.apply(changes, in: zoneID, from: position)
          return isApplied ? .applied(moreComing: changes.moreComing) : .restarted
        } catch let error as CloudError
          where error.code == .changeTokenExpired && position.changeToken != nil
        {
          logger.notice("a zone's token has expired; fetching it anew")
          try await store.beginResync(of: zoneID)
          return .restarted
        }
      }
    }
  }

  private func preview(
    _ zoneID: RecordZoneID
  ) async -> Result<SyncMachine.FetchReport, SyncFailure> {
    await result { () async throws in
      guard let preview = try await store.preview(in: zoneID) else {
        return .applied(moreComing: false)
      }
      return try await fetch(zoneID, in: preview.epoch) { () async throws in
        let found: [Record]
        let isComplete: Bool
        do {
          let answer = try await database(of: zoneID).records(
            matching: preview.query, inZoneWith: zoneID, desiredKeys: nil,
            resultsLimit: preview.resultsLimit)
          found = answer.matchResults.compactMap { try? $0.1.get() }  // The feed brings the rest.
          isComplete = answer.queryCursor == nil
        } catch let error as CloudError
          where error.code == .invalidArguments || error.code == .unknownItem
        {
          // The cloud cannot sort messages, or has never stored one; the feed brings what there is.
          (found, isComplete) = ([], false)
        }
        try await store.apply(found, isComplete: isComplete, in: zoneID, for: preview)
        return .applied(moreComing: false)
      }
    }
  }

  /// Runs `body`, which fetches, and seals the zone if the cloud reports that it is gone.
  ///
  /// If the zone's epoch is no longer `epoch`, the zone is fetched again instead.
  private func fetch(
    _ zoneID: RecordZoneID, in epoch: Int64, _ body: () async throws -> SyncMachine.FetchReport
  ) async throws -> SyncMachine.FetchReport {
    do {
      return try await body()
    } catch let error as CloudError where error.code == .zoneNotFound {
      return try await store.seal(zoneID, in: epoch, reason: .deleted) ? .zoneGone : .restarted
    } catch let error as CloudError where error.code == .userDeletedZone {
      return try await store.seal(zoneID, in: epoch, reason: .purged) ? .zoneGone : .restarted
    }
  }

  // MARK: - Sending

  private func send(
    _ zoneID: RecordZoneID, limit: Int, selecting selection: OutboxSelection
  ) async -> Result<SyncMachine.SendReport, SyncFailure> {
    await result { () async throws in
      let batch = try await store.nextBatch(in: zoneID, limit: limit, selecting: selection)
      guard let batch else { return SyncMachine.SendReport() }
      let scope = zoneID.databaseScope(for: container.userRecordName)
      let sender = BatchSender(database: container.database(with: scope))
      var judge = BatchJudge(role: ErrorPolicy.Role(scope))
      let outcomes: [OutboxOutcome]
      do throws(CloudError) {
        trace("asking", "modifyRecords")
        let answers = try await sender.send(batch)
        trace("answered", "modifyRecords")
        outcomes = judge.outcomes(of: batch, answered: answers)
      } catch {
        // Undecided entries record whether the cloud may have stored them.
        outcomes = judge.outcomes(of: batch, refusedWith: error)
        let remainder = try await store.apply(outcomes, of: batch)
        guard judge.isWholeRefusal else { throw error }
        return await explained(judge.report(on: batch, remainder), scope)
      }
      return await explained(
        judge.report(on: batch, try await store.apply(outcomes, of: batch)), scope)
    }
  }

  /// The report with the chat that fills the user's own storage, if that is full.
  private func explained(
    _ report: SyncMachine.SendReport, _ scope: DatabaseScope
  ) async -> SyncMachine.SendReport {
    guard report.outOfQuota != nil, scope == .private else { return report }
    var report = report
    report.fullest = await FullestChat.find(container, store)
    return report
  }

  /// Notes a moment in the way of a message; costs nothing unless the logger's level is trace.
  private func trace(_ event: Logger.Message, _ operation: String) {
    logger.trace(event, metadata: ["operation": "\(operation)"])
  }

  private func database(of zoneID: RecordZoneID) -> any CloudDatabase {
    container.database(with: zoneID.databaseScope(for: container.userRecordName))
  }

  /// Runs `body`; an error that is neither a `CloudError` nor a cancellation counts as a failure of
  /// the store.
  private func result<Success: Sendable>(
    _ body: () async throws -> Success
  ) async -> Result<Success, SyncFailure> {
    do {
      return .success(try await body())
    } catch let error as CloudError {
      return .failure(.cloud(error))
    } catch  where Task.isCancelled {
      return .failure(.cloud(CloudError(.operationCancelled, "The engine was stopped.")))
    } catch {
      logger.error("the replica failed", metadata: ["error": "\(error)"])
      return .failure(.store(reason: "\(error)"))
    }
  }
}
