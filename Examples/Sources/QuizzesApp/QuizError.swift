import CloudKit

/// Why something did not happen, each with a sentence for the person.
public enum QuizError: Error, Equatable {
  case notSignedIn
  case cloudOutOfReach
  /// The questions on this device belong to another account.
  case otherAccount
  case fileUnusable(String)
  case refused(String)

  public var message: String {
    switch self {
    case .notSignedIn: "Nobody is signed in. Questions stay on this device until somebody is."
    case .cloudOutOfReach:
      "The cloud cannot be reached. Questions stay on this device until it can be."
    case .otherAccount:
      "The questions on this device belong to another account, and are not sent to this one."
    case .fileUnusable(let reason): "The file with the questions cannot be used: \(reason)"
    case .refused(let reason):
      "The cloud has refused this, and the questions stay on this device: \(reason)"
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
      default: .refused(error.localizedDescription)
      }
  }
}
