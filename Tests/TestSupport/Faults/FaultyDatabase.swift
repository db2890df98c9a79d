import CloudModel

/// One database of a `FaultyContainer`.
struct FaultyDatabase: ForwardingDatabase {
  let inner: any CloudDatabase
  let faults: FaultInjector

  /// A look at what there is always works.
  func forward<Answer: Sendable>(
    _ call: CloudCall, in zoneID: RecordZoneID?,
    _ make: @escaping @Sendable () async throws(CloudError) -> Answer
  ) async throws(CloudError) -> Answer {
    if [.listZones, .listSubscriptions].contains(call) { return try await make() }
    return try await faults.pass(call, make)
  }

  func modifyRecordZones(
    saving zonesToSave: [RecordZone], deleting zoneIDsToDelete: [RecordZoneID]
  ) async throws(CloudError) -> (saveResults: SaveZoneResults, deleteResults: DeleteZoneResults) {
    let fault = faults.next(.modifyZones)
    if case .partial(let error) = fault {
      return (
        Dictionary(uniqueKeysWithValues: zonesToSave.map { ($0.zoneID, .failure(error)) }),
        Dictionary(uniqueKeysWithValues: zoneIDsToDelete.map { ($0, .failure(error)) })
      )
    }
    let answer = try await faults.pass(fault) { () async throws(CloudError) in
      try await inner.modifyRecordZones(saving: zonesToSave, deleting: zoneIDsToDelete)
    }
    return fault == .incomplete ? ([:], [:]) : answer
  }

  func modifyRecords(
    saving recordsToSave: [Record], deleting recordIDsToDelete: [RecordID],
    savePolicy: RecordSavePolicy, atomically: Bool, desiredKeys: [String]?
  ) async throws(CloudError) -> (saveResults: SaveResults, deleteResults: DeleteResults) {
    let fault = faults.next(.modifyRecords)
    guard recordsToSave.count + recordIDsToDelete.count <= faults.batchLimit else {
      throw CloudError(.limitExceeded, "limit exceeded: ordered by the test")
    }
    var refused: SaveResults = [:]
    var passed = recordsToSave
    if case .partial(let error) = fault {
      (passed, refused) = split(recordsToSave, error: error, atomically: atomically)
      if passed.isEmpty { return (refused, [:]) }
    }
    var answer = try await faults.pass(fault) { () async throws(CloudError) in
      try await inner.modifyRecords(
        saving: passed, deleting: recordIDsToDelete, savePolicy: savePolicy,
        atomically: atomically, desiredKeys: desiredKeys)
    }
    answer.saveResults.merge(refused) { $1 }
    if fault == .incomplete, let forgotten = recordsToSave.last {
      answer.saveResults[forgotten.recordID] = nil
    }
    return answer
  }

  /// The records of a call that go through if it fails in part, and those that do not.
  private func split(
    _ records: [Record], error: CloudError, atomically: Bool
  ) -> (passed: [Record], refused: SaveResults) {
    var passed: [Record] = []
    var refused: SaveResults = [:]
    for record in records {
      if faults.chance() {
        passed.append(record)
      } else {
        refused[record.recordID] = .failure(error)
      }
    }
    guard atomically, !refused.isEmpty else { return (passed, refused) }
    for record in passed {
      refused[record.recordID] = .failure(CloudError(.batchRequestFailed, "Another item failed."))
    }
    return ([], refused)
  }

  func databaseChanges(
    since changeToken: ServerChangeToken?, resultsLimit: Int?
  ) async throws(CloudError) -> DatabaseChanges {
    let fault = faults.next(.databaseChanges)
    if let changeToken {
      if fault == .expiredToken { throw Self.tokenExpired }
      if fault == .emptyPage {
        return DatabaseChanges(
          modifications: [], deletions: [], changeToken: changeToken, moreComing: true)
      }
    }
    return try await faults.pass(fault) { () async throws(CloudError) in
      try await inner.databaseChanges(
        since: changeToken, resultsLimit: faults.pageLimit() ?? resultsLimit)
    }
  }

  func recordZoneChanges(
    inZoneWith zoneID: RecordZoneID, since changeToken: ServerChangeToken?,
    desiredKeys: [String]?, resultsLimit: Int?
  ) async throws(CloudError) -> RecordZoneChanges {
    let fault = faults.next(.zoneChanges)
    if let changeToken {
      if fault == .expiredToken { throw Self.tokenExpired }
      if fault == .emptyPage {
        return RecordZoneChanges(
          modifications: [], deletions: [], changeToken: changeToken, moreComing: true)
      }
    }
    let page = try await faults.pass(fault) { () async throws(CloudError) in
      try await inner.recordZoneChanges(
        inZoneWith: zoneID, since: changeToken, desiredKeys: desiredKeys,
        resultsLimit: faults.pageLimit() ?? resultsLimit)
    }
    return faults.shown(page)
  }

  private static let tokenExpired = CloudError(.changeTokenExpired, "ordered by the test")
}
