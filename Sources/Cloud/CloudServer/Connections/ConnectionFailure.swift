/// The reason why a connection ends before a route could answer a request.
enum ConnectionFailure: Error {
  /// The bytes are not HTTP, or end too early.
  case malformed
  /// The head exceeds the limits of a head.
  case headTooLarge
  /// The announced body is larger than the limit, and the client does not send it.
  case bodyTooLarge
  /// The body came too slowly.
  case tooSlow
  /// The limit of connections is reached.
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
