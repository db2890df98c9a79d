import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// What a server has read, from all its connections.
final class ReadBytes: Sendable {
  private let bytes = Mutex<[UInt8]>([])
  /// Something each time that the server has read something.
  let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation

  init() { (arrivals, arrival) = AsyncStream.makeStream(of: Void.self) }

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  fileprivate func add(_ buffer: ByteBuffer) {
    bytes.withLock { $0 += Array(buffer.readableBytesView) }
    arrival.yield()
  }
}

/// Runs `body` with the address of a server with TLS that answers whatever it reads with the same bytes, and hangs up;
/// and with what it has read.
///
/// Without an answer it says nothing, and reads nothing more, not even the end of TLS.
func withTLSServer(
  _ certificate: (chainPEM: String, keyPEM: String), answering answer: String? = "",
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
        let ear = Ear()
        try channel.pipeline.syncOperations.addHandler(ear)
        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        try channel.pipeline.syncOperations.addHandler(
          Answerer(answer: answer, read: read, ear: ear))
      }
    }
    .bind(host: "127.0.0.1", port: 0).get()
  try await body("https://localhost:\(server.localAddress?.port ?? 0)", read)
  try await server.close()
}

/// Lets bytes through until it is closed.
private final class Ear: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  var isClosed = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isClosed { context.fireChannelRead(data) }
  }
}

private final class Answerer: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let answer: String?
  private let read: ReadBytes
  private let ear: Ear

  init(answer: String?, read: ReadBytes, ear: Ear) {
    self.answer = answer
    self.read = read
    self.ear = ear
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    read.add(unwrapInboundIn(data))
    guard let answer else {
      ear.isClosed = true
      return
    }
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: written)
  }

  /// A client that refuses the certificate, which the tests look at on its side.
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
