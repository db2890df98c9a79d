package import CloudModel

/// Why a request is not answered as it should be, because somebody ordered it so.
package enum RequestTrouble: Error, Sendable, Equatable {
  /// The connection closes without an answer.
  case dropped
  case failed(CloudFault.Failure)

  /// As a client in process meets it.
  package var error: CloudError {
    switch self {
    case .dropped: CloudError(.networkFailure, "The connection was lost.")
    case .failed(let failure): failure.error
    }
  }
}
