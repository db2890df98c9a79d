import CloudModel
import SyncRules

/// The table's promise to a person whose message, or whose feed, meets an error once.
enum ErrorFate: Sendable, Hashable {
  /// The same sync tries again, after a wait, and everything arrives.
  case arrives
  /// As `arrives`, with the cloud's copy looked at in between.
  case merged
  /// The sync ends with a status that says so; the next one delivers.
  case offline, suspended, stopped
  /// Kept with its reason; goes when the person asks for it.
  case failed
  /// The chat counts as gone, stays to be read, and is back when the cloud names it again.
  case sealed

  /// Of a message that is sent; written by hand from `docs/sync.md`, and not from the code's table.
  static func ofMessage(_ code: CloudError.Code, as role: ErrorPolicy.Role) -> ErrorFate {
    switch code {
    case .networkUnavailable, .networkFailure, .serverResponseLost:
      .offline
    case .notAuthenticated, .accountTemporarilyUnavailable:
      .suspended
    case .badContainer, .missingEntitlement, .incompatibleVersion, .managedAccountRestricted:
      .stopped
    case .internalError, .partialFailure, .serviceUnavailable, .requestRateLimited,
      .resultsTruncated, .operationCancelled, .changeTokenExpired, .batchRequestFailed,
      .zoneBusy, .quotaExceeded, .zoneNotFound, .userDeletedZone, .assetNotAvailable:
      .arrives
    case .serverRecordChanged, .alreadyShared:
      .merged
    case .permissionFailure:
      // For both the message fails; a participant looks into the share as well.
      switch role {
      case .owner, .participant: .failed
      }
    case .unknownItem, .invalidArguments, .serverRejectedRequest, .assetFileNotFound,
      .assetFileModified, .constraintViolation, .badDatabase, .limitExceeded,
      .tooManyParticipants, .referenceViolation, .participantMayNeedVerification,
      .participantAlreadyInvited:
      .failed
    }
  }

  /// Of a feed of changes that is read.
  static func ofFeed(
    _ code: CloudError.Code, isZone: Bool
  ) -> ErrorFate {
    switch code {
    case .networkUnavailable, .networkFailure, .serverResponseLost:
      .offline
    case .notAuthenticated, .accountTemporarilyUnavailable:
      .suspended
    case .badContainer, .missingEntitlement, .incompatibleVersion, .managedAccountRestricted:
      .stopped
    case .zoneNotFound, .userDeletedZone:
      isZone ? .sealed : .arrives
    case .internalError, .partialFailure, .serviceUnavailable, .requestRateLimited,
      .resultsTruncated, .operationCancelled, .changeTokenExpired, .batchRequestFailed,
      .zoneBusy, .quotaExceeded, .assetNotAvailable, .serverRecordChanged, .alreadyShared,
      .permissionFailure, .unknownItem,
      .invalidArguments, .serverRejectedRequest, .assetFileNotFound, .assetFileModified,
      .constraintViolation, .badDatabase, .limitExceeded, .tooManyParticipants,
      .referenceViolation, .participantMayNeedVerification, .participantAlreadyInvited:
      .arrives
    }
  }

  /// Whether a sync that met the error may end with this status.
  func allows(_ status: SyncStatus) -> Bool {
    switch (self, status.state) {
    case (.arrives, .upToDate), (.merged, .upToDate), (.failed, .upToDate), (.sealed, .upToDate),
      (.offline, .offline), (.suspended, .suspended), (.stopped, .stopped):
      true
    default: false
    }
  }

  /// Whether the sync ends, so that another one is needed.
  var endsSync: Bool {
    switch self {
    case .offline, .suspended, .stopped: true
    case .arrives, .merged, .failed, .sealed: false
    }
  }
}
