import CloudModel
import Foundation

extension CKError {
  /// An error with a sentence for people.
  package init(_ code: Code, _ reason: String, userInfo: [String: Any] = [:]) {
    var userInfo = userInfo
    userInfo[NSLocalizedDescriptionKey] = reason
    self.init(_nsError: NSError(domain: CKErrorDomain, code: code.rawValue, userInfo: userInfo))
  }

  /// What the cloud has answered.
  init(_ error: CloudError) {
    self.init(error, userInfo: [:])
  }

  /// The refusal of a save, with the three records of a conflict.
  init(_ error: CloudError, saving record: CKRecord, _ mapping: RecordMapping) {
    var userInfo: [String: Any] = [:]
    if error.code == .serverRecordChanged {
      userInfo[CKRecordChangedErrorClientRecordKey] = record
      userInfo[CKRecordChangedErrorAncestorRecordKey] = CKRecord(record.content.ancestor)
      userInfo[CKRecordChangedErrorServerRecordKey] =
        error.serverRecord.map { mapping.record($0, assets: [:]) }
    }
    self.init(error, userInfo: userInfo)
  }

  private init(_ error: CloudError, userInfo: [String: Any]) {
    var userInfo = userInfo
    if let seconds = error.retryAfterSeconds {
      userInfo[CKErrorRetryAfterKey] = NSNumber(value: seconds)
    }
    if error.deletionReason == .encryptedDataReset {
      userInfo[CKErrorUserDidResetEncryptedDataKey] = NSNumber(value: true)
    }
    self.init(
      Code(rawValue: error.code.rawValue) ?? .internalError, error.reason, userInfo: userInfo)
  }

  /// Some items failed: the error of a whole call in the forms that have no result for each item.
  package static func partial(_ errors: [AnyHashable: CKError]) -> CKError {
    CKError(
      .partialFailure, "\(errors.count) of the items failed.",
      userInfo: [CKPartialErrorsByItemIDKey: errors])
  }

  package static let cancelled = CKError(.operationCancelled, "The operation was cancelled.")

  /// Any error as one of this module.
  package init(any error: any Error) {
    switch error {
    case let error as CKError: self = error
    case let error as CloudError: self.init(error)
    case is CancellationError: self = .cancelled
    default: self.init(.internalError, "\(error)")
    }
  }
}
