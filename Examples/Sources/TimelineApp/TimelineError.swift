import CloudKit

/// Why something did not happen, each with a sentence for the person.
public enum TimelineError: Error, Equatable {
  case emptyText
  case textTooLong(by: Int)
  case notSignedIn
  case notYours
  case postGone
  case cloudOutOfReach
  case busy(retryAfterSeconds: Double?)
  /// Anything else, as it was thrown.
  case unexpected(any Error)

  public var message: String {
    switch self {
    case .emptyText: "A post needs a text."
    case .textTooLong(let count):
      "The text is \(count) characters too long. A post has at most \(Post.textLimit)."
    case .notSignedIn: "Nobody is signed in. Sign in to write and to cheer."
    case .notYours: "This post belongs to somebody else. Only its author can change it."
    case .postGone: "The post is not there any more. Refresh the timeline."
    case .cloudOutOfReach: "The cloud cannot be reached. Try again when there is a connection."
    case .busy(let seconds?): "The cloud is busy. Try again in \(Int(seconds.rounded(.up))) s."
    case .busy(nil): "The cloud is busy. Try again soon."
    case .unexpected(let error): "The cloud has refused this: \(error.localizedDescription)"
    }
  }

  init(_ error: any Error) {
    guard let error = error as? CKError else {
      self = error as? TimelineError ?? .unexpected(error)
      return
    }
    self =
      switch error.code {
      case .notAuthenticated: .notSignedIn
      case .permissionFailure: .notYours
      case .unknownItem: .postGone
      case .networkUnavailable, .networkFailure: .cloudOutOfReach
      case .zoneBusy, .requestRateLimited, .serviceUnavailable:
        .busy(retryAfterSeconds: error.retryAfterSeconds)
      default: .unexpected(error)
      }
  }

  /// Two are equal if they say the same: not every error that can be inside can be compared.
  public static func == (a: Self, b: Self) -> Bool { a.message == b.message }
}
