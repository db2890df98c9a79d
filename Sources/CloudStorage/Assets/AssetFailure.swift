package import CloudModel

/// Why bytes were not received.
package enum AssetFailure: Error, Equatable {
  case tooLarge
  /// The user may not store so much.
  case quotaExceeded
  /// There are as many uploads that broke off as there may be, and none of them is the user's.
  case tooManyUnfinished
  /// The client went away, or sent less than it announced.
  case interrupted
  /// A multipart body that is none, or has no file in it.
  case malformed(String)
  /// The upload link is unknown, used or too old.
  case linkInvalid
  /// An upload that is continued does not begin where the bytes that have come end.
  case goesOn(at: Int64)
  /// The file is not what was kept, or was kept under another key.
  case damaged
}

extension AssetFailure {
  /// What the web protocol says of it.
  package var serverErrorCode: ServerErrorCode {
    switch self {
    case .quotaExceeded: .quotaExceeded
    case .tooManyUnfinished: .throttled
    case .tooLarge, .interrupted, .malformed, .linkInvalid: .badRequest
    case .goesOn: .conflict
    case .damaged: .notFound
    }
  }

  /// The same with CloudKit's own code.
  package var error: CloudError {
    switch self {
    case .tooLarge:
      CloudError(
        .limitExceeded, "limit exceeded: an asset has at most \(CloudLimits.assetBytes) bytes")
    case .quotaExceeded:
      CloudError(
        .quotaExceeded,
        "\(ServerErrorCode.quotaExceeded.usualReason): what was uploaded and not attached counts "
          + "until it expires")
    case .tooManyUnfinished:
      CloudError(
        .requestRateLimited, "Too many uploads are unfinished; wait and try again.",
        retryAfterSeconds: 60)
    case .interrupted:
      CloudError(.invalidArguments, "BadRequestException: the upload ended before its end")
    case .malformed(let what):
      CloudError(.invalidArguments, "BadRequestException: \(what)")
    case .linkInvalid:
      CloudError(
        .assetNotAvailable,
        "The upload link is unknown, was used or has expired; ask assets/upload for another.")
    case .goesOn(let offset):
      CloudError(.zoneBusy, "The upload goes on at byte \(offset).")
    case .damaged:
      CloudError(.assetNotAvailable, "The cloud's copy of the asset is damaged; upload it again.")
    }
  }
}
