package import CloudModel

/// The text that a person reads about a change that the cloud has refused for good: the event, and advice.
///
/// The words of the cloud are for its administrator; the journal keeps them.
package enum FailureWords {
  /// The reason why something waits, without a full stop at the end.
  ///
  /// `fullest` is the chat that takes most of the user's own storage, if that is full.
  package static func waiting(
    _ error: SyncFailure, as role: ErrorPolicy.Role, fullest: FullestChat? = nil
  ) -> String {
    guard case .cloud(let cause) = error, cause.code == .quotaExceeded else { return error.clause }
    if let bytes = cause.memberBytes {
      return "You have reached your limit in this chat: its owner lets each member use "
        + "\(ByteWords.text(bytes)). Unsend files of yours there, or ask the owner for more room"
    }
    switch (role, fullest) {
    case (.owner, let chat?):
      return "Your storage is full: ‘\(chat.title)’ has \(ByteWords.text(chat.bytes)). "
        + "Unsend files there or delete a chat; ‘zonechat account status’ says which chats fill it"
    case (.owner, nil):
      return "Your storage is full; ‘zonechat account status’ says which chats fill it"
    case (.participant, _):
      return "The storage of the chat's owner is full. Ask the owner to make room"
    }
  }

  package static let otherBytes =
    "The downloaded bytes are not the attached file. Ask its sender."

  package static func reason(_ code: CloudError.Code, as role: ErrorPolicy.Role) -> String {
    switch code {
    case .permissionFailure:
      switch role {
      case .owner: "This account may not change that. Tell the administrator of the cloud."
      case .participant:
        "You may not write in this chat any more. Ask its owner for the right to write."
      }
    case .unknownItem: "The cloud does not have it any more. Copy the text and send it again."
    case .limitExceeded, .resultsTruncated:
      "It is too large for the cloud. Send it in smaller parts."
    case .assetFileNotFound, .assetFileModified, .assetNotAvailable:
      "Its file did not reach the cloud whole. Attach the file again."
    case .tooManyParticipants: "The chat has as many members as a chat can have."
    case .participantAlreadyInvited: "Somebody in it is invited already."
    case .participantMayNeedVerification:
      "The cloud wants to verify this account first. Sign in to it with its own program."
    case .quotaExceeded:
      switch role {
      case .owner: "Your storage is full. ‘zonechat account status’ says which chats fill it."
      case .participant: "The storage of the chat's owner is full. Ask the owner to make room."
      }
    case .zoneNotFound, .userDeletedZone: "The cloud does not have the chat any more."
    case .incompatibleVersion: "This version is too old for the cloud. Update ZoneChat."
    case .internalError, .partialFailure, .networkUnavailable, .networkFailure, .badContainer,
      .serviceUnavailable, .requestRateLimited, .missingEntitlement, .notAuthenticated,
      .invalidArguments, .serverRecordChanged, .serverRejectedRequest, .constraintViolation,
      .operationCancelled, .changeTokenExpired, .batchRequestFailed, .zoneBusy, .badDatabase,
      .alreadyShared, .referenceViolation, .managedAccountRestricted, .serverResponseLost,
      .accountTemporarilyUnavailable:
      "The cloud does not accept it. Send it again; if that fails too, tell the administrator of "
        + "the cloud. ‘zonechat events’ has the words of the cloud."
    }
  }
}

/// The chat that takes most of its owner's storage.
package struct FullestChat: Sendable, Equatable {
  package var title: String
  package var bytes: Int64

  package init(title: String, bytes: Int64) {
    self.title = title
    self.bytes = bytes
  }
}
