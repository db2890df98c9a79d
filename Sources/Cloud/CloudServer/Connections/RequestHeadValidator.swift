import NIOCore
import NIOHTTP1

/// Refuses requests that the parser accepts but HTTP/1.1 forbids: another version, several hosts
/// or, except at a Unix socket, no host.
///
/// It sits right behind the parser, because later handlers know neither the version nor how many
/// hosts were named. After a refusal it passes nothing on. Clients at a Unix socket mostly name no
/// host.
///
/// Source: RFC 9112, sections 2.3 and 3.2.
final class RequestHeadValidator: ChannelInboundHandler, RemovableChannelHandler {
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
extension RequestHeadValidator: Sendable {}
