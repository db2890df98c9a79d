import Hummingbird
import Logging
import NIOCore

/// What the router hands along with a request.
struct CloudRequestContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// Whether the request came over the Unix socket, whose file only its owner can open.
  let isLocal: Bool

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    isLocal = source.channel.localAddress?.protocol == .unix
  }
}
