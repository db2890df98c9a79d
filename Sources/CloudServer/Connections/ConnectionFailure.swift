/// Why a connection ends before there is a request that a route could answer.
enum ConnectionFailure: Error {
  /// The bytes are no HTTP, or break off.
  case malformed
  /// The head is larger than a head may be.
  case headTooLarge
  /// The body is announced to be larger than one may be, and does not come.
  case bodyTooLarge
  /// The body came too slowly.
  case tooSlow
  /// There are as many connections as there may be.
  case full

  var requestFailure: RequestFailure {
    switch self {
    case .malformed: .malformedRequest
    case .headTooLarge: .headTooLarge
    case .bodyTooLarge: .bodyTooLarge
    case .tooSlow: .bodyTooSlow
    case .full: .tooManyConnections
    }
  }
}
