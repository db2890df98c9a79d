import CloudModel
import Foundation

/// Looks up zones, or lists all of them.
public final class CKFetchRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
  // As `CKOperation`.

  /// Nil for all zones.
  public var recordZoneIDs: [CKRecordZone.ID]?
  public var perRecordZoneResultBlock: ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
  public var fetchRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?

  private var onEnd: (([CKRecordZone.ID: CKRecordZone]?, (any Error)?) -> Void)?
  private var results: ItemResults<CKRecordZone.ID, CKRecordZone> = []

  @available(*, deprecated, message: "Use fetchRecordZonesResultBlock.")
  public var fetchRecordZonesCompletionBlock:
    (([CKRecordZone.ID: CKRecordZone]?, (any Error)?) -> Void)?
  {
    get { onEnd }
    set { onEnd = newValue }
  }

  public override init() {}

  public convenience init(recordZoneIDs: [CKRecordZone.ID]) {
    self.init()
    self.recordZoneIDs = recordZoneIDs
  }

  public class func fetchAllRecordZonesOperation() -> Self { Self() }

  override func perform() async throws(CKError) {
    if let recordZoneIDs {
      results = try await access().zones(for: recordZoneIDs)
    } else {
      results = try await access().allZones().map { ($0.zoneID, .success($0)) }
    }
    for (id, result) in results {
      tell { self.perRecordZoneResultBlock?(id, result.mapError { $0 }) }
    }
  }

  override func conclude(_ error: CKError?) {
    fetchRecordZonesResultBlock?(error.map { .failure($0) } ?? .success(()))
    onEnd?(values(results), error ?? .ofItems(failures(results)))
  }
}

/// Makes and deletes zones.
public final class CKModifyRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
  // As `CKOperation`.

  public var recordZonesToSave: [CKRecordZone]?
  public var recordZoneIDsToDelete: [CKRecordZone.ID]?
  public var perRecordZoneSaveBlock: ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
  public var perRecordZoneDeleteBlock: ((CKRecordZone.ID, Result<Void, any Error>) -> Void)?
  public var modifyRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?

  private var onEnd: (([CKRecordZone]?, [CKRecordZone.ID]?, (any Error)?) -> Void)?
  private var saves: ItemResults<CKRecordZone.ID, CKRecordZone> = []
  private var deletions: ItemResults<CKRecordZone.ID, Void> = []

  @available(*, deprecated, message: "Use modifyRecordZonesResultBlock.")
  public var modifyRecordZonesCompletionBlock:
    (([CKRecordZone]?, [CKRecordZone.ID]?, (any Error)?) -> Void)?
  {
    get { onEnd }
    set { onEnd = newValue }
  }

  public override init() {}

  public convenience init(
    recordZonesToSave: [CKRecordZone]? = nil, recordZoneIDsToDelete: [CKRecordZone.ID]? = nil
  ) {
    self.init()
    self.recordZonesToSave = recordZonesToSave
    self.recordZoneIDsToDelete = recordZoneIDsToDelete
  }

  override func perform() async throws(CKError) {
    (saves, deletions) = try await access().modifyZones(
      saving: recordZonesToSave ?? [], deleting: recordZoneIDsToDelete ?? [])
    for (id, result) in saves {
      tell { self.perRecordZoneSaveBlock?(id, result.mapError { $0 }) }
    }
    for (id, result) in deletions {
      tell { self.perRecordZoneDeleteBlock?(id, result.mapError { $0 }) }
    }
  }

  override func conclude(_ error: CKError?) {
    modifyRecordZonesResultBlock?(error.map { .failure($0) } ?? .success(()))
    let failed = failures(saves).merging(failures(deletions)) { $1 }
    onEnd?(
      saves.compactMap { try? $0.result.get() },
      deletions.filter { $0.result.failure == nil }.map(\.id), error ?? .ofItems(failed))
  }
}
