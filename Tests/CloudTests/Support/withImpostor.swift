import NIOCore
import NIOPosix

/// Runs `body` with the address of a server that answers every request with the same bytes, and then
/// hangs up or says nothing more.
func withImpostor(
  answering answer: String, hangsUp: Bool = true, _ body: (String) async throws -> Void
) async throws {
  let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    .childChannelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(Impostor(answer: answer, hangsUp: hangsUp))
      }
    }
    .bind(host: "127.0.0.1", port: 0).get()
  try await body("http://127.0.0.1:\(server.localAddress?.port ?? 0)")
  try await server.close()
}

private final class Impostor: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let answer: String
  private let hangsUp: Bool

  init(answer: String, hangsUp: Bool) {
    self.answer = answer
    self.hangsUp = hangsUp
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let written = context.eventLoop.makePromise(of: Void.self)
    if hangsUp {
      written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: written)
  }
}
