import CloudModel
import CloudWire

/// One database of an `HTTPCloudContainer`: each method sends one request.
struct HTTPCloudDatabase: CloudDatabase {
  let container: HTTPCloudContainer
  let scope: DatabaseScope

  func modifyRecordZones(
    saving zonesToSave: [RecordZone], deleting zoneIDsToDelete: [RecordZoneID]
  ) async throws(CloudError) -> (saveResults: SaveZoneResults, deleteResults: DeleteZoneResults) {
    let saves = zonesToSave.map(\.zoneID)
    let operations =
      saves.map { ZonesModifyRequest.Operation(.create, zoneID: $0) }
      + zoneIDsToDelete.map { ZonesModifyRequest.Operation(.delete, zoneID: $0) }
    guard !operations.isEmpty else { return ([:], [:]) }
    let answer: ZonesResponse = try await container.post(
      "zones/modify", in: scope, ZonesModifyRequest(operations: operations))
    try Self.check(answer.zones.count, of: operations.count)
    var saveResults: SaveZoneResults = [:]
    var deleteResults: DeleteZoneResults = [:]
    for (zoneID, entry) in zip(saves, answer.zones) {
      saveResults[zoneID] =
        entry.failure.map { .failure($0) } ?? .success(zone(entry))
    }
    for (zoneID, entry) in zip(zoneIDsToDelete, answer.zones.dropFirst(saves.count)) {
      deleteResults[zoneID] = entry.failure.map { .failure($0) } ?? .success(())
    }
    return (saveResults, deleteResults)
  }

  func allRecordZones() async throws(CloudError) -> [RecordZone] {
    let answer: ZonesResponse = try await container.get("zones/list", in: scope)
    return answer.zones.filter { $0.failure == nil }.map(zone)
  }

  func recordZones(for zoneIDs: [RecordZoneID]) async throws(CloudError) -> SaveZoneResults {
    guard !zoneIDs.isEmpty else { return [:] }
    let answer: ZonesResponse = try await container.post(
      "zones/lookup", in: scope, ZonesLookupRequest(zoneIDs: zoneIDs))
    try Self.check(answer.zones.count, of: zoneIDs.count)
    let results = zip(zoneIDs, answer.zones).map { zoneID, entry in
      (zoneID, entry.failure.map { .failure($0) } ?? Result.success(zone(entry)))
    }
    return Dictionary(results) { first, _ in first }
  }

  func modifyRecords(
    saving recordsToSave: [Record], deleting recordIDsToDelete: [RecordID],
    savePolicy: RecordSavePolicy, atomically: Bool, desiredKeys: [String]?
  ) async throws(CloudError) -> (saveResults: SaveResults, deleteResults: DeleteResults) {
    let operations =
      recordsToSave.map { RecordOperation.save($0, savePolicy: savePolicy) }
      + recordIDsToDelete.map { RecordOperation.delete($0, recordChangeTag: nil) }
    guard let zoneID = operations.first?.recordID.zoneID else { return ([:], [:]) }
    let answer: RecordsResponse = try await container.post(
      "records/modify", in: scope,
      RecordsModifyRequest(
        operations: operations.map(\.wire), zoneID: zoneID, atomic: atomically,
        desiredKeys: desiredKeys))
    try Self.check(answer.records.count, of: operations.count)
    var saves: SaveResults = [:]
    var deletes: DeleteResults = [:]
    for (operation, entry) in zip(operations, answer.records) {
      let recordID = operation.recordID
      switch operation {
      case .save: saves[recordID] = Self.record(in: entry, recordID.zoneID)
      case .delete:
        deletes[recordID] =
          entry.failure(in: recordID.zoneID).map { .failure($0) } ?? .success(())
      }
    }
    return (saves, deletes)
  }

