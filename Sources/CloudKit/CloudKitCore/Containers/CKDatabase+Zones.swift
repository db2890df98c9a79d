import CloudModel
import Foundation

extension CKDatabase {
  public typealias ModifyZonesResults = (
    saveResults: [CKRecordZone.ID: Result<CKRecordZone, any Error>],
    deleteResults: [CKRecordZone.ID: Result<Void, any Error>]
  )

  @discardableResult
  public func allRecordZones() async throws -> [CKRecordZone] { try await access.allZones() }

  @preconcurrency
  public func fetchAllRecordZones(
    completionHandler: @escaping @Sendable ([CKRecordZone]?, (any Error)?) -> Void
  ) {
    deliver({ () async throws(CKError) in try await self.access.allZones() }, to: completionHandler)
  }

  @discardableResult
  public func recordZone(for zoneID: CKRecordZone.ID) async throws -> CKRecordZone {
    try only(await access.zones(for: [zoneID]))
  }

  @preconcurrency
  public func fetch(
    withRecordZoneID zoneID: CKRecordZone.ID,
    completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
  ) {
    deliver(
      { () async throws(CKError) in try only(await self.access.zones(for: [zoneID])) },
      to: completionHandler)
  }

  /// Makes a zone; one that is there already stays as it is.
  @discardableResult
  public func save(_ zone: CKRecordZone) async throws -> CKRecordZone {
    try only(await access.modifyZones(saving: [zone], deleting: []).saves)
  }

  @preconcurrency
  public func save(
    _ zone: CKRecordZone,
    completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
  ) {
    deliver(
      { () async throws(CKError) in
        try only(await self.access.modifyZones(saving: [zone], deleting: []).saves)
      }, to: completionHandler)
  }

  /// Deletes a zone with everything in it; in the shared database, leaves it.
  @discardableResult
  public func deleteRecordZone(withID zoneID: CKRecordZone.ID) async throws -> CKRecordZone.ID {
    try await deleted(zoneID)
  }

  @preconcurrency
  public func delete(
    withRecordZoneID zoneID: CKRecordZone.ID,
    completionHandler: @escaping @Sendable (CKRecordZone.ID?, (any Error)?) -> Void
  ) {
    deliver({ () async throws(CKError) in try await self.deleted(zoneID) }, to: completionHandler)
  }

  private func deleted(_ zoneID: CKRecordZone.ID) async throws(CKError) -> CKRecordZone.ID {
    try only(await access.modifyZones(saving: [], deleting: [zoneID]).deletions)
    return zoneID
  }

  public func recordZones(
    for ids: [CKRecordZone.ID]
  ) async throws -> [CKRecordZone.ID: Result<CKRecordZone, any Error>] {
    byID(try await access.zones(for: ids))
  }

  @preconcurrency
  public func fetch(
    withRecordZoneIDs zoneIDs: [CKRecordZone.ID],
    completionHandler:
      @escaping @Sendable (
        Result<[CKRecordZone.ID: Result<CKRecordZone, any Error>], any Error>
      ) -> Void
  ) {
    deliver(
      { () async throws(CKError) in byID(try await self.access.zones(for: zoneIDs)) },
      to: completionHandler)
  }

  public func modifyRecordZones(
    saving recordZonesToSave: [CKRecordZone], deleting recordZoneIDsToDelete: [CKRecordZone.ID]
  ) async throws -> ModifyZonesResults {
    try await modified(recordZonesToSave, recordZoneIDsToDelete)
  }

  @preconcurrency
  public func modifyRecordZones(
    saving recordZonesToSave: [CKRecordZone], deleting recordZoneIDsToDelete: [CKRecordZone.ID],
    completionHandler: @escaping @Sendable (Result<ModifyZonesResults, any Error>) -> Void
  ) {
    deliver(
      { () async throws(CKError) in
        try await self.modified(recordZonesToSave, recordZoneIDsToDelete)
      }, to: completionHandler)
  }

  private func modified(
    _ zones: [CKRecordZone], _ ids: [CKRecordZone.ID]
  ) async throws(CKError) -> ModifyZonesResults {
    let results = try await access.modifyZones(saving: zones, deleting: ids)
    return (byID(results.saves), byID(results.deletions))
  }
}
