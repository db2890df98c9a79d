import CloudModel

/// Why a test's cloud could not be started, or has refused something.
public struct TestCloudError: Error, Sendable, CustomStringConvertible {
  /// A sentence: what happened, to what, and what to do.
  public let reason: String

  public var description: String { reason }

  init(reason: String) { self.reason = reason }

  init(_ error: any Error) {
    reason =
      switch error {
      case let error as TestCloudError: error.reason
      case let error as CloudError: error.reason
      default: "\(error)"
      }
  }
}
