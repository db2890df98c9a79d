import CloudModel

/// One `modifyRecords` as it arrives in the cloud, with what goes wrong there.
struct RecordBatchCall: Sendable {
  typealias Results = (
    saveResults: CloudDatabase.SaveResults, deleteResults: CloudDatabase.DeleteResults
  )

  var saves: [Record]
  var deletions: [RecordID]
  var savePolicy: RecordSavePolicy
  var isAtomic: Bool

  func make(
    on database: any CloudDatabase, fate: Fate
  ) async throws(CloudError) -> (Results, Findings) {
    if let limit = fate.batchLimit, saves.count + deletions.count > limit {
      throw CloudError(.limitExceeded, "limit exceeded: at most \(limit) operations in a request")
    }
    var passed = self
    var refused: CloudDatabase.SaveResults = [:]
    if case .failItems(let error, let seed) = fate.mischief {
      (passed, refused) = split(error: error, seed: seed)
    }
    var answer: Results = ([:], [:])
    if !passed.saves.isEmpty || !passed.deletions.isEmpty {
      answer = try await database.modifyRecords(
        saving: passed.saves, deleting: passed.deletions, savePolicy: savePolicy,
        atomically: isAtomic)
    }
    answer.saveResults.merge(refused) { $1 }
    var findings = Findings()
    for record in saves {
      findings.add(record.recordID.recordName, answer.saveResults[record.recordID]) {
        .saved(tag: $0.recordChangeTag ?? "")
      }
    }
    for recordID in deletions {
      findings.add(recordID.recordName, answer.deleteResults[recordID]) { _ in .deleted }
    }
    if fate.mischief == .forgetItem, let last = saves.last {
      answer.saveResults[last.recordID] = nil
    }
    return (answer, findings)
  }

  /// What goes through of a call that fails in part, and what does not.
  private func split(
    error: CloudError, seed: UInt64
  ) -> (RecordBatchCall, CloudDatabase.SaveResults) {
    var random = SplitMix64(seed: seed)
    var passed = self
    // What makes a chat a chat is not refused for good: nobody could do anything about it.
    passed.saves = saves.filter {
      Bool.random(using: &random) || error.code == .invalidArguments && $0.recordType != "Message"
    }
    var refused: CloudDatabase.SaveResults = [:]
    for record in saves where !passed.saves.contains(where: { $0.recordID == record.recordID }) {
      refused[record.recordID] = .failure(error)
    }
    guard isAtomic, !refused.isEmpty else { return (passed, refused) }
    for record in passed.saves {
      refused[record.recordID] = .failure(
        CloudError(.batchRequestFailed, "Another item of the batch failed."))
    }
    passed.saves = []
    passed.deletions = []
    return (passed, refused)
  }
}
