public import Foundation

/// The domain of CloudKit's errors.
public let CKErrorDomain = "CKErrorDomain"

/// In `userInfo` of `.partialFailure`: a dictionary from the identifier of each item that failed to its error.
public let CKPartialErrorsByItemIDKey = "CKPartialErrors"
/// In `userInfo`: the seconds to wait before another attempt, as a number.
public let CKErrorRetryAfterKey = "CKRetryAfter"
/// In `userInfo` of `.serverRecordChanged`: the record on which the client's changes build.
public let CKRecordChangedErrorAncestorRecordKey = "AncestorRecord"
/// In `userInfo` of `.serverRecordChanged`: the record as the cloud has it.
public let CKRecordChangedErrorServerRecordKey = "ServerRecord"
/// In `userInfo` of `.serverRecordChanged`: the record that the client wanted to save.
public let CKRecordChangedErrorClientRecordKey = "ClientRecord"
/// In `userInfo` of `.zoneNotFound`: true if the zone is gone because the user has reset encrypted data.
public let CKErrorUserDidResetEncryptedDataKey = "CKErrorUserDidResetEncryptedDataKey"

/// What went wrong with CloudKit; every error of this module is one.
public struct CKError: _BridgedStoredNSError {
  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == CKErrorDomain)
    _nsError = error
  }

  public static var errorDomain: String { CKErrorDomain }
  public static var _nsErrorDomain: String { CKErrorDomain }

  /// Source of the numbers: `CKError.Code` of Apple's header.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    public typealias _ErrorType = CKError

    case internalError = 1
    case partialFailure = 2
    case networkUnavailable = 3
    case networkFailure = 4
    case badContainer = 5
    case serviceUnavailable = 6
    case requestRateLimited = 7
    case missingEntitlement = 8
    case notAuthenticated = 9
    case permissionFailure = 10
    case unknownItem = 11
    case invalidArguments = 12
    case resultsTruncated = 13
    case serverRecordChanged = 14
    case serverRejectedRequest = 15
    case assetFileNotFound = 16
    case assetFileModified = 17
    case incompatibleVersion = 18
    case constraintViolation = 19
    case operationCancelled = 20
    case changeTokenExpired = 21
    case batchRequestFailed = 22
    case zoneBusy = 23
    case badDatabase = 24
    case quotaExceeded = 25
    case zoneNotFound = 26
    case limitExceeded = 27
    case userDeletedZone = 28
    case tooManyParticipants = 29
    case alreadyShared = 30
    case referenceViolation = 31
    case managedAccountRestricted = 32
    case participantMayNeedVerification = 33
    case serverResponseLost = 34
    case assetNotAvailable = 35
    case accountTemporarilyUnavailable = 36
    case participantAlreadyInvited = 37
  }
}

extension CKError {
  public static var internalError: Code { .internalError }
  public static var partialFailure: Code { .partialFailure }
  public static var networkUnavailable: Code { .networkUnavailable }
  public static var networkFailure: Code { .networkFailure }
  public static var badContainer: Code { .badContainer }
  public static var serviceUnavailable: Code { .serviceUnavailable }
  public static var requestRateLimited: Code { .requestRateLimited }
  public static var missingEntitlement: Code { .missingEntitlement }
  public static var notAuthenticated: Code { .notAuthenticated }
  public static var permissionFailure: Code { .permissionFailure }
  public static var unknownItem: Code { .unknownItem }
  public static var invalidArguments: Code { .invalidArguments }
  public static var resultsTruncated: Code { .resultsTruncated }
  public static var serverRecordChanged: Code { .serverRecordChanged }
  public static var serverRejectedRequest: Code { .serverRejectedRequest }
  public static var assetFileNotFound: Code { .assetFileNotFound }
  public static var assetFileModified: Code { .assetFileModified }
  public static var incompatibleVersion: Code { .incompatibleVersion }
  public static var constraintViolation: Code { .constraintViolation }
  public static var operationCancelled: Code { .operationCancelled }
  public static var changeTokenExpired: Code { .changeTokenExpired }
  public static var batchRequestFailed: Code { .batchRequestFailed }
  public static var zoneBusy: Code { .zoneBusy }
  public static var badDatabase: Code { .badDatabase }
  public static var quotaExceeded: Code { .quotaExceeded }
  public static var zoneNotFound: Code { .zoneNotFound }
  public static var limitExceeded: Code { .limitExceeded }
  public static var userDeletedZone: Code { .userDeletedZone }
  public static var tooManyParticipants: Code { .tooManyParticipants }
  public static var alreadyShared: Code { .alreadyShared }
  public static var referenceViolation: Code { .referenceViolation }
  public static var managedAccountRestricted: Code { .managedAccountRestricted }
  public static var participantMayNeedVerification: Code { .participantMayNeedVerification }
  public static var serverResponseLost: Code { .serverResponseLost }
  public static var assetNotAvailable: Code { .assetNotAvailable }
  public static var accountTemporarilyUnavailable: Code { .accountTemporarilyUnavailable }
  public static var participantAlreadyInvited: Code { .participantAlreadyInvited }
}

extension CKError {
  /// The errors of the items that failed, by their identifiers; only with `.partialFailure`.
  public var partialErrorsByItemID: [AnyHashable: any Error]? {
    _nsError.userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: any Error]
  }

  /// The record on which the client's changes build; only with `.serverRecordChanged`.
  public var ancestorRecord: CKRecord? {
    _nsError.userInfo[CKRecordChangedErrorAncestorRecordKey] as? CKRecord
  }

  /// The record as the cloud has it; only with `.serverRecordChanged`.
  public var serverRecord: CKRecord? {
    _nsError.userInfo[CKRecordChangedErrorServerRecordKey] as? CKRecord
  }

  /// The record that the client wanted to save; only with `.serverRecordChanged`.
  public var clientRecord: CKRecord? {
    _nsError.userInfo[CKRecordChangedErrorClientRecordKey] as? CKRecord
  }

  /// How long to wait before another attempt.
  public var retryAfterSeconds: Double? {
    (_nsError.userInfo[CKErrorRetryAfterKey] as? NSNumber)?.doubleValue
  }
}

extension CKError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The code in words and as a number, the sentence, and what else the error has.
  public var description: String {
    var parts = ["\"\(code.words)\" (\(code.rawValue))", "\"\(localizedDescription)\""]
    if let retryAfterSeconds { parts.append("retry after \(retryAfterSeconds) s") }
    if let partialErrorsByItemID {
      let errors = partialErrorsByItemID.map { "\($0.key): \($0.value)" }.sorted()
      parts.append("[\(errors.joined(separator: ", "))]")
    }
    return "<CKError: \(parts.joined(separator: "; "))>"
  }

  public var debugDescription: String { description }
}

extension CKError.Code {
  /// `Zone Not Found`.
  fileprivate var words: String {
    var words = ""
    for letter in "\(self)" {
      if letter.isUppercase { words += " " }
      words += words.isEmpty ? letter.uppercased() : String(letter)
    }
    return words
  }
}
