import CloudModel

/// One database of a `SimulatedContainer`.
struct SimulatedDatabase: ForwardingDatabase {
  let inner: any CloudDatabase
  let owner: SimulatedContainer
  let user: String

  func modifyRecordZones(
    saving zonesToSave: [RecordZone], deleting zoneIDsToDelete: [RecordZoneID]
  ) async throws(CloudError) -> (saveResults: SaveZoneResults, deleteResults: DeleteZoneResults) {
    var request = self.request(.modifyZones, zonesToSave.first?.zoneID ?? zoneIDsToDelete.first)
    request.items =
      zonesToSave.map { .init(name: $0.zoneID.zoneName, type: "zone") }
      + zoneIDsToDelete.map { .init(name: $0.zoneName, isDeletion: true, type: "zone") }
    let call = ZoneCall(saves: zonesToSave, deletions: zoneIDsToDelete)
    return try await pass(request) { [inner] networkOutcome throws(CloudError) in
      try await call.make(on: inner, networkOutcome: networkOutcome)
    }
  }

  func modifyRecords(
    saving recordsToSave: [Record], deleting recordIDsToDelete: [RecordID],
    savePolicy: RecordSavePolicy, atomically: Bool, desiredKeys: [String]?
  ) async throws(CloudError) -> (saveResults: SaveResults, deleteResults: DeleteResults) {
    var request = self.request(
      .modifyRecords, recordsToSave.first?.recordID.zoneID ?? recordIDsToDelete.first?.zoneID)
    request.isAtomic = atomically
    request.items =
      recordsToSave.map {
        .init(name: $0.recordID.recordName, type: $0.recordType, tag: $0.recordChangeTag)
      } + recordIDsToDelete.map { .init(name: $0.recordName, isDeletion: true) }
    request.bytes = recordsToSave.reduce(0) { $0 + 200 + $1.textBytes }
    let batch = RecordBatchCall(
      saves: recordsToSave, deletions: recordIDsToDelete, savePolicy: savePolicy,
      isAtomic: atomically, desiredKeys: desiredKeys)
    return try await pass(request) { [inner] networkOutcome throws(CloudError) in
      try await batch.make(on: inner, networkOutcome: networkOutcome)
    }
  }

  func records(
    for recordIDs: [RecordID], desiredKeys: [String]?
  ) async throws(CloudError) -> SaveResults {
    var request = self.request(.lookUp, recordIDs.first?.zoneID)
    request.items = recordIDs.map { .init(name: $0.recordName) }
    return try await pass(request) { [inner] _ throws(CloudError) in
      let answer = try await inner.records(for: recordIDs, desiredKeys: desiredKeys)
      var trace = RequestTrace()
      for recordID in recordIDs {
        guard case .failure? = answer[recordID] else { continue }
        trace.add(recordID.recordName, answer[recordID]) { _ in .deleted }
      }
      return (answer, trace)
    }
  }

  func records(
    matching query: Query, inZoneWith zoneID: RecordZoneID?, desiredKeys: [String]?,
    resultsLimit: Int?
  ) async throws(CloudError) -> (matchResults: MatchResults, queryCursor: Query.Cursor?) {
    try await pass(request(.query, zoneID)) { [inner] networkOutcome throws(CloudError) in
      let answer = try await inner.records(
        matching: query, inZoneWith: zoneID, desiredKeys: desiredKeys,
        resultsLimit: networkOutcome.pageLimit ?? resultsLimit)
      return (answer, RequestTrace())
    }
  }

