import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// What a server has read, from all its connections.
final class ReadBytes: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  fileprivate func add(_ buffer: ByteBuffer) {
    bytes.withLock { $0 += Array(buffer.readableBytesView) }
  }
}

/// Runs `body` with the address of a server with TLS that answers whatever it reads with the same bytes, and hangs up;
/// and with what it has read.
func withTLSServer(
  _ certificate: (chainPEM: String, keyPEM: String), answering answer: String = "",
  _ body: (_ url: String, _ read: ReadBytes) async throws -> Void
) async throws {
  let context = try NIOSSLContext(
    configuration: .makeServerConfiguration(
      certificateChain: NIOSSLCertificate.fromPEMBytes(Array(certificate.chainPEM.utf8)).map {
        .certificate($0)
      },
      privateKey: .privateKey(
        NIOSSLPrivateKey(bytes: Array(certificate.keyPEM.utf8), format: .pem))))
  let read = ReadBytes()
  let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    .childChannelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        try channel.pipeline.syncOperations.addHandler(Answerer(answer: answer, read: read))
      }
    }
    .bind(host: "127.0.0.1", port: 0).get()
  try await body("https://localhost:\(server.localAddress?.port ?? 0)", read)
  try await server.close()
}

private final class Answerer: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let answer: String
  private let read: ReadBytes

  init(answer: String, read: ReadBytes) {
    self.answer = answer
    self.read = read
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    read.add(unwrapInboundIn(data))
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: written)
  }

  /// A client that refuses the certificate, which the tests look at on its side.
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