  func records(
    for recordIDs: [RecordID], desiredKeys: [String]?
  ) async throws(CloudError) -> SaveResults {
    guard let zoneID = recordIDs.first?.zoneID else { return [:] }
    var request = RecordsLookupRequest(
      recordNames: recordIDs.map(\.recordName), zoneID: zoneID, desiredKeys: desiredKeys)
    for (index, recordID) in recordIDs.enumerated() where recordID.zoneID != zoneID {
      request.records[index].zoneID = WireZoneID(recordID.zoneID)
    }
    let answer: RecordsResponse = try await container.post(
      "records/lookup", in: scope, request)
    try Self.check(answer.records.count, of: recordIDs.count)
    let results = zip(recordIDs, answer.records).map { recordID, entry in
      (recordID, Self.record(in: entry, recordID.zoneID))
    }
    return Dictionary(results) { first, _ in first }
  }

  func databaseChanges(
    since changeToken: ServerChangeToken?, resultsLimit: Int?
  ) async throws(CloudError) -> DatabaseChanges {
    let answer: ChangesDatabaseResponse = try await container.post(
      "changes/database", in: scope,
      ChangesDatabaseRequest(syncToken: changeToken, resultsLimit: resultsLimit))
    let zones = answer.zones.map { entry in
      (zoneID: entry.zoneID.zoneID(currentUser: container.userRecordName), entry: entry)
    }
    return DatabaseChanges(
      modifications: zones.filter { $0.entry.deleted != true }.map(\.zoneID),
      deletions: zones.filter { $0.entry.deleted == true }
        .map { .init(zoneID: $0.zoneID, reason: $0.entry.deletionReason ?? .deleted) },
      changeToken: ServerChangeToken(rawValue: answer.syncToken),
      moreComing: answer.moreComing ?? false)
  }

  func recordZoneChanges(
    inZoneWith zoneID: RecordZoneID, since changeToken: ServerChangeToken?,
    desiredKeys: [String]?, resultsLimit: Int?
  ) async throws(CloudError) -> RecordZoneChanges {
    let answer: ChangesZoneResponse = try await container.post(
      "changes/zone", in: scope,
      ChangesZoneRequest(
        zones: [.init(zoneID: zoneID, syncToken: changeToken)], desiredKeys: desiredKeys,
        resultsLimit: resultsLimit))
    try Self.check(answer.zones.count, of: 1)
    guard let page = answer.zones.first, page.failure == nil, let token = page.syncToken else {
      throw answer.zones.first?.failure ?? Self.unreadable
    }
    let entries = page.records ?? []
    return RecordZoneChanges(
      modifications: entries.compactMap { $0.record(in: zoneID) },
      deletions: entries.filter { $0.deleted == true }.compactMap { entry in
        entry.recordName.map {
          .init(
            recordID: RecordID(recordName: $0, zoneID: zoneID), recordType: entry.recordType,
            recordChangeTag: entry.recordChangeTag)
        }
      },
      changeToken: ServerChangeToken(rawValue: token), moreComing: page.moreComing ?? false)
  }

  private func zone(_ entry: WireZone) -> RecordZone {
    RecordZone(
      zoneID: entry.zoneID.zoneID(currentUser: container.userRecordName),
      changeToken: entry.syncToken.map(ServerChangeToken.init),
      shareRecordName: entry.share?.recordName)
  }

  static func record(
    in entry: WireRecord, _ zoneID: RecordZoneID
  ) -> Result<Record, CloudError> {
    if let failure = entry.failure(in: zoneID) { return .failure(failure) }
    return entry.record(in: zoneID).map { .success($0) } ?? .failure(unreadable)
  }

  static func check(_ count: Int, of expected: Int) throws(CloudError) {
    guard count == expected else { throw unreadable }
  }

  static var unreadable: CloudError {
    CloudError(.serviceUnavailable, "The cloud's answer does not fit the request.")
  }
}

extension RecordOperation {
  /// Deletions are unconditional unless they name a version.
  fileprivate var wire: RecordsModifyRequest.Operation {
    switch self {
    case .save(let record, let type):
      return .init(operationType: type, record: WireRecord(record))
    case .delete(let recordID, let tag):
      var record = WireRecord(recordName: recordID.recordName)
      record.zoneID = WireZoneID(recordID.zoneID)
      record.recordChangeTag = tag
      return .init(operationType: tag == nil ? .forceDelete : .delete, record: record)
    }
  }
}