  func databaseChanges(
    since changeToken: ServerChangeToken?, resultsLimit: Int?
  ) async throws(CloudError) -> DatabaseChanges {
    try await pass(request(.databaseChanges)) { [inner] networkOutcome throws(CloudError) in
      if let changeToken {
        try networkOutcome.refuseToken()
        if networkOutcome.injectedFault == .emptyPage {
          let page = DatabaseChanges(
            modifications: [], deletions: [], changeToken: changeToken, moreComing: true)
          return (page, RequestTrace(page: .init(page, since: changeToken)))
        }
      }
      let page = try await inner.databaseChanges(
        since: changeToken, resultsLimit: networkOutcome.pageLimit ?? resultsLimit)
      return (page, RequestTrace(page: .init(page, since: changeToken)))
    }
  }

  func recordZoneChanges(
    inZoneWith zoneID: RecordZoneID, since changeToken: ServerChangeToken?,
    desiredKeys: [String]?, resultsLimit: Int?
  ) async throws(CloudError) -> RecordZoneChanges {
    try await pass(request(.zoneChanges, zoneID)) { [inner] networkOutcome throws(CloudError) in
      if let changeToken {
        try networkOutcome.refuseToken()
        if networkOutcome.injectedFault == .emptyPage {
          let page = RecordZoneChanges(
            modifications: [], deletions: [], changeToken: changeToken, moreComing: true)
          return (page, RequestTrace(page: .init(page, since: changeToken)))
        }
      }
      let page = try await inner.recordZoneChanges(
        inZoneWith: zoneID, since: changeToken, desiredKeys: desiredKeys,
        resultsLimit: networkOutcome.pageLimit ?? resultsLimit)
      return (page, RequestTrace(page: .init(page, since: changeToken)))
    }
  }

  /// A call that has no items.
  func forward<Answer: Sendable>(
    _ call: CloudCall, in zoneID: RecordZoneID?,
    _ make: @escaping @Sendable () async throws(CloudError) -> Answer
  ) async throws(CloudError) -> Answer {
    try await pass(request(call, zoneID)) { _ throws(CloudError) in
      (try await make(), RequestTrace())
    }
  }

  private func request(_ operation: CloudCall, _ zone: RecordZoneID? = nil) -> Request {
    Request(device: "", user: user, operation: operation, scope: inner.scope, zone: zone)
  }

  private func pass<Value: Sendable>(
    _ request: Request,
    _ call: @escaping @Sendable (NetworkOutcome) async throws(CloudError) -> (Value, RequestTrace)
  ) async throws(CloudError) -> Value {
    try await owner.world.roundTrip(request, by: owner.key) { networkOutcome in
      do throws(CloudError) {
        let (value, trace) = try await call(networkOutcome)
        return (.success(value), trace)
      } catch {
        return (.failure(error), RequestTrace())
      }
    }
  }
}

extension NetworkOutcome {
  fileprivate func refuseToken() throws(CloudError) {
    guard injectedFault == .expireToken else { return }
    throw CloudError(.changeTokenExpired, "The feed no longer reaches back to this token.")
  }
}

extension RequestTrace {
  mutating func add<Success>(
    _ name: String, _ result: Result<Success, CloudError>?,
    _ success: (Success) -> CloudResult.Result
  ) {
    switch result {
    case .success(let value): items.append(.init(name: name, result: success(value)))
    case .failure(let error): items.append(.init(name: name, result: .failed(error.code)))
    case nil: break
    }
  }
}

extension CloudResult.Page {
  init(_ page: DatabaseChanges, since: ServerChangeToken?) {
    self.init(
      since: since, token: page.changeToken, moreComing: page.moreComing,
      modified: page.modifications.map(\.zoneName), deleted: page.deletions.map(\.zoneID.zoneName))
  }

  init(_ page: RecordZoneChanges, since: ServerChangeToken?) {
    self.init(
      since: since, token: page.changeToken, moreComing: page.moreComing,
      modified: page.modifications.map(\.recordID.recordName),
      deleted: page.deletions.map(\.recordID.recordName))
  }
}

extension Record {
  fileprivate var textBytes: Int {
    fields.values.reduce(0) { $0 + ($1.stringValue?.utf8.count ?? 16) }
  }
}
