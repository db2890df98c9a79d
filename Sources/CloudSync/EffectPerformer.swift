import CloudModel
import Logging

/// Makes the calls that the machine asks for, and writes what they bring into the store.
struct EffectPerformer: Sendable {
  var container: any CloudContainer
  var store: any SyncStore
  var logger: Logger

  func survey() async -> Result<SyncMachine.Survey, CloudError> {
    await result { () async throws in try await store.survey() }
  }

  func fetchDatabaseChanges(
    _ scope: DatabaseScope
  ) async -> Result<SyncMachine.DatabaseReport, CloudError> {
    await result { () async throws in
      let token = try await store.changeToken(for: scope)
      do {
        let changes = try await container.database(with: scope)
          .databaseChanges(since: token, resultsLimit: nil)
        try await store.apply(changes, in: scope)
        return .init(
          changedZones: changes.modifications, deletedZones: changes.deletions.map(\.zoneID),
          moreComing: changes.moreComing)
      } catch let error as CloudError where error.code == .changeTokenExpired && token != nil {
        logger.notice("the \(scope) database's token has expired; listing every zone")
        try await store.forgetChangeToken(for: scope)
        return .init(changedZones: [], deletedZones: [], moreComing: true)
      }
    }
  }

  func fetchInvitations() async -> Result<Void, CloudError> {
    await result { () async throws in
      try await store.apply(invitations: try await container.pendingInvitations())
    }
  }

  func fetchZoneChanges(
    _ zoneID: RecordZoneID
  ) async -> Result<SyncMachine.FetchReport, CloudError> {
    await result { () async throws in
      guard let position = try await store.position(in: zoneID) else { return .zoneGone }
      do {
        let changes = try await database(of: zoneID).recordZoneChanges(
          inZoneWith: zoneID, since: position.changeToken, desiredKeys: nil, resultsLimit: nil)
        guard try await store.apply(changes, in: zoneID, from: position) else { return .restarted }
        return .applied(moreComing: changes.moreComing)
      } catch let error as CloudError
        where error.code == .changeTokenExpired && position.changeToken != nil
      {
        logger.notice("a zone's token has expired; fetching it anew")
        try await store.beginResync(of: zoneID)
        return .restarted
      } catch let error as CloudError where ErrorPolicy.verdict(on: error.code) == .zoneMissing {
        try await store.seal(zoneID)
        return .zoneGone
      }
    }
  }

  func send(
    _ zoneID: RecordZoneID, limit: Int
  ) async -> Result<SyncMachine.SendReport, CloudError> {
    await result { () async throws in
      guard let batch = try await store.nextBatch(in: zoneID, limit: limit) else {
        return SyncMachine.SendReport()
      }
      var report = SyncMachine.SendReport()
      let outcomes =
        switch try await BatchSender(database: database(of: zoneID)).send(batch) {
        case .answered(let answers): answers.map { outcome($0, report: &report) }
        case .refused(let error): self.outcomes(of: batch, refusedWith: error, report: &report)
        }
      (report.progress, report.hasMore) = try await store.settle(outcomes, in: zoneID)
      return report
    }
  }

  /// What the refusal of a whole batch means for its entries.
  ///
  /// Where one of them may be to blame, the
  /// batch is halved until that one travels alone.
  private func outcomes(
    of batch: OutboxBatch, refusedWith error: CloudError, report: inout SyncMachine.SendReport
  ) -> [OutboxOutcome] {
    guard batch.entries.count > 1, error.code != .permissionFailure,
      ErrorPolicy.verdict(on: error.code) != .zoneMissing
    else {
      return batch.entries.map {
        outcome(BatchSender.Answer(entry: $0, result: .failure(error)), report: &report)
      }
    }
    report.isTooLarge = true
    return batch.entries.map { OutboxOutcome(entry: $0, result: .undecided) }
  }

  /// What one answer means for its entry, and for the report on the batch.
  private func outcome(
    _ answer: BatchSender.Answer, report: inout SyncMachine.SendReport
  ) -> OutboxOutcome {
    switch answer.result {
    case .success(let record):
      return OutboxOutcome(entry: answer.entry, result: .acknowledged(record))
    case .failure(let error):
      switch ErrorPolicy.verdict(on: error.code) {
      case .merge:
        guard let server = error.serverRecord else {
          report.note(error)
          return OutboxOutcome(entry: answer.entry, result: .undecided)
        }
        return OutboxOutcome(entry: answer.entry, result: .conflict(server: server))
      case .retry:
        // A victim goes again at once with the culprit out of the way; nothing else is its fault.
        if error.code != .batchRequestFailed { report.note(error) }
      case .zoneMissing:
        report.isZoneMissing = true
        report.note(error)
      case .split, .fail:
        return OutboxOutcome(entry: answer.entry, result: .failed(reason: error.reason))
      }
      return OutboxOutcome(entry: answer.entry, result: .undecided)
    }
  }

  private func database(of zoneID: RecordZoneID) -> any CloudDatabase {
    container.database(with: zoneID.databaseScope(for: container.userRecordName))
  }

  /// Runs `body`; whatever is not the cloud's own error is a failure of the store.
  private func result<Success: Sendable>(
    _ body: () async throws -> Success
  ) async -> Result<Success, CloudError> {
    do {
      return .success(try await body())
    } catch let error as CloudError {
      return .failure(error)
    } catch  where Task.isCancelled {
      return .failure(CloudError(.operationCancelled, "The engine was stopped."))
    } catch {
      return .failure(storageFailure(error))
    }
  }

  /// The replica could not be read or written, for example because the disk is full.
  private func storageFailure(_ error: any Error) -> CloudError {
    logger.error("the replica failed", metadata: ["error": "\(error)"])
    return CloudError(.internalError, "The local copy cannot be written: \(error)")
  }
}
