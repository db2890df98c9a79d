import CloudModel
import CloudRules
import CloudStorage

/// One database of an `InProcessContainer`.
struct InProcessDatabase: CloudDatabase {
  let operations: InProcessOperations
  let assets: AssetService?
  let scope: DatabaseScope

  private var caller: Caller { operations.caller }

  func modifyRecordZones(
    saving zonesToSave: [RecordZone], deleting zoneIDsToDelete: [RecordZoneID]
  ) async throws(CloudError) -> (saveResults: SaveZoneResults, deleteResults: DeleteZoneResults) {
    let modifications =
      zonesToSave.map { ZoneModification.create($0.zoneID) }
      + zoneIDsToDelete.map { ZoneModification.delete($0) }
    var saves: SaveZoneResults = [:]
    var deletes: DeleteZoneResults = [:]
    let outcomes = try await operations.perform(
      "zones/modify", in: scope, about: modifications.map { .init($0.zoneID) }
    ) { service throws(CloudError) in
      try service.modifyZones(modifications, by: caller, in: scope)
    }
    for (modification, outcome) in zip(modifications, outcomes) {
      switch modification {
      case .create(let zoneID):
        saves[zoneID] = outcome.result.map { $0 ?? RecordZone(zoneID: zoneID) }
      case .delete(let zoneID):
        deletes[zoneID] = outcome.result.map { _ in }
      }
    }
    return (saves, deletes)
  }

  func allRecordZones() async throws(CloudError) -> [RecordZone] {
    try await operations.perform(
      "zones/list", in: scope
    ) { service throws(CloudError) in try service.zones(of: caller, in: scope) }
  }

  func recordZones(for zoneIDs: [RecordZoneID]) async throws(CloudError) -> SaveZoneResults {
    let outcomes = try await operations.perform(
      "zones/lookup", in: scope, about: zoneIDs.map { .init($0) }
    ) { service throws(CloudError) in try service.zones(for: zoneIDs, by: caller, in: scope) }
    return Dictionary(outcomes.map { ($0.zoneID, $0.result) }) { first, _ in first }
  }

  func modifyRecords(
    saving recordsToSave: [Record], deleting recordIDsToDelete: [RecordID],
    savePolicy: RecordSavePolicy, atomically: Bool, desiredKeys: [String]?
  ) async throws(CloudError) -> (saveResults: SaveResults, deleteResults: DeleteResults) {
    let changes =
      recordsToSave.map { RecordOperation.save($0, savePolicy: savePolicy) }
      + recordIDsToDelete.map { RecordOperation.delete($0, recordChangeTag: nil) }
    let outcomes = try await operations.perform(
      "records/modify", in: scope, about: changes.map(\.target),
      writing: Set(changes.map(\.recordID.zoneID))
    ) { service throws(CloudError) in
      try service.modifyRecords(
        changes.map { RecordModification($0, desiredKeys: desiredKeys) }, atomically: atomically,
        by: caller, in: scope)
    }
    var saves: SaveResults = [:]
    var deletes: DeleteResults = [:]
    for (operation, outcome) in zip(changes, outcomes) {
      switch operation {
      case .save(let record, _):
        saves[record.recordID] = addressed(outcome.result.map { $0 ?? record })
      case .delete(let recordID, _): deletes[recordID] = outcome.result.map { _ in }
      }
    }
    return (saves, deletes)
  }

  func records(
    for recordIDs: [RecordID], desiredKeys: [String]?
  ) async throws(CloudError) -> SaveResults {
    let found = try await operations.perform(
      "records/lookup", in: scope, about: recordIDs.map { .init($0) }
    ) { service throws(CloudError) in
      try service.records(for: recordIDs.map { ($0, desiredKeys) }, by: caller, in: scope)
    }
    return Dictionary(found.map { ($0.recordID, addressed($0.result)) }) { first, _ in first }
  }

  func databaseChanges(
    since changeToken: ServerChangeToken?, resultsLimit: Int?
  ) async throws(CloudError) -> DatabaseChanges {
    let page = try await operations.perform(
      "changes/database", in: scope
    ) { service throws(CloudError) in
      try service.databaseChanges(
        since: changeToken, resultsLimit: resultsLimit, by: caller, in: scope)
    }
    return DatabaseChanges(page)
  }

  func recordZoneChanges(
    inZoneWith zoneID: RecordZoneID, since changeToken: ServerChangeToken?,
    desiredKeys: [String]?, resultsLimit: Int?
  ) async throws(CloudError) -> RecordZoneChanges {
    let request = ZoneChangesRequest(
      zoneID: zoneID, changeToken: changeToken, desiredKeys: desiredKeys,
      resultsLimit: resultsLimit)
    let pages = try await operations.perform(
      "changes/zone", in: scope, about: [.init(zoneID)]
    ) { service throws(CloudError) in
      try service.zoneChanges([request], by: caller, in: scope)
    }
    guard let page = pages.first else {
      throw CloudError(.zoneNotFound, "Zone does not exist")
    }
    var changes = RecordZoneChanges(try page.result.get())
    changes.modifications = changes.modifications.map(addressed)
    return changes
  }
}

extension RecordOperation {
  fileprivate var target: FaultEvent.Target {
    switch self {
    case .save(let record, _): .init(record.recordID, recordType: record.recordType)
    case .delete(let recordID, _): .init(recordID)
    }
  }
}
