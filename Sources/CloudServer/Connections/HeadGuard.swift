import NIOCore
import NIOHTTP1

/// Refuses what the parser reads and HTTP/1.1 forbids: another version, and a request that names several
/// hosts or, where there are hosts to name, none.
///
/// It sits right behind the parser: what comes later knows neither. After a refusal nothing passes.
/// Clients at a Unix socket mostly name no host.
///
/// Source: RFC 9112, sections 2.3 and 3.2.
final class HeadGuard: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private var hasRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasRefused else { return }
    if case .head(let head) = unwrapInboundIn(data), !isAcceptable(head, context) {
      hasRefused = true
      context.fireErrorCaught(ConnectionFailure.malformed)
      return
    }
    context.fireChannelRead(data)
  }

  private func isAcceptable(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) -> Bool {
    let hosts = head.headers["host"].count
    let fewest = context.channel.localAddress?.protocol == .unix ? 0 : 1
    return head.version == .http1_1 && (fewest...1).contains(hosts)
  }
}

@available(*, unavailable)
extension HeadGuard: Sendable {}
