/// An error body, and the error keys of an item in an answer.
package struct WireError: Codable, Sendable {
  package var uuid: String?
  package var serverErrorCode: String
  package var reason: String?
  package var retryAfter: Double?
  package var redirectURL: String?
  /// CloudKit's exact error number; only for clients that ask for extensions.
  package var ckErrorCode: Int?
  /// The reason why the zone was deleted; only for clients that ask for extensions.
  package var deletionReason: DatabaseChanges.Deletion.Reason?

  package init(_ error: CloudError, uuid: String? = nil, extended: Bool = false) {
    self.uuid = uuid
    serverErrorCode = (error.serverErrorCode ?? ServerErrorCode(error.code)).rawValue
    reason = error.reason
    retryAfter = error.retryAfterSeconds
    ckErrorCode = extended ? error.code.rawValue : nil
    deletionReason = extended ? error.deletionReason : nil
  }

  /// The error as the engine knows it; by the exact number if the cloud sent it.
  package var cloudError: CloudError {
    var error = CloudError(
      ckErrorCode.flatMap(CloudError.Code.init)
        ?? ServerErrorCode(rawValue: serverErrorCode)?.code ?? .serverRejectedRequest,
      reason ?? serverErrorCode,
      retryAfterSeconds: retryAfter)
    error.deletionReason = deletionReason
    return error
  }
}

/// The error codes of the web protocol.
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

  /// The code that stands for `code` on the wire.
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

  /// The HTTP status if the whole request failed with this code.
  package var httpStatus: Int {
    switch self {
    case .accessDenied: 403
    case .atomicError, .badRequest, .changeTokenExpired: 400
    case .authenticationFailed: 401
    case .authenticationRequired: 421
    case .conflict, .exists, .uniqueFieldError, .zoneBusy: 409
    case .internalError: 500
    case .notFound, .zoneNotFound: 404
    case .quotaExceeded: 413
    case .throttled: 429
    case .tryAgainLater: 503
    case .validatingReferenceError: 412
    }
  }
}
