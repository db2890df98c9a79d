package import CloudModel

/// The engine's policy for each error of the cloud: one row for every code and role.
///
/// Source: the advice in `CKError.h` and TN3162; the table is in `docs/sync.md`.
package enum ErrorPolicy {
  /// The account's role in the zone of a call: owner or participant.
  ///
  /// The same code can mean different things: an owner may have to make a zone, a participant never has to.
  package enum Role: Sendable, Hashable, CaseIterable {
    case owner
    case participant

    package init(_ scope: DatabaseScope) { self = scope == .shared ? .participant : .owner }
  }

  /// The reach of a failure of a whole call, beyond what was called.
  ///
  /// A cloud that answers can be reached: its refusal concerns only what was called. Only the notification channel
  /// stands for the connection, whatever its error is.
  package enum FailureScope: Sendable, Hashable {
    /// Nothing works until a person has solved the problem; tried again within half an hour.
    case stopped
    /// The account cannot be used now; everything is kept until it can.
    case suspended
    /// The cloud cannot be reached: it did not answer.
    case offline
    /// The database wants to be left alone.
    case database
    /// Nothing else is concerned: other zones, invitations and assets go on.
    case zone
  }

  /// The engine's decision about an outbox entry whose save or deletion failed.
  package enum Verdict: Sendable, Hashable {
    /// Stays queued and is sent again when the waiting time is over; not the entry's own fault.
    case retry
    /// Failed only because another entry of its batch failed; sent again at once without that
    /// entry.
    case resend
    /// Merge with the cloud's copy, then send again if anything is left to send.
    case merge
    /// The batch was too large.
    case split
    /// The cloud has no such zone, or no longer shows it to this account.
    case zoneMissing
    /// Somebody has deleted the record; that is accepted.
    case gone
    /// There is no room: saves wait, deletions go on, since they make room.
    case outOfQuota
    /// Failed for good, and the right to write has probably gone: the share is fetched.
    case refused
    /// Failed for good; kept with its reason for the user to see.
    case fail
  }

  package struct Row: Sendable, Hashable {
    package var reach: FailureScope
    package var verdict: Verdict
  }

  package static func row(for code: CloudError.Code, as role: Role) -> Row {
    switch code {
    case .internalError: Row(reach: .zone, verdict: .retry)
    case .partialFailure: Row(reach: .zone, verdict: .retry)
    case .networkUnavailable: Row(reach: .offline, verdict: .retry)
    case .networkFailure: Row(reach: .offline, verdict: .retry)
    case .badContainer: Row(reach: .stopped, verdict: .retry)
    case .serviceUnavailable: Row(reach: .zone, verdict: .retry)
    case .requestRateLimited: Row(reach: .database, verdict: .retry)
    case .missingEntitlement: Row(reach: .stopped, verdict: .retry)
    case .notAuthenticated: Row(reach: .suspended, verdict: .retry)
    case .permissionFailure: Row(reach: .zone, verdict: role == .owner ? .fail : .refused)
    case .unknownItem: Row(reach: .zone, verdict: .gone)
    case .invalidArguments: Row(reach: .zone, verdict: .fail)
    case .resultsTruncated: Row(reach: .zone, verdict: .retry)
    case .serverRecordChanged: Row(reach: .zone, verdict: .merge)
    case .serverRejectedRequest: Row(reach: .zone, verdict: .fail)
    case .assetFileNotFound: Row(reach: .zone, verdict: .fail)
    case .assetFileModified: Row(reach: .zone, verdict: .fail)
    case .incompatibleVersion: Row(reach: .stopped, verdict: .retry)
    case .constraintViolation: Row(reach: .zone, verdict: .fail)
    case .operationCancelled: Row(reach: .zone, verdict: .retry)
    case .changeTokenExpired: Row(reach: .zone, verdict: .retry)
    case .batchRequestFailed: Row(reach: .zone, verdict: .resend)
    case .zoneBusy: Row(reach: .zone, verdict: .retry)
    case .badDatabase: Row(reach: .zone, verdict: .fail)
    case .quotaExceeded: Row(reach: .zone, verdict: .outOfQuota)
    case .zoneNotFound: Row(reach: .zone, verdict: .zoneMissing)
    case .limitExceeded: Row(reach: .zone, verdict: .split)
    case .userDeletedZone: Row(reach: .zone, verdict: .zoneMissing)
    case .tooManyParticipants: Row(reach: .zone, verdict: .fail)
    case .alreadyShared: Row(reach: .zone, verdict: .merge)
    case .referenceViolation: Row(reach: .zone, verdict: .fail)
    case .managedAccountRestricted: Row(reach: .stopped, verdict: .retry)
    case .participantMayNeedVerification: Row(reach: .zone, verdict: .fail)
    case .serverResponseLost: Row(reach: .offline, verdict: .retry)
    case .assetNotAvailable: Row(reach: .zone, verdict: .retry)
    case .accountTemporarilyUnavailable: Row(reach: .suspended, verdict: .retry)
    case .participantAlreadyInvited: Row(reach: .zone, verdict: .fail)
    }
  }

  package static func reach(of code: CloudError.Code) -> FailureScope {
    // The reach of a code is the same for both roles.
    row(for: code, as: .owner).reach
  }

  package static func verdict(on code: CloudError.Code, as role: Role) -> Verdict {
    row(for: code, as: role).verdict
  }

  /// Whether a save that failed with this code may have been stored after all.
  ///
  /// With every other code, nothing was stored.
  package static func isOutcomeUnknown(_ code: CloudError.Code) -> Bool {
    switch code {
    case .networkFailure, .serverResponseLost, .internalError, .serviceUnavailable,
      .operationCancelled, .partialFailure:
      true
    case .networkUnavailable, .badContainer, .requestRateLimited, .missingEntitlement,
      .notAuthenticated, .permissionFailure, .unknownItem, .invalidArguments, .resultsTruncated,
      .serverRecordChanged, .serverRejectedRequest, .assetFileNotFound, .assetFileModified,
      .incompatibleVersion, .constraintViolation, .changeTokenExpired, .batchRequestFailed,
      .zoneBusy, .badDatabase, .quotaExceeded, .zoneNotFound, .limitExceeded, .userDeletedZone,
      .tooManyParticipants, .alreadyShared, .referenceViolation, .managedAccountRestricted,
      .participantMayNeedVerification, .assetNotAvailable, .accountTemporarilyUnavailable,
      .participantAlreadyInvited:
      false
    }
  }
}
