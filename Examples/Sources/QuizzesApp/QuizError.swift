import CloudKit

/// Why something did not happen, each with a sentence for the person.
public enum QuizError: Error, Equatable {
  case notSignedIn
  case cloudOutOfReach
  /// The questions on this device belong to another account.
  case otherAccount
  case fileUnusable(String)
  /// Anything else, as it was thrown.
  case refused(any Error)

  public var message: String {
    switch self {
    case .notSignedIn: "Nobody is signed in. Questions stay on this device until somebody is."
    case .cloudOutOfReach:
      "The cloud cannot be reached. Questions stay on this device until it can be."
    case .otherAccount:
      "The questions on this device belong to another account, and are not sent to this one."
    case .fileUnusable(let reason): "The file with the questions cannot be used: \(reason)"
    case .refused(let error):
      "The cloud has refused this, and the questions stay on this device: \(error.localizedDescription)"
    }
  }

  init(_ error: any Error) {
    self =
      switch (error as? CKError)?.code {
      case .notAuthenticated: .notSignedIn
      case .networkUnavailable, .networkFailure: .cloudOutOfReach
      default: .refused(error)
      }
  }

  /// Two are equal if they say the same: not every error that can be inside can be compared.
  public static func == (a: Self, b: Self) -> Bool { a.message == b.message }
}
