import CloudModel

/// Sends one batch to the cloud and pairs each entry with its answer.
struct BatchSender: Sendable {
  struct Answer: Sendable {
    var entry: OutboxEntry
    /// The cloud's copy of a saved record.
    var result: Result<Record?, CloudError>
  }

  var database: any CloudDatabase

  /// Sends `batch`; items that the cloud does not mention may or may not have been stored.
  func send(_ batch: OutboxBatch) async throws(CloudError) -> [Answer] {
    guard let first = batch.entries.first else { return [] }
    switch first.operation {
    case .saveZone:
      let zone = RecordZone(zoneID: batch.zoneID)
      let results = try await database.modifyRecordZones(saving: [zone], deleting: []).saveResults
      return [Answer(entry: first, result: answer(results[batch.zoneID]).map { _ in nil })]
    case .deleteZone:
      let results = try await database.modifyRecordZones(saving: [], deleting: [batch.zoneID])
        .deleteResults
      return [
        Answer(entry: first, result: answer(results[batch.zoneID]).map { nil }.ignoringAbsence)
      ]
    case .save, .delete:
      return try await sendRecords(batch)
    }
  }

  private func sendRecords(_ batch: OutboxBatch) async throws(CloudError) -> [Answer] {
    var records: [Record] = []
    var deletions: [RecordID] = []
    for entry in batch.entries {
      switch entry.operation {
      case .save(let record): records.append(record)
      case .delete(let recordID): deletions.append(recordID)
      case .saveZone, .deleteZone: preconditionFailure("zone operations travel alone")
      }
    }
    let (saved, deleted) = try await database.modifyRecords(
      saving: records, deleting: deletions, savePolicy: .ifServerRecordUnchanged,
      atomically: batch.isAtomic)
    var answers: [Answer] = []
    for entry in batch.entries {
      switch entry.operation {
      case .save(let record):
        let result = await withServerRecord(answer(saved[record.recordID]), of: record)
        answers.append(Answer(entry: entry, result: result.map { $0 }))
      case .delete(let recordID):
        let result = answer(deleted[recordID])
        answers.append(Answer(entry: entry, result: result.map { nil }.ignoringAbsence))
      case .saveZone, .deleteZone:
        continue
      }
    }
    return answers
  }

  /// An item that the answer does not mention may or may not have been stored.
  private func answer<Success>(_ result: Result<Success, CloudError>?) -> Result<
    Success, CloudError
  > {
    result ?? .failure(CloudError(.serverResponseLost, "The cloud's answer was incomplete."))
  }

  /// Completes a conflict with the cloud's copy where the answer did not bring it.
  private func withServerRecord(
    _ result: Result<Record, CloudError>, of record: Record
  ) async -> Result<Record?, CloudError> {
    guard case .failure(var error) = result else { return result.map { $0 } }
    guard ErrorPolicy.verdict(on: error.code, as: ErrorPolicy.Role(database.scope)) == .merge,
      error.serverRecord == nil
    else { return .failure(error) }
    do throws(CloudError) {
      let found = try await database.records(for: [record.recordID], desiredKeys: nil)
      error.serverRecord = try found[record.recordID]?.get()
      return .failure(error)
    } catch {
      // The record has gone since; the next attempt meets whatever is there then.
      return .failure(error.code == .unknownItem ? CloudError(.zoneBusy, error.reason) : error)
    }
  }
}

extension Result where Success == Record?, Failure == CloudError {
  /// Treats the deletion of something that is already gone as a success.
  fileprivate var ignoringAbsence: Self {
    switch self {
    case .failure(let error) where error.code == .unknownItem || error.code == .zoneNotFound:
      .success(nil)
    case .success, .failure:
      self
    }
  }
}
