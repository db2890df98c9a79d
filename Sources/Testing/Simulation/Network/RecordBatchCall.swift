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
  var desiredKeys: [String]?

  func make(
    on database: any CloudDatabase, networkOutcome: NetworkOutcome
  ) async throws(CloudError) -> (Results, RequestTrace) {
    if let limit = networkOutcome.batchLimit, saves.count + deletions.count > limit {
      throw CloudError(.limitExceeded, "limit exceeded: at most \(limit) operations in a request")
    }
    var passed = self
    var refused = refusals(networkOutcome)
    if !refused.isEmpty { (passed, refused) = split(refused) }
    var answer: Results = ([:], [:])
    if !passed.saves.isEmpty || !passed.deletions.isEmpty {
      answer = try await database.modifyRecords(
        saving: passed.saves, deleting: passed.deletions, savePolicy: savePolicy,
        atomically: isAtomic, desiredKeys: desiredKeys)
    }
    answer.saveResults.merge(refused) { $1 }
    var trace = RequestTrace()
    for record in saves {
      trace.add(record.recordID.recordName, answer.saveResults[record.recordID]) {
        .saved(tag: $0.recordChangeTag ?? "")
      }
    }
    for recordID in deletions {
      trace.add(recordID.recordName, answer.deleteResults[recordID]) { _ in .deleted }
    }
    if networkOutcome.injectedFault == .forgetItem, let last = saves.last {
      answer.saveResults[last.recordID] = nil
    }
    return (answer, trace)
  }

  /// The saves of a call that fail, and why.
  private func refusals(_ networkOutcome: NetworkOutcome) -> CloudDatabase.SaveResults {
    var refused: CloudDatabase.SaveResults = [:]
    if case .failItems(let error, let seed) = networkOutcome.injectedFault {
      var random = SplitMix64(seed: seed)
      for record in saves where !Bool.random(using: &random) {
        refused[record.recordID] = .failure(error)
      }
    }
    for record in saves where networkOutcome.poisoned.contains(record.recordID.recordName) {
      refused[record.recordID] = .failure(
        CloudError(.invalidArguments, "The cloud refused this record."))
    }
    return refused
  }

  /// Splits a call that fails in part into what goes through and what is refused.
  private func split(
    _ refusals: CloudDatabase.SaveResults
  ) -> (RecordBatchCall, CloudDatabase.SaveResults) {
    var (passed, refused) = (self, refusals)
    passed.saves = saves.filter { refusals[$0.recordID] == nil }
    guard isAtomic else { return (passed, refused) }
    for record in passed.saves {
      refused[record.recordID] = .failure(
        CloudError(.batchRequestFailed, "Another item of the batch failed."))
    }
    passed.saves = []
    passed.deletions = []
    return (passed, refused)
  }
}
