extension CloudFault {
  /// What a fault does to a request, an item, a notification, or the cloud's picture of an account.
  package enum Effect: Sendable, Equatable {
    /// Lets the request wait before it begins.
    case delay(milliseconds: Int)
    /// Closes the connection without an answer, with nothing done.
    case dropBefore
    /// Does what was asked, and closes the connection without an answer.
    case dropAfter
    /// Refuses the whole request; nothing is done.
    case fail(Failure)
    /// Refuses records inside `records/modify`; the rest of an atomic batch fails with them.
    case failRecords(Failure)
    /// Takes change tokens for expired; requests without one are left alone.
    case expireTokens
    case loseNotifications
    case duplicateNotifications
    case delayNotifications(milliseconds: Int)
    /// Lets queries see what the request writes so much later.
    case lagIndex(seconds: Double)
    /// Lets an owner store so much and no more.
    case limitQuota(bytes: Int64)
    /// Refuses everything that the account asks for.
    case accountState(AccountState)
    /// Stamps records so far from the true time; before it where negative.
    case skewClock(seconds: Double)
  }

  /// Why an account is of no use.
  ///
  /// Source: `CKAccountStatus`.
  package enum AccountState: String, Sendable, Hashable, CaseIterable {
    case noAccount, restricted, temporarilyUnavailable, couldNotDetermine
  }

  /// An error as the web protocol says it, and as the native code behind it.
  package struct Failure: Sendable, Equatable {
    package var code: ServerErrorCode
    /// For clients that ask for extensions; nil is what the web code means.
    package var nativeCode: CloudError.Code?
    package var retryAfterSeconds: Double?
    /// Nil is what the real service says.
    package var reason: String?

    package init(
      _ code: ServerErrorCode, nativeCode: CloudError.Code? = nil,
      retryAfterSeconds: Double? = nil, reason: String? = nil
    ) {
      self.code = code
      self.nativeCode = nativeCode
      self.retryAfterSeconds = retryAfterSeconds
      self.reason = reason
    }

    package var error: CloudError {
      var error = CloudError(
        nativeCode ?? code.code, reason ?? code.usualReason, retryAfterSeconds: retryAfterSeconds)
      if ServerErrorCode(error.code) != code { error.serverErrorCode = code }
      return error
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
