import CloudKit

/// All codes with their names and numbers.
///
/// Source: `CKError.Code` of Apple's header.
enum ErrorCodes {
  static let all: [(code: CKError.Code, name: String, number: Int)] = [
    (.internalError, "internalError", 1), (.partialFailure, "partialFailure", 2),
    (.networkUnavailable, "networkUnavailable", 3), (.networkFailure, "networkFailure", 4),
    (.badContainer, "badContainer", 5), (.serviceUnavailable, "serviceUnavailable", 6),
    (.requestRateLimited, "requestRateLimited", 7), (.missingEntitlement, "missingEntitlement", 8),
    (.notAuthenticated, "notAuthenticated", 9), (.permissionFailure, "permissionFailure", 10),
    (.unknownItem, "unknownItem", 11), (.invalidArguments, "invalidArguments", 12),
    (.resultsTruncated, "resultsTruncated", 13), (.serverRecordChanged, "serverRecordChanged", 14),
    (.serverRejectedRequest, "serverRejectedRequest", 15),
    (.assetFileNotFound, "assetFileNotFound", 16), (.assetFileModified, "assetFileModified", 17),
    (.incompatibleVersion, "incompatibleVersion", 18),
    (.constraintViolation, "constraintViolation", 19),
    (.operationCancelled, "operationCancelled", 20),
    (.changeTokenExpired, "changeTokenExpired", 21),
    (.batchRequestFailed, "batchRequestFailed", 22), (.zoneBusy, "zoneBusy", 23),
    (.badDatabase, "badDatabase", 24), (.quotaExceeded, "quotaExceeded", 25),
    (.zoneNotFound, "zoneNotFound", 26), (.limitExceeded, "limitExceeded", 27),
    (.userDeletedZone, "userDeletedZone", 28), (.tooManyParticipants, "tooManyParticipants", 29),
    (.alreadyShared, "alreadyShared", 30), (.referenceViolation, "referenceViolation", 31),
    (.managedAccountRestricted, "managedAccountRestricted", 32),
    (.participantMayNeedVerification, "participantMayNeedVerification", 33),
    (.serverResponseLost, "serverResponseLost", 34), (.assetNotAvailable, "assetNotAvailable", 35),
    (.accountTemporarilyUnavailable, "accountTemporarilyUnavailable", 36),
    (.participantAlreadyInvited, "participantAlreadyInvited", 37),
  ]

  /// The short names, as in `catch CKError.zoneBusy`.
  static let aliases: [(code: CKError.Code, number: Int)] = [
    (CKError.internalError, 1),
    (CKError.partialFailure, 2),
    (CKError.networkUnavailable, 3),
    (CKError.networkFailure, 4),
    (CKError.badContainer, 5),
    (CKError.serviceUnavailable, 6),
    (CKError.requestRateLimited, 7),
    (CKError.missingEntitlement, 8),
    (CKError.notAuthenticated, 9),
    (CKError.permissionFailure, 10),
    (CKError.unknownItem, 11),
    (CKError.invalidArguments, 12),
    (CKError.resultsTruncated, 13),
    (CKError.serverRecordChanged, 14),
    (CKError.serverRejectedRequest, 15),
    (CKError.assetFileNotFound, 16),
    (CKError.assetFileModified, 17),
    (CKError.incompatibleVersion, 18),
    (CKError.constraintViolation, 19),
    (CKError.operationCancelled, 20),
    (CKError.changeTokenExpired, 21),
    (CKError.batchRequestFailed, 22),
    (CKError.zoneBusy, 23),
    (CKError.badDatabase, 24),
    (CKError.quotaExceeded, 25),
    (CKError.zoneNotFound, 26),
    (CKError.limitExceeded, 27),
    (CKError.userDeletedZone, 28),
    (CKError.tooManyParticipants, 29),
    (CKError.alreadyShared, 30),
    (CKError.referenceViolation, 31),
    (CKError.managedAccountRestricted, 32),
    (CKError.participantMayNeedVerification, 33),
    (CKError.serverResponseLost, 34),
    (CKError.assetNotAvailable, 35),
    (CKError.accountTemporarilyUnavailable, 36),
    (CKError.participantAlreadyInvited, 37),
  ]

  static func name(_ code: CKError.Code) -> String {
    all.first { $0.code == code }?.name ?? "code \(code.rawValue)"
  }
}
