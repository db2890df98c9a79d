import Hummingbird
import Logging
import NIOCore

/// The context that the router passes along with a request.
struct CloudRequestContext: RequestContext {
  /// The most bytes of a client ID; ZoneChat's own clients use a UUID.
  static let clientIDLength = 255

  var coreContext: CoreRequestContextStorage
  /// Whether the request came over the Unix socket, whose file only its owner can open.
  let isLocal: Bool
  /// The address from which the connection came, perhaps a proxy's; empty if it is not known.
  let remoteAddress: String
  /// The connection that the request came on; nil where it came on none.
  let channel: (any Channel)?
  /// The log entry of the request; nil before the middleware of the log.
  var logEntry: RequestLogEntry?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
    isLocal = source.channel.localAddress?.protocol == .unix
    remoteAddress = source.channel.remoteAddress?.ipAddress ?? ""
  }

  /// For a request that came by no connection.
  init(logger: Logger) {
    coreContext = .init(source: NoConnection(logger: logger))
    channel = nil
    isLocal = true
    remoteAddress = ""
  }

  /// Closes the connection, whatever is still to be written to it.
  func hangUp() async {
    try? await channel?.close(mode: .all).get()  // The client may have been faster.
  }

  private struct NoConnection: RequestContextSource {
    let logger: Logger
  }
}
