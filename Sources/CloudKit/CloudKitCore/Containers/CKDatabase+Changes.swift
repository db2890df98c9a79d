import CloudModel
import Foundation

extension CKDatabase {
  /// A change in the list of zones.
  public enum DatabaseChange {
    public struct Modification: Hashable, Sendable {
      public let zoneID: CKRecordZone.ID
    }

    public struct Deletion: Hashable, Sendable {
      public enum Reason: Hashable, Sendable {
        case deleted
        /// The user has removed the data of the app.
        case purged
        /// The user has reset encrypted data; the device may upload what it has again.
        case encryptedDataReset
      }

      public let zoneID: CKRecordZone.ID
      public let reason: Reason

      @available(*, deprecated, message: "Use reason.")
      public var purged: Bool { reason == .purged }
    }
  }

  /// A change in a zone.
  public enum RecordZoneChange {
    public struct Modification: Hashable, Sendable {
      public let record: CKRecord

      package init(record: CKRecord) { self.record = record }
    }

    public struct Deletion: Hashable, Sendable {
      public let recordID: CKRecord.ID
      public let recordType: CKRecord.RecordType

      package init(recordID: CKRecord.ID, recordType: CKRecord.RecordType) {
        self.recordID = recordID
        self.recordType = recordType
      }
    }
  }

  public typealias DatabaseChanges = (
    modifications: [DatabaseChange.Modification], deletions: [DatabaseChange.Deletion],
    changeToken: CKServerChangeToken, moreComing: Bool
  )
  public typealias RecordZoneChanges = (
    modificationResultsByID: [CKRecord.ID: Result<RecordZoneChange.Modification, any Error>],
    deletions: [RecordZoneChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool
  )

  /// One page of the zones that have changed since a token; all zones without one.
  public func databaseChanges(
    since token: CKServerChangeToken?, resultsLimit: Int? = nil
  ) async throws -> DatabaseChanges {
    try await changes(since: token, resultsLimit)
  }

  @preconcurrency
  public func fetchDatabaseChanges(
    since token: CKServerChangeToken?, resultsLimit: Int? = nil,
    completionHandler: @escaping @Sendable (Result<DatabaseChanges, any Error>) -> Void
  ) {
    deliver(
      { () async throws(CKError) in try await self.changes(since: token, resultsLimit) },
      to: completionHandler)
  }

  /// One page of the records of a zone that have changed since a token; all records without one.
  public func recordZoneChanges(
    inZoneWith zoneID: CKRecordZone.ID, since token: CKServerChangeToken?,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int? = nil
  ) async throws -> RecordZoneChanges {
    try await zoneChanges(zoneID, token, desiredKeys, resultsLimit)
  }

  @preconcurrency
  public func fetchRecordZoneChanges(
    inZoneWith zoneID: CKRecordZone.ID, since token: CKServerChangeToken?,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int? = nil,
    completionHandler: @escaping @Sendable (Result<RecordZoneChanges, any Error>) -> Void
  ) {
    deliver(
      { () async throws(CKError) in
        try await self.zoneChanges(zoneID, token, desiredKeys, resultsLimit)
      }, to: completionHandler)
  }

  private func changes(
    since token: CKServerChangeToken?, _ limit: Int?
  ) async throws(CKError) -> DatabaseChanges {
    let (page, viewpoint) = try await access.databaseChanges(since: token, limit: limit)
    return (
      page.modifications.map { .init(zoneID: viewpoint.zoneID($0)) },
      page.deletions.map { .init(zoneID: viewpoint.zoneID($0.zoneID), reason: .init($0.reason)) },
      CKServerChangeToken(page.changeToken), page.moreComing
    )
  }

  private func zoneChanges(
    _ zoneID: CKRecordZone.ID, _ token: CKServerChangeToken?, _ keys: [CKRecord.FieldKey]?,
    _ limit: Int?
  ) async throws(CKError) -> RecordZoneChanges {
    let page = try await access.zoneChanges(
      in: zoneID, since: token, desiredKeys: keys, limit: limit)
    return (
      byID(page.changes.map { ($0.id, $0.result.map(RecordZoneChange.Modification.init)) }),
      page.deletions.map { .init(recordID: $0.recordID, recordType: $0.recordType) },
      page.token, page.moreComing
    )
  }
}

extension CKDatabase.DatabaseChange.Deletion.Reason {
  init(_ reason: CloudModel.DatabaseChanges.Deletion.Reason) {
    self =
      switch reason {
      case .deleted: .deleted
      case .purged: .purged
      case .encryptedDataReset: .encryptedDataReset
      }
  }
}
