import CloudModel
public import Foundation

/// Saves and deletes records.
public final class CKModifyRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
  // As `CKOperation`.

  /// What a save may overwrite.
  public enum RecordSavePolicy: Int, Sendable {
    /// Only the version that the record was read as; a new record must not exist yet.
    case ifServerRecordUnchanged = 0
    /// The fields that the app has changed, whatever the cloud has.
    case changedKeys = 1
    /// The whole record, whatever the cloud has.
    case allKeys = 2

    var cloud: CloudModel.RecordSavePolicy {
      switch self {
      case .ifServerRecordUnchanged: .ifServerRecordUnchanged
      case .changedKeys: .changedKeys
      case .allKeys: .allKeys
      }
    }
  }

  public var recordsToSave: [CKRecord]?
  public var recordIDsToDelete: [CKRecord.ID]?
  public var savePolicy = RecordSavePolicy.ifServerRecordUnchanged
  public var isAtomic = true
  /// Kept, and not sent: this cloud does not tell clients of it.
  public var clientChangeTokenData: Data?

  /// How much of a record's assets has been sent, from 0 to 1.
  public var perRecordProgressBlock: ((CKRecord, Double) -> Void)?
  public var perRecordSaveBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  public var perRecordDeleteBlock: ((CKRecord.ID, Result<Void, any Error>) -> Void)?
  /// Whether the operation as a whole succeeded; what failed of one record is only in the blocks for records.
  public var modifyRecordsResultBlock: ((Result<Void, any Error>) -> Void)?

  private var onRecord: ((CKRecord, (any Error)?) -> Void)?
  private var onEnd: (([CKRecord]?, [CKRecord.ID]?, (any Error)?) -> Void)?
  private var results = DatabaseAccess.ModifyResults()

  @available(*, deprecated, message: "Use perRecordSaveBlock.")
  public var perRecordCompletionBlock: ((CKRecord, (any Error)?) -> Void)? {
    get { onRecord }
    set { onRecord = newValue }
  }

  @available(*, deprecated, message: "Use modifyRecordsResultBlock.")
  public var modifyRecordsCompletionBlock: (([CKRecord]?, [CKRecord.ID]?, (any Error)?) -> Void)? {
    get { onEnd }
    set { onEnd = newValue }
  }

  public override init() {}

  public convenience init(
    recordsToSave: [CKRecord]? = nil, recordIDsToDelete: [CKRecord.ID]? = nil
  ) {
    self.init()
    self.recordsToSave = recordsToSave
    self.recordIDsToDelete = recordIDsToDelete
  }

  override func perform() async throws(CKError) {
    let saves = recordsToSave ?? []
    let changes = DatabaseAccess.Changes(
      saves: saves, deletions: recordIDsToDelete ?? [], savePolicy: savePolicy.cloud,
      isAtomic: isAtomic,
      progress: { record, part in self.tell { self.perRecordProgressBlock?(record, part) } })
    let results = try await access().modify(changes)
    for (id, result) in results.saves {
      let record = saves.first { $0.recordID == id }
      tell {
        self.perRecordSaveBlock?(id, result.mapError { $0 })
        if let record { self.onRecord?(record, result.failure) }
      }
    }
    for (id, result) in results.deletions {
      tell { self.perRecordDeleteBlock?(id, result.mapError { $0 }) }
    }
    self.results = results
  }

  override func conclude(_ error: CKError?) {
    let failed = failures(results.saves).merging(failures(results.deletions)) { $1 }
    modifyRecordsResultBlock?(error.map { .failure($0) } ?? .success(()))
    onEnd?(
      results.saves.compactMap { try? $0.result.get() },
      results.deletions.filter { $0.result.failure == nil }.map(\.id),
      error ?? .ofItems(failed))
  }
}

extension Result {
  var failure: Failure? {
    guard case .failure(let failure) = self else { return nil }
    return failure
  }
}

extension CKError {
  /// What the older blocks report of items that failed; nil if none did.
  static func ofItems(_ failures: [AnyHashable: CKError]) -> CKError? {
    failures.isEmpty ? nil : .partial(failures)
  }
}

/// The errors of the items that failed.
func failures<ID: Hashable, Value>(
  _ results: ItemResults<ID, Value>
) -> [AnyHashable: CKError] {
  var failures: [AnyHashable: CKError] = [:]
  for (id, result) in results { failures[id] = result.failure }
  return failures
}

/// The values of the items that did not fail, by their identifiers.
func values<ID: Hashable, Value>(_ results: ItemResults<ID, Value>) -> [ID: Value] {
  var values: [ID: Value] = [:]
  for (id, result) in results { values[id] = try? result.get() }
  return values
}
