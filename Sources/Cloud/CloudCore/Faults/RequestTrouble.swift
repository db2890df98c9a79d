package import CloudModel

/// A failure that a fault causes on purpose instead of the normal answer to a request.
package enum RequestTrouble: Error, Sendable, Equatable {
  /// The connection closes without an answer.
  case dropped
  case failed(CloudFault.Failure)

  /// The error that an in-process client gets.
  package var error: CloudError {
    switch self {
    case .dropped: CloudError(.networkFailure, "The connection was lost.")
    case .failed(let failure): failure.error
    }
  }
}
