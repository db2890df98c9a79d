import CloudModel
import Foundation

extension DatabaseAccess {
  /// What is to be saved and deleted together.
  struct Changes {
    var saves: [CKRecord]
    var deletions: [CKRecord.ID]
    var savePolicy = RecordSavePolicy.ifServerRecordUnchanged
    var isAtomic = true
    /// Called on any thread with the part of a record's assets that has been sent, from 0 to 1.
    var progress: @Sendable (CKRecord, Double) -> Void = { _, _ in }
  }

  struct ModifyResults {
    var saves: ItemResults<CKRecord.ID, CKRecord> = []
    var deletions: ItemResults<CKRecord.ID, Void> = []

    var isEmpty: Bool { saves.isEmpty && deletions.isEmpty }
  }

  private enum Item {
    case save(CKRecord)
    case delete(CKRecord.ID)

    var recordID: CKRecord.ID {
      switch self {
      case .save(let record): record.recordID
      case .delete(let recordID): recordID
      }
    }
  }

  /// Saves and deletes; saved records are brought up to date in place, and are what the results have.
  ///
  /// Each zone is a request of its own, and atomic by itself; the default zone and the public database never are. What
  /// is saved already is told also where a later request fails.
  func modify(_ changes: Changes) async throws(CKError) -> ModifyResults {
    try Self.checkCount(changes.saves.count + changes.deletions.count)
    let session = try await open()
    let items = changes.saves.map(Item.save) + changes.deletions.map(Item.delete)
    let zones = items.grouped { session.viewpoint.zoneID($0.recordID.zoneID) }
    var results = ModifyResults()
    try await each(zones.map(\.items)) { items throws(CKError) in
      let zoneID = session.viewpoint.zoneID(items[0].recordID.zoneID)
      try await modify(
        items, of: changes, isAtomic: isAtomic(zoneID, changes), session, into: &results)
    } fail: { items, error in
      for item in items {
        switch item {
        case .save(let record): results.saves.append((record.recordID, .failure(error)))
        case .delete(let recordID): results.deletions.append((recordID, .failure(error)))
        }
      }
    }
    return results
  }

  private func isAtomic(_ zoneID: RecordZoneID, _ changes: Changes) -> Bool {
    changes.isAtomic && scope != .public && zoneID.zoneName != RecordZoneID.defaultZoneName
  }

  private func modify(
    _ items: [Item], of changes: Changes, isAtomic: Bool, _ session: Session,
    into results: inout ModifyResults
  ) async throws(CKError) {
    var request = Request()
    // Appended only once the request has been answered: one that fails as a whole is told of all its items.
    var outcome = ModifyResults()
    for item in items {
      switch item {
      case .delete(let id): request.deletions.append((id, session.viewpoint.recordID(id)))
      case .save(let record):
        if let share = record as? CKShare, share.isWithoutRoot(in: changes.saves) {
          outcome.saves.append((record.recordID, .failure(Self.shareWithoutRoot)))
          continue
        }
        do throws(CloudError) {
          request.saves.append((record, try await wire(record, of: changes, session)))
        } catch {
          outcome.saves.append((record.recordID, .failure(CKError(error))))
        }
      }
    }
    try await refuse(&request, in: session, into: &outcome)
    let (saves, deletions) = (request.saves, request.deletions)
    if isAtomic, !outcome.isEmpty {
      // Nothing is sent of a batch that cannot be saved as a whole.
      let innocent = Self.innocentInBatch
      outcome.saves += saves.map { ($0.record.recordID, .failure(innocent)) }
      outcome.deletions += deletions.map { ($0.id, .failure(innocent)) }
    } else if !saves.isEmpty || !deletions.isEmpty {
      let (records, names) = (saves.map(\.wire), deletions.map(\.wire))
      let answer = try await limits.calling { () async throws(CloudError) in
        try await session.database.modifyRecords(
          saving: records, deleting: names, savePolicy: changes.savePolicy, atomically: isAtomic)
      }
      for (record, wire) in saves {
        let result = answer.saveResults[wire.recordID] ?? .failure(Self.unanswered)
        outcome.saves.append((record.recordID, Self.saved(record, result, session)))
      }
      for (id, wire) in deletions {
        let result = answer.deleteResults[wire] ?? .failure(Self.unanswered)
        outcome.deletions.append((id, result.mapError { CKError($0) }))
      }
    }
    results.saves += outcome.saves
    results.deletions += outcome.deletions
  }

