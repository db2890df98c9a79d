import CloudModel
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A look at a server that is not trusted.
///
/// 1. What it shows is used for words, and to find a certificate by its hash; no answer of it is believed.
/// 2. Nothing that anybody could want is sent: no key, no name, no text.
/// 3. It takes ten seconds at most, and BoringSSL reads no more than 100 KiB of certificates.
enum TLSProbe {
  /// Our choice, as for the connections of `CloudConnection`.
  private static let limit = TimeAmount.seconds(5)

  struct Sight: Sendable {
    /// The server's certificates in the order that it has shown, its own first.
    var chain: [NIOSSLCertificate] = []
    /// The head of its answer, if it was asked something.
    fileprivate(set) var head = ""

    /// The time that the server says it is: `Date: Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Source: RFC 9110, section 5.6.7.
    var date: Date? {
      let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
      ]
      let field = /(?i)date: *\w+, (\d\d) (\w+) (\d{4}) ([\d:]{8}) GMT/
      let fields = head.split(whereSeparator: \.isNewline).lazy
        .compactMap { $0.wholeMatch(of: field)?.output }
      guard let (_, day, month, year, time) = fields.first,
        let index = months.firstIndex(of: String(month))
      else { return nil }
      let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
      // A day that its month does not have is no time.
      return try? Date.ISO8601FormatStyle().parse("\(year)-\(number)-\(day)T\(time)Z")
    }
  }

  /// Asks what every server tells everybody, for the time in the answer.
  static func question(to server: ServerOrigin) -> String {
    "GET /extension/1/server HTTP/1.1\r\nHost: \(server.authority)\r\nConnection: close\r\n\r\n"
  }

  /// The names and the authorities are not asked: `Onlooker` accepts every chain.
  private static var everybody: TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.certificateVerification = .noHostnameVerification
    configuration.trustRoots = .certificates([])
    configuration.shutdownTimeout = .seconds(1)
    return configuration
  }

  /// Shakes hands with a server whoever it is, and sends it `question` if there is one.
  ///
  /// With `trust`, only if that trusts it: then what it answers is read, and its certificates are left out.
  static func look(
    at server: ServerOrigin, asking question: String? = nil, trusting trust: ServerTrust? = nil
  ) async throws -> Sight {
    let context = try NIOSSLContext(configuration: trust?.tlsConfiguration ?? everybody)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(limit).connect(host: server.host, port: server.port).get()
    let isAddress = (try? SocketAddress(ipAddress: server.host, port: 0)) != nil
    let name = isAddress ? nil : server.host
    let seen = channel.eventLoop.makePromise(of: Sight.self)
    channel.eventLoop.submit {
      let onlooker = Onlooker(hasQuestion: question != nil, seen: seen)
      let tls =
        if trust == nil {
          try NIOSSLClientHandler(
            context: context, serverHostname: name,
            customVerificationCallback: { chain, verdict in onlooker.take(chain, verdict) })
        } else {
          try NIOSSLClientHandler(context: context, serverHostname: name)
        }
      try channel.pipeline.syncOperations.addHandler(onlooker)
      // The connection is there already, so the handshake begins; TLS keeps the question until it is done.
      try channel.pipeline.syncOperations.addHandler(tls, position: .first)
      if let question { channel.writeAndFlush(ByteBuffer(string: question), promise: nil) }
    }.cascadeFailure(to: seen)
    let end = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    defer {
      end.cancel()
      channel.close(promise: nil)
    }
    return try await seen.futureResult.get()
  }
}

/// Takes the certificates, and reads the head of the answer.
private final class Onlooker: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// Our choice: several times the head of any answer.
  private static let headBytes = 16 * 1024

  private let hasQuestion: Bool
  private let seen: EventLoopPromise<TLSProbe.Sight>
  private var sight = TLSProbe.Sight()
  private var error: (any Error)?

  init(hasQuestion: Bool, seen: EventLoopPromise<TLSProbe.Sight>) {
    self.hasQuestion = hasQuestion
    self.seen = seen
  }

  /// Accepts any chain: nothing depends on it.
  func take(
    _ chain: [NIOSSLCertificate], _ verdict: EventLoopPromise<NIOSSLVerificationResult>
  ) {
    sight.chain = chain
    verdict.succeed(.certificateVerified)
    if !hasQuestion { seen.succeed(sight) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    sight.head += String(buffer: unwrapInboundIn(data))
    if sight.head.contains("\r\n\r\n") || sight.head.utf8.count > Self.headBytes {
      seen.succeed(sight)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    self.error = self.error ?? error
  }

  /// The end of every connection; whoever has the answer already takes no other.
  func handlerRemoved(context: ChannelHandlerContext) {
    if sight.chain.isEmpty {
      seen.fail(error ?? ChannelError.eof)
    } else {
      seen.succeed(sight)
    }
  }
}
