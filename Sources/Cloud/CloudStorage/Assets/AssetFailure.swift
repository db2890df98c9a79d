package import CloudModel
import CloudRules

/// The reason why bytes were not received.
package enum AssetFailure: Error, Equatable {
  case tooLarge
  /// The bytes exceed what the user may store.
  case quotaExceeded
  /// The bytes exceed what the zone's owner lets each member store.
  case memberLimit(Int64)
  /// The limit of unfinished uploads is reached; none of them is the user's, and no other user has
  /// to make room.
  case tooManyUnfinished
  /// The client went away, or sent less than it announced.
  case interrupted
  /// The multipart body is malformed or has no file, or a header of the upload is wrong.
  case malformed(String)
  /// The upload link is unknown, used or too old.
  case linkInvalid
  /// A continued upload does not begin at the offset where the received bytes end.
  case goesOn(at: Int64)
  /// The file's bytes are not those that were stored, or were sealed with another key.
  case damaged
}

extension AssetFailure {
  /// Whether the bytes exceed what may be stored.
  var isFullRoom: Bool {
    switch self {
    case .quotaExceeded, .memberLimit: true
    case .tooLarge, .tooManyUnfinished, .interrupted, .malformed, .linkInvalid, .goesOn, .damaged:
      false
    }
  }

  /// The code of the failure in the web protocol.
  package var serverErrorCode: ServerErrorCode {
    switch self {
    case .quotaExceeded, .memberLimit: .quotaExceeded
    case .tooManyUnfinished: .throttled
    case .tooLarge, .interrupted, .malformed, .linkInvalid: .badRequest
    case .goesOn: .conflict
    case .damaged: .notFound
    }
  }

  /// The failure with CloudKit's own code.
  package var error: CloudError {
    switch self {
    case .tooLarge:
      CloudError(
        .limitExceeded, "limit exceeded: an asset has at most \(CloudLimits.assetBytes) bytes")
    case .quotaExceeded:
      CloudError(
        .quotaExceeded,
        "\(ServerErrorCode.quotaExceeded.usualReason): uploads that are not attached count until "
          + "they expire")
    case .memberLimit(let bytes): .memberLimit(bytes)
    case .tooManyUnfinished:
      CloudError(
        .requestRateLimited, "Too many uploads are unfinished. Wait and try again.",
        retryAfterSeconds: 60)
    case .interrupted:
      CloudError(.invalidArguments, "BadRequestException: the upload ended before its end")
    case .malformed(let what):
      CloudError(.invalidArguments, "BadRequestException: \(what)")
    case .linkInvalid:
      CloudError(
        .assetNotAvailable,
        "The upload link is unknown, was used or has expired. Ask assets/upload for a new one.")
    case .goesOn(let offset):
      CloudError(.zoneBusy, "The upload continues at byte \(offset).")
    case .damaged:
      CloudError(.assetNotAvailable, "The cloud's copy of the asset is damaged. Upload it again.")
    }
  }
}
