import CloudModel
import Foundation

/// Which zones of a database have changed since a token.
public final class CKFetchDatabaseChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  // As `CKOperation`.

  /// Nil for everything.
  public var previousServerChangeToken: CKServerChangeToken?
  /// The most zones of one answer; 0 leaves it to the cloud.
  public var resultsLimit = 0
  /// Whether the operation asks again while more changes follow.
  public var fetchAllChanges = true

  public var recordZoneWithIDChangedBlock: ((CKRecordZone.ID) -> Void)?
  public var recordZoneWithIDWasDeletedBlock: ((CKRecordZone.ID) -> Void)?
  public var recordZoneWithIDWasPurgedBlock: ((CKRecordZone.ID) -> Void)?
  public var recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock:
    ((CKRecordZone.ID) -> Void)?
  /// Everything up to this token has been told; it can be kept.
  public var changeTokenUpdatedBlock: ((CKServerChangeToken) -> Void)?
  public var fetchDatabaseChangesResultBlock:
    ((Result<(serverChangeToken: CKServerChangeToken, moreComing: Bool), any Error>) -> Void)?

  private var onEnd: ((CKServerChangeToken?, Bool, (any Error)?) -> Void)?
  private var end: (token: CKServerChangeToken, moreComing: Bool)?

  @available(*, deprecated, message: "Use fetchDatabaseChangesResultBlock.")
  public var fetchDatabaseChangesCompletionBlock:
    ((CKServerChangeToken?, Bool, (any Error)?) -> Void)?
  {
    get { onEnd }
    set { onEnd = newValue }
  }

  public override init() {}

  public convenience init(previousServerChangeToken: CKServerChangeToken?) {
    self.init()
    self.previousServerChangeToken = previousServerChangeToken
  }

  override func perform() async throws(CKError) {
    let access = try access()
    var token = previousServerChangeToken
    while true {
      let (page, viewpoint) = try await access.databaseChanges(
        since: token, limit: resultsLimit > 0 ? resultsLimit : nil)
      for zoneID in page.modifications.map({ viewpoint.zoneID($0) }) {
        tell { self.recordZoneWithIDChangedBlock?(zoneID) }
      }
      for deletion in page.deletions {
        let zoneID = viewpoint.zoneID(deletion.zoneID)
        tell { self.block(for: deletion.reason)?(zoneID) }
      }
      let next = CKServerChangeToken(page.changeToken)
      (token, end) = (next, (next, page.moreComing))
      guard page.moreComing, fetchAllChanges else { return }
      tell { self.changeTokenUpdatedBlock?(next) }
      guard !isCancelled else { throw .cancelled }
    }
  }

  /// A block for the reason; a zone is deleted, for apps that set none.
  private func block(for reason: DatabaseChanges.Deletion.Reason) -> ((CKRecordZone.ID) -> Void)? {
    switch reason {
    case .deleted: recordZoneWithIDWasDeletedBlock
    case .purged: recordZoneWithIDWasPurgedBlock ?? recordZoneWithIDWasDeletedBlock
    case .encryptedDataReset:
      recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock ?? recordZoneWithIDWasDeletedBlock
    }
  }

  override func conclude(_ error: CKError?) {
    if let end, error == nil {
      changeTokenUpdatedBlock?(end.token)
      fetchDatabaseChangesResultBlock?(.success((end.token, end.moreComing)))
    } else {
      fetchDatabaseChangesResultBlock?(.failure(error ?? .cancelled))
    }
    onEnd?(end?.token, end?.moreComing ?? false, error)
  }
}
