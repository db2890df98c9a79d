import CloudModel
import Foundation

/// Looks up records by their names.
public final class CKFetchRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
  // As `CKOperation`.

  public var recordIDs: [CKRecord.ID]?
  /// The fields that are wanted; nil for all.
  public var desiredKeys: [CKRecord.FieldKey]?

  /// How much of a record's assets has arrived, from 0 to 1.
  public var perRecordProgressBlock: ((CKRecord.ID, Double) -> Void)?
  public var perRecordResultBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  public var fetchRecordsResultBlock: ((Result<Void, any Error>) -> Void)?

  private var onRecord: ((CKRecord?, CKRecord.ID?, (any Error)?) -> Void)?
  private var onEnd: (([CKRecord.ID: CKRecord]?, (any Error)?) -> Void)?
  private var results: ItemResults<CKRecord.ID, CKRecord> = []
  private var isForCurrentUser = false

  @available(*, deprecated, message: "Use perRecordResultBlock.")
  public var perRecordCompletionBlock: ((CKRecord?, CKRecord.ID?, (any Error)?) -> Void)? {
    get { onRecord }
    set { onRecord = newValue }
  }

  @available(*, deprecated, message: "Use fetchRecordsResultBlock.")
  public var fetchRecordsCompletionBlock: (([CKRecord.ID: CKRecord]?, (any Error)?) -> Void)? {
    get { onEnd }
    set { onEnd = newValue }
  }

  public override init() {}

  public convenience init(recordIDs: [CKRecord.ID]) {
    self.init()
    self.recordIDs = recordIDs
  }

  /// Looks up the signed-in user's own record; `recordIDs` becomes nil when it begins.
  ///
  /// Our choice: in the private database, which an operation has if no other is said, it finds the same record as in
  /// the public one. Apple's reference names no database. Source of `recordIDs`: its own page.
  public class func fetchCurrentUserRecordOperation() -> Self {
    let operation = Self()
    operation.isForCurrentUser = true
    return operation
  }

  override func perform() async throws(CKError) {
    var access = try access()
    var wanted = recordIDs ?? []
    if isForCurrentUser {
      recordIDs = nil
      let container = ContainerAccess(
        device: access.device, container: access.container, limits: access.limits)
      wanted = [try await container.userRecordID()]
      if access.scope == .private { access.scope = .public }
    }
    results = try await access.records(for: wanted, desiredKeys: desiredKeys) { id, part in
      self.tell { self.perRecordProgressBlock?(id, part) }
    }
    for (id, result) in results {
      tell {
        self.perRecordResultBlock?(id, result.mapError { $0 })
        self.onRecord?(try? result.get(), id, result.failure)
      }
    }
  }

  override func conclude(_ error: CKError?) {
    fetchRecordsResultBlock?(error.map { .failure($0) } ?? .success(()))
    onEnd?(values(results), error ?? .ofItems(failures(results)))
  }
}
