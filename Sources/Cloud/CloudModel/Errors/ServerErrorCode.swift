/// The error codes of CloudKit Web Services.
///
/// Source: CloudKit Web Services Reference, Error Codes; the last two from live captures.
package enum ServerErrorCode: String, Sendable, CaseIterable {
  case accessDenied = "ACCESS_DENIED"
  case atomicError = "ATOMIC_ERROR"
  case authenticationFailed = "AUTHENTICATION_FAILED"
  case authenticationRequired = "AUTHENTICATION_REQUIRED"
  case badRequest = "BAD_REQUEST"
  case conflict = "CONFLICT"
  case exists = "EXISTS"
  case internalError = "INTERNAL_ERROR"
  case notFound = "NOT_FOUND"
  case quotaExceeded = "QUOTA_EXCEEDED"
  case throttled = "THROTTLED"
  case tryAgainLater = "TRY_AGAIN_LATER"
  case validatingReferenceError = "VALIDATING_REFERENCE_ERROR"
  case zoneNotFound = "ZONE_NOT_FOUND"
  case uniqueFieldError = "UNIQUE_FIELD_ERROR"
  case zoneBusy = "ZONE_BUSY"
  case changeTokenExpired = "CHANGE_TOKEN_EXPIRED"

  /// The code that stands for a native one.
  package init(_ code: CloudError.Code) {
    self =
      switch code {
      case .permissionFailure, .managedAccountRestricted, .missingEntitlement,
        .participantMayNeedVerification:
        .accessDenied
      case .batchRequestFailed: .atomicError
      case .notAuthenticated: .authenticationRequired
      case .badContainer, .badDatabase, .invalidArguments, .serverRejectedRequest, .limitExceeded,
        .tooManyParticipants, .alreadyShared, .participantAlreadyInvited, .incompatibleVersion,
        .partialFailure,
        .resultsTruncated, .operationCancelled, .assetFileNotFound, .assetFileModified:
        .badRequest
      case .serverRecordChanged: .conflict
      case .internalError: .internalError
      case .unknownItem: .notFound
      case .quotaExceeded: .quotaExceeded
      case .requestRateLimited: .throttled
      case .serviceUnavailable, .networkUnavailable, .networkFailure, .serverResponseLost,
        .assetNotAvailable, .accountTemporarilyUnavailable:
        .tryAgainLater
      case .referenceViolation: .validatingReferenceError
      case .zoneNotFound, .userDeletedZone: .zoneNotFound
      case .constraintViolation: .uniqueFieldError
      case .zoneBusy: .zoneBusy
      case .changeTokenExpired: .changeTokenExpired
      }
  }

  /// The native error code for a client that has no further information.
  package var code: CloudError.Code {
    switch self {
    case .accessDenied: .permissionFailure
    case .atomicError: .batchRequestFailed
    case .authenticationFailed, .authenticationRequired: .notAuthenticated
    case .badRequest: .invalidArguments
    case .conflict, .exists: .serverRecordChanged
    case .internalError: .internalError
    case .notFound: .unknownItem
    case .quotaExceeded: .quotaExceeded
    case .throttled: .requestRateLimited
    case .tryAgainLater: .serviceUnavailable
    case .validatingReferenceError: .referenceViolation
    case .zoneNotFound: .zoneNotFound
    case .uniqueFieldError: .constraintViolation
    case .zoneBusy: .zoneBusy
    case .changeTokenExpired: .changeTokenExpired
    }
  }
}

extension ServerErrorCode {
  /// A sentence as the service gives with this code.
  ///
  /// Source: `docs/protocol.md`; those of `THROTTLED` and `ZONE_BUSY` are from captures.
  package var usualReason: String {
    switch self {
    case .accessDenied: "WRITE operation not permitted"
    case .atomicError: "Another item of the atomic batch failed"
    case .authenticationFailed: "Authentication failed"
    case .authenticationRequired: "request needs authorization"
    case .badRequest: "BadRequestException: Unexpected input"
    case .conflict: "client oplock error updating record"
    case .exists: "resource already exists"
    case .internalError: "Internal server error"
    case .notFound: "Record not found"
    case .quotaExceeded: "Quota exceeded"
    case .throttled: "Database throttled, retry later"
    case .tryAgainLater: "Service temporarily unavailable, try again later"
    case .validatingReferenceError: "Validating reference error"
    case .zoneNotFound: "Zone does not exist"
    case .uniqueFieldError: "Uniqueness constraint violation. Rejecting update"
    case .zoneBusy:
      "Sync zone CAS Op-Lock failed. There was a concurrent write and this operation was "
        + "rejected. Retry request..."
    case .changeTokenExpired: "The feed no longer reaches back to this token."
    }
  }
}
