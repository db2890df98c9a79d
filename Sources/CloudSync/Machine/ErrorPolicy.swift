package import CloudModel

/// What the engine does about each error of the cloud: one row a code, none forgotten.
///
/// Source: the advice in `CKError.h` and TN3162; the table is in `docs/sync.md`.
package enum ErrorPolicy {
  /// How far a failure of a whole call reaches.
  package enum Reach: Sendable {
    /// Nothing will work until it has passed.
    case account
    /// The database wants to be left alone.
    case database
    /// Other zones are not concerned.
    case zone
  }

  package static func reach(of code: CloudError.Code) -> Reach {
    switch code {
    case .networkUnavailable, .networkFailure, .notAuthenticated, .accountTemporarilyUnavailable,
      .badContainer, .missingEntitlement, .incompatibleVersion, .managedAccountRestricted,
      .serviceUnavailable, .serverResponseLost:
      .account
    case .requestRateLimited:
      .database
    case .internalError, .partialFailure, .permissionFailure, .unknownItem, .invalidArguments,
      .resultsTruncated, .serverRecordChanged, .serverRejectedRequest, .assetFileNotFound,
      .assetFileModified, .constraintViolation, .operationCancelled, .changeTokenExpired,
      .batchRequestFailed, .zoneBusy, .badDatabase, .quotaExceeded, .zoneNotFound, .limitExceeded,
      .userDeletedZone, .tooManyParticipants, .alreadyShared, .referenceViolation,
      .participantMayNeedVerification, .assetNotAvailable:
      .zone
    }
  }

  /// What becomes of one outbox entry whose save or deletion failed.
  package enum Verdict: Sendable, Equatable {
    /// Stays queued and is sent again when the waiting time is over; not the entry's own fault.
    case retry
    /// Merge with the cloud's copy, then send again if anything is left to say.
    case merge
    /// The batch was too large.
    case split
    /// The cloud has no such zone, or shows it no longer.
    case zoneMissing
    /// Failed for good; kept with its reason for the user to see.
    case fail
  }

  package static func verdict(on code: CloudError.Code) -> Verdict {
    switch code {
    case .networkUnavailable, .networkFailure, .serviceUnavailable, .requestRateLimited,
      .notAuthenticated, .accountTemporarilyUnavailable, .zoneBusy, .batchRequestFailed,
      .operationCancelled, .serverResponseLost, .internalError, .partialFailure,
      .assetNotAvailable, .badContainer, .missingEntitlement, .incompatibleVersion,
      .managedAccountRestricted, .quotaExceeded, .resultsTruncated, .changeTokenExpired:
      .retry
    case .serverRecordChanged, .alreadyShared:
      .merge
    case .limitExceeded:
      .split
    case .zoneNotFound, .userDeletedZone:
      .zoneMissing
    case .permissionFailure, .unknownItem, .invalidArguments, .serverRejectedRequest,
      .assetFileNotFound, .assetFileModified, .constraintViolation, .badDatabase,
      .tooManyParticipants, .referenceViolation, .participantMayNeedVerification:
      .fail
    }
  }
}
