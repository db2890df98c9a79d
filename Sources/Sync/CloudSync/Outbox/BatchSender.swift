import CloudModel
import SyncRules

/// Sends one batch to the cloud and pairs each entry with its answer.
struct BatchSender: Sendable {
  struct Answer: Sendable {
    var id: OutboxEntry.ID
    /// The cloud's copy of a saved record.
    var result: Result<Record?, CloudError>
  }

  var database: any CloudDatabase

  /// Sends `batch`; items that the cloud does not mention may or may not have been stored.
  func send(_ batch: OutboxBatch) async throws(CloudError) -> [Answer] {
    switch batch.contents {
    case .saveZone(let id):
      let zone = RecordZone(zoneID: batch.zoneID)
      let results = try await database.modifyRecordZones(saving: [zone], deleting: []).saveResults
      return [Answer(id: id, result: answer(results[batch.zoneID]).map { _ in nil })]
    case .deleteZone(let id):
      let results = try await database.modifyRecordZones(saving: [], deleting: [batch.zoneID])
        .deleteResults
      return [Answer(id: id, result: answer(results[batch.zoneID]).map { nil }.ignoringAbsence)]
    case .records(let entries, let isAtomic):
      try await batch.shareTitle?.perform(in: batch.zoneID, database)
      return try await send(entries, isAtomic: isAtomic)
    }
  }

  private func send(
    _ entries: [OutboxEntry], isAtomic: Bool
  ) async throws(CloudError) -> [Answer] {
    var records: [Record] = []
    var deletions: [RecordID] = []
    for entry in entries {
      switch entry.operation {
      case .save(let record): records.append(record)
      case .delete(let recordID): deletions.append(recordID)
      }
    }
    let (saved, deleted) = try await database.modifyRecords(
      saving: records, deleting: deletions, savePolicy: .ifServerRecordUnchanged,
      atomically: isAtomic)
    var answers: [Answer] = []
    for entry in entries {
      switch entry.operation {
      case .save(let record):
        let result = await withServerRecord(answer(saved[record.recordID]), of: record)
        answers.append(Answer(id: entry.id, result: result.map { $0 }))
      case .delete(let recordID):
        let result = answer(deleted[recordID])
        answers.append(Answer(id: entry.id, result: result.map { nil }.ignoringAbsence))
      }
    }
    return answers
  }

  /// The answer to an item; one that the cloud does not mention counts as lost.
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
    guard case .failure(let error) = self,
      [.unknownItem, .zoneNotFound, .userDeletedZone].contains(error.code)
    else { return self }
    return .success(nil)
  }
}
