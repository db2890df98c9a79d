import CloudDevices
import CloudModel
import Foundation

/// Single records.
extension CKDatabase {
  @discardableResult
  public func record(for recordID: CKRecord.ID) async throws -> CKRecord {
    try await found(recordID)
  }

  @preconcurrency
  public func fetch(
    withRecordID recordID: CKRecord.ID,
    completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
  ) {
    deliver({ () async throws(CKError) in try await self.found(recordID) }, to: completionHandler)
  }

  /// Saves a record if nobody else has saved it since it was read; it is brought up to date in place.
  @discardableResult
  public func save(_ record: CKRecord) async throws -> CKRecord { try await saved(record) }

  @preconcurrency
  public func save(
    _ record: CKRecord, completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
  ) {
    deliver({ () async throws(CKError) in try await self.saved(record) }, to: completionHandler)
  }

  @discardableResult
  public func deleteRecord(withID recordID: CKRecord.ID) async throws -> CKRecord.ID {
    try await deleted(recordID)
  }

  @preconcurrency
  public func delete(
    withRecordID recordID: CKRecord.ID,
    completionHandler: @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void
  ) {
    deliver({ () async throws(CKError) in try await self.deleted(recordID) }, to: completionHandler)
  }

  private func found(_ recordID: CKRecord.ID) async throws(CKError) -> CKRecord {
    try only(await access.records(for: [recordID], desiredKeys: nil))
  }

  private func saved(_ record: CKRecord) async throws(CKError) -> CKRecord {
    try only(await access.modify(.init(saves: [record], deletions: [])).saves)
  }

  private func deleted(_ recordID: CKRecord.ID) async throws(CKError) -> CKRecord.ID {
    let results = try await access.modify(.init(saves: [], deletions: [recordID])).deletions
    try only(results)
    return recordID
  }
}

/// Many records at once.
extension CKDatabase {
  public typealias ModifyResults = (
    saveResults: [CKRecord.ID: Result<CKRecord, any Error>],
    deleteResults: [CKRecord.ID: Result<Void, any Error>]
  )

  public func records(
    for ids: [CKRecord.ID], desiredKeys: [CKRecord.FieldKey]? = nil
  ) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
    byID(try await access.records(for: ids, desiredKeys: desiredKeys))
  }

  @preconcurrency
  public func fetch(
    withRecordIDs recordIDs: [CKRecord.ID], desiredKeys: [CKRecord.FieldKey]? = nil,
    completionHandler:
      @escaping @Sendable (
        Result<[CKRecord.ID: Result<CKRecord, any Error>], any Error>
      ) -> Void
  ) {
    deliver(
      { () async throws(CKError) in
        byID(try await self.access.records(for: recordIDs, desiredKeys: desiredKeys))
      }, to: completionHandler)
  }

  /// Saves and deletes; it throws only where the whole call failed, and what failed of one record is its result.
  ///
  /// With `atomically`, a choice of the device makes it throw `.partialFailure` where a record has failed.
  public func modifyRecords(
    saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecord.ID],
    savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
    atomically: Bool = true
  ) async throws -> ModifyResults {
    try await modified(recordsToSave, recordIDsToDelete, savePolicy, atomically)
  }

  /// The same, whatever the device's choices are: what failed of one record is its result.
  package func results(
    ofSaving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecord.ID],
    atomically isAtomic: Bool
  ) async throws(CKError) -> ModifyResults {
    let results = try await access.modify(
      .init(saves: recordsToSave, deletions: recordIDsToDelete, isAtomic: isAtomic))
    return (byID(results.saves), byID(results.deletions))
  }

  @preconcurrency
  public func modifyRecords(
    saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecord.ID],
    savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
    atomically: Bool = true,
    completionHandler: @escaping @Sendable (Result<ModifyResults, any Error>) -> Void
  ) {
    deliver(
      { () async throws(CKError) in
        try await self.modified(recordsToSave, recordIDsToDelete, savePolicy, atomically)
      }, to: completionHandler)
  }

  private func modified(
    _ saves: [CKRecord], _ deletions: [CKRecord.ID],
    _ savePolicy: CKModifyRecordsOperation.RecordSavePolicy, _ isAtomic: Bool
  ) async throws(CKError) -> ModifyResults {
    let results = try await access.modify(
      .init(
        saves: saves, deletions: deletions, savePolicy: savePolicy.cloud, isAtomic: isAtomic))
    if isAtomic, access.choices.atomicFailure == .thrown,
      let error = CKError.ofItems(
        failures(results.saves).merging(failures(results.deletions)) { $1 })
    {
      throw error
    }
    return (byID(results.saves), byID(results.deletions))
  }
}
