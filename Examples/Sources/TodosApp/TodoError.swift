import CloudKit

/// Why something did not happen, each with a sentence for the person.
public enum TodoError: Error, Equatable {
  case notSignedIn
  case cloudOutOfReach
  case storageFull
  case busy(retryAfterSeconds: Double?)
  case refused(String)

  public var message: String {
    switch self {
    case .notSignedIn: "Nobody is signed in. Sign in and refresh."
    case .cloudOutOfReach: "The cloud cannot be reached. Try again when there is a connection."
    case .storageFull: "The storage is full. Delete something and try again."
    case .busy(let seconds?): "The cloud is busy. Try again in \(Int(seconds.rounded(.up))) s."
    case .busy(nil): "The cloud is busy. Try again soon."
    case .refused(let reason): "The cloud has refused this: \(reason)"
    }
  }

  init(_ error: any Error) {
    guard let error = error as? CKError else {
      self = .refused(error.localizedDescription)
      return
    }
    self =
      switch error.code {
      case .notAuthenticated: .notSignedIn
      case .networkUnavailable, .networkFailure: .cloudOutOfReach
      case .quotaExceeded: .storageFull
      case .zoneBusy, .requestRateLimited, .serviceUnavailable:
        .busy(retryAfterSeconds: error.retryAfterSeconds)
      default: .refused(error.localizedDescription)
      }
  }
}
