import CloudModel
import TestSupport

/// The way in which a test lets the engine meet an error code, as near to its natural cause as there is.
enum ErrorSource: Sendable {
  /// The server refuses one record of the request.
  case record(CloudFault.Failure)
  /// The server does this to the whole request.
  case call(CloudFault.Effect)
  /// No server says it: it is made on this side of the wire, and comes from the client's seam.
  case client(CloudError)

  static func reason(_ code: CloudError.Code) -> String { "Ordered by the test: \(code)." }

  /// All ways in which a code can come; a code that is added has to be given one.
  static func all(of code: CloudError.Code) -> [ErrorSource] {
    let failure = CloudFault.Failure(
      ServerErrorCode(code), nativeCode: code, reason: reason(code))
    switch code {
    case .networkFailure:
      // The server hangs up, with nothing done and with everything done.
      return [.call(.dropBefore), .call(.dropAfter)]
    case .notAuthenticated:
      return [.call(.accountState(.noAccount)), .call(.fail(failure))]
    case .managedAccountRestricted:
      return [.call(.accountState(.restricted)), .call(.fail(failure))]
    case .accountTemporarilyUnavailable:
      return [.call(.accountState(.temporarilyUnavailable)), .call(.fail(failure))]
    case .networkUnavailable, .serverResponseLost, .operationCancelled, .partialFailure,
      .assetFileNotFound, .assetFileModified, .assetNotAvailable:
      // Nobody answers, an answer is lacking, the caller gave up, items differ, a local file is not
      // as it was: a client finds that out by itself, and the web protocol has no word for it.
      return [.client(CloudError(code, reason(code)))]
    case .internalError, .badContainer, .serviceUnavailable, .requestRateLimited,
      .missingEntitlement, .permissionFailure, .unknownItem, .invalidArguments, .resultsTruncated,
      .serverRecordChanged, .serverRejectedRequest, .incompatibleVersion, .constraintViolation,
      .changeTokenExpired, .batchRequestFailed, .zoneBusy, .badDatabase, .quotaExceeded,
      .zoneNotFound, .limitExceeded, .userDeletedZone, .tooManyParticipants, .alreadyShared,
      .referenceViolation, .participantMayNeedVerification, .participantAlreadyInvited:
      return [.record(failure), .call(.fail(failure))]
    }
  }
}

extension ServedPair {
  /// Lets the next `operation` of the actor meet the error.
  func order(
    _ source: ErrorSource, at operation: CloudCall,
    in database: DatabaseScope
  ) async throws {
    let path =
      switch operation {
      case .modifyRecords: "records/modify"
      case .databaseChanges: "changes/database"
      case .zoneChanges: "changes/zone"
      case .modifyZones: "zones/modify"
      case .lookUp, .query, .listZones, .beginUpload, .upload, .download, .subscribe,
        .listSubscriptions, .invitations, .openChannel, .poll, .accept, .decline, .shareMetadata,
        .userIdentity:
        preconditionFailure("no row of the table is shown with \(operation)")
      }
    var filter = CloudFault.Filter(operation: path, database: database.pathComponent)
    switch source {
    case .record(let failure):
      filter.recordType = "Message"
      try await cloud.order(.failRecords(failure), of: actor, filter)
    case .call(let effect): try await cloud.order(effect, of: actor, filter)
    case .client(let error): actor.faults.order(.refused(error), for: operation)
    }
  }
}
