extension CloudFault {
  /// The effect of a fault on a request, an item, a notification, or the account status that the cloud reports.
  ///
  /// The tests of apps have those of `TestFault.Effect`, in CloudKitTesting.
  package enum Effect: Sendable, Equatable {
    /// Lets the request wait before it begins.
    case delay(milliseconds: Int)
    /// Closes the connection without an answer, with nothing done.
    case dropBefore
    /// Carries out the request, and closes the connection without an answer.
    case dropAfter
    /// Refuses the whole request; nothing is done.
    case fail(Failure)
    /// Refuses records inside `records/modify`; the rest of an atomic batch fails with them.
    case failRecords(Failure)
    /// Treats change tokens as expired; requests without a token are not affected.
    case expireTokens
    case loseNotifications
    case duplicateNotifications
    case delayNotifications(milliseconds: Int)
    /// Delays by this time when queries see what the request writes.
    case lagIndex(seconds: Double)
    /// Lets an owner store at most this much.
    case limitQuota(bytes: Int64)
    /// Refuses every request of the account.
    case accountState(AccountState)
    /// Shifts the timestamps of records by this much; a negative value makes them earlier.
    case skewClock(seconds: Double)
  }

  /// The reason why an account cannot be used.
  ///
  /// Source: `CKAccountStatus`.
  package enum AccountState: String, Sendable, Hashable, CaseIterable {
    case noAccount, restricted, temporarilyUnavailable, couldNotDetermine
  }

  /// An error as a code of the web protocol and, optionally, a native code.
  package struct Failure: Sendable, Equatable {
    package var code: ServerErrorCode
    /// For clients that ask for extensions; if nil, the code that the web code stands for.
    package var nativeCode: CloudError.Code?
    package var retryAfterSeconds: Double?
    /// If nil, the reason that the real service gives.
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

extension CloudFault.Effect {
  /// The name of the effect in JSON and on the command line.
  package var name: String {
    switch self {
    case .delay: "delay"
    case .dropBefore: "dropBefore"
    case .dropAfter: "dropAfter"
    case .fail: "fail"
    case .failRecords: "failRecords"
    case .expireTokens: "expireTokens"
    case .loseNotifications: "loseNotifications"
    case .duplicateNotifications: "duplicateNotifications"
    case .delayNotifications: "delayNotifications"
    case .lagIndex: "lagIndex"
    case .limitQuota: "limitQuota"
    case .accountState: "accountState"
    case .skewClock: "skewClock"
    }
  }
}
