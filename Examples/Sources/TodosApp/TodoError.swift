import CloudKit

/// Why something did not happen, each with a sentence for the person.
public enum TodoError: Error, Equatable {
  case notSignedIn
  case cloudOutOfReach
  case storageFull
  case busy(retryAfterSeconds: Double?)
  /// Anything else, as it was thrown.
  case refused(any Error)

  public var message: String {
    switch self {
    case .notSignedIn: "Nobody is signed in. Sign in and refresh."
    case .cloudOutOfReach: "The cloud cannot be reached. Try again when there is a connection."
    case .storageFull: "The storage is full. Delete something and try again."
    case .busy(let seconds?): "The cloud is busy. Try again in \(Int(seconds.rounded(.up))) s."
    case .busy(nil): "The cloud is busy. Try again soon."
    case .refused(let error): "The cloud has refused this: \(error.localizedDescription)"
    }
  }

  init(_ error: any Error) {
    self =
      switch (error as? CKError)?.code {
      case .notAuthenticated: .notSignedIn
      case .networkUnavailable, .networkFailure: .cloudOutOfReach
      case .quotaExceeded: .storageFull
      case .zoneBusy, .requestRateLimited, .serviceUnavailable:
        .busy(retryAfterSeconds: (error as? CKError)?.retryAfterSeconds)
      default: .refused(error)
      }
  }

  /// Two are equal if they say the same: not every error that can be inside can be compared.
  public static func == (a: Self, b: Self) -> Bool { a.message == b.message }
}
