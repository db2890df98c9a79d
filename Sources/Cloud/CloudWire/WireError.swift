package import CloudModel

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
  /// The bytes that each member may store in the zone, if this limit is reached; only for clients that ask for
  /// extensions.
  package var memberBytes: Int64?

  package init(_ error: CloudError, uuid: String? = nil, extended: Bool = false) {
    self.uuid = uuid
    serverErrorCode = (error.serverErrorCode ?? ServerErrorCode(error.code)).rawValue
    reason = error.reason
    retryAfter = error.retryAfterSeconds
    ckErrorCode = extended ? error.code.rawValue : nil
    deletionReason = extended ? error.deletionReason : nil
    memberBytes = extended ? error.memberBytes : nil
  }

  /// The error as the engine knows it; by the exact number if the cloud sent it.
  package var cloudError: CloudError {
    var error = CloudError(
      ckErrorCode.flatMap(CloudError.Code.init)
        ?? ServerErrorCode(rawValue: serverErrorCode)?.code ?? .serverRejectedRequest,
      reason ?? serverErrorCode,
      retryAfterSeconds: retryAfter)
    error.deletionReason = deletionReason
    error.memberBytes = memberBytes
    return error
  }
}

extension ServerErrorCode {
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
