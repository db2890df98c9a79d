/// Why a connection ends before there is a request that a route could answer.
enum ConnectionFailure: Error {
  /// The bytes are no HTTP, or break off.
  case malformed
  /// The head is larger than a head may be.
  case headTooLarge
  /// The body came too slowly.
  case tooSlow
  /// There are as many connections as there may be.
  case full

  var requestFailure: RequestFailure {
    switch self {
    case .malformed: .malformedRequest
    case .headTooLarge: .headTooLarge
    case .tooSlow: .bodyTooSlow
    case .full: .tooManyConnections
    }
  }
}