  private static let innocentInBatch = CKError(
    .batchRequestFailed, "Another item of the same batch failed, and the batch is atomic.")
  private static let shareWithoutRoot = CKError(
    .invalidArguments,
    "An added share is being saved without its rootRecord being saved in the same operation.")
  private static let unanswered = CloudError(
    .serviceUnavailable, "The cloud's answer says nothing about this item.")

  private func wire(
    _ record: CKRecord, of changes: Changes, _ session: Session
  ) async throws(CloudError) -> Record {
    let wire = try session.mapping.record(record, savePolicy: changes.savePolicy)
    return try await limits.run { () async throws(CloudError) in
      try await RecordAssets(session.database).upload(wire, of: record) {
        changes.progress(record, $0)
      }
    }
  }

  private static func saved(
    _ record: CKRecord, _ result: Result<Record, CloudError>, _ session: Session
  ) -> Result<CKRecord, CKError> {
    switch result {
    case .success(let answer):
      record.content = session.mapping.content(answer, assets: [:]).keepingAssets(
        of: record.content)
      if let share = record as? CKShare, let saved = answer.share {
        share.take(saved, session.viewpoint)
      }
      return .success(record)
    case .failure(let error):
      return .failure(CKError(error, saving: record, session.mapping))
    }
  }

  /// Looks up records, with the bytes of the assets that are among the wanted keys.
  ///
  /// `progress` is called on any thread with the part of a record's assets that has arrived, from 0 to 1.
  func records(
    for recordIDs: [CKRecord.ID], desiredKeys: [CKRecord.FieldKey]?,
    progress: @escaping @Sendable (CKRecord.ID, Double) -> Void = { _, _ in }
  ) async throws(CKError) -> ItemResults<CKRecord.ID, CKRecord> {
    try Self.checkCount(recordIDs.count)
    let session = try await open()
    var found: [CKRecord.ID: Result<CKRecord, CKError>] = [:]
    let zones = recordIDs.grouped { session.viewpoint.zoneID($0.zoneID) }
    try await each(zones.flatMap { $0.items.chunks(of: Self.requestLimit) }) {
      ids throws(CKError) in
      let names = ids.map { session.viewpoint.recordID($0) }
      let answer = try await limits.calling { () async throws(CloudError) in
        try await session.database.records(for: names, desiredKeys: desiredKeys)
      }
      for (id, name) in zip(ids, names) {
        let result = answer[name] ?? .failure(Self.unanswered)
        found[id] = await fetched(result, session) { progress(id, $0) }
      }
    } fail: { ids, error in
      for id in ids { found[id] = .failure(error) }
    }
    return recordIDs.compactMap { id in found[id].map { (id, $0) } }
  }

  /// A record of an answer as the app's, with the files of its assets.
  func fetched(
    _ result: Result<Record, CloudError>, _ session: Session,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async -> Result<CKRecord, CKError> {
    do throws(CloudError) {
      let record = try result.get()
      let files = try await limits.run { () async throws(CloudError) in
        try await RecordAssets(session.database).download(record, progress: progress)
      }
      return .success(session.mapping.record(record, assets: files))
    } catch {
      return .failure(CKError(error))
    }
  }
}

extension CKShare {
  /// Whether this is a new share of a record that is not saved with it.
  fileprivate func isWithoutRoot(in saves: [CKRecord]) -> Bool {
    guard let rootRecordName, recordChangeTag == nil else { return false }
    return !saves.contains {
      $0.recordID.recordName == rootRecordName && $0.recordID.zoneID == recordID.zoneID
    }
  }
}
