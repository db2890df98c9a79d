import CloudStorage
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle

#if canImport(Glibc)
import Glibc
#endif

/// The server at one address; it reports refusals of the system in words for people.
///
/// It takes the place of Hummingbird's `Application`, which keeps the date of its answers by a timer, also while nobody
/// asks for anything.
struct Listener: Service {
  let place: Place
  let server: HTTPServerBuilder
  let responder: RouterResponder<CloudRequestContext>
  let security: CloudHost.Configuration.TCPListener.Security
  /// Whether a browser that has seen a page is to come back by TLS alone.
  ///
  /// Source: RFC 6797.
  let wantsStrictTransport: Bool
  let proxies: TrustedProxies
  let date: AnswerDate
  let logger: Logger
  /// Called when the address is taken.
  let onBound: @Sendable (any Channel) -> Void

  enum Place: Sendable {
    case socket(path: String)
    case network(CloudHost.Configuration.TCPAddress)
  }

  /// The error of a request that cannot be read further after a part of its answer was sent.
  private struct BrokenRequest: Error {}

  private struct NoIPv6: Error {}

  func run() async throws {
    switch place {
    case .socket(let path):
      do {
        try await serve(at: .unixDomainSocket(path: path))
      } catch let error as IOError {
        throw HostError.cannotListen(path, reason: String(cString: strerror(error.errnoCode)))
      }
    case .network(let address):
      do {
        try await serve(at: address)
      } catch is NoIPv6 {
        guard let other = address.withoutIPv6 else {
          throw HostError.cannotListen(
            address.description, reason: "this machine has no IPv6",
            way: "Write 0.0.0.0:\(address.port), or another address of IPv4.")
        }
        logger.notice("this machine has no IPv6; the cloud listens at \(other)")
        try await serve(at: other)
      }
    }
  }

  /// Throws `NoIPv6` where the machine has no address of the kind.
  private func serve(at address: CloudHost.Configuration.TCPAddress) async throws {
    let isIPv6 =
      address.isIPv6 && (try? SocketAddress(ipAddress: address.host, port: 0)) != nil
    do {
      try await serve(at: .hostname(address.host, port: address.port))
    } catch let error as IOError {
      if isIPv6, error.errnoCode == EAFNOSUPPORT { throw NoIPv6() }
      throw HostError.cannotListen(
        address.description, reason: String(cString: strerror(error.errnoCode)),
        way: Self.wayOut(of: error.errnoCode))
    } catch is SocketAddressError.UnknownHost {
      // The system looks up an address, too, and finds none of a kind that no device has.
      if isIPv6 { throw NoIPv6() }
      throw HostError.cannotListen(
        address.description, reason: "the name of the host is not known")
    }
  }

  private func serve(at address: BindAddress) async throws {
    try await server.buildServer(
      configuration: ServerConfiguration(address: address),
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger,
      responder: respond, onServerRunning: { onBound($0) }
    ).run()
  }

  private static func wayOut(of errorNumber: CInt) -> String {
    switch errorNumber {
    case EADDRINUSE: "Choose another address; port 0 is any free port."
    case EACCES:
      "A port below 1024 needs the right CAP_NET_BIND_SERVICE, which the unit for systemd gives."
    default: "Choose another address."
    }
  }

  @Sendable @concurrent private func respond(
    to request: Request, writer: consuming ResponseWriter, on channel: any Channel
  ) async throws {
    let context = CloudRequestContext(
      source: ApplicationRequestContextSource(channel: channel, logger: logger))
    var request = request
    if isSecure(request, from: context.remoteAddress) {
      var head = request.head
      head.scheme = "https"
      request = Request(head: head, body: request.body)
    }
    if request.head.holdsBodyBack {
      request.body = RequestBody(
        asyncSequence: ExpectedBody(body: request.body) {
          channel.triggerUserOutboundEvent(BodyDemand(), promise: nil)
        })
    }
    var response = try await responder.respond(to: request, context: context)
    response.headers[.date] = date.text
    if wantsStrictTransport, response.headers[.contentType]?.hasPrefix("text/html") == true {
      response.headers[.strictTransportSecurity] = "max-age=31536000"
    }
    do {
      try await writer.write(response: response.head, body: response.body)
    } catch is HTTPParserError {
      // The server would answer it, and one answer has begun.
      throw BrokenRequest()
    }
  }

  /// Whether the caller uses a URL with `https`; no request over HTTP/1.1 says so itself.
  private func isSecure(_ request: Request, from peer: String) -> Bool {
    let forwarded = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }
    return security == .tls || proxies.isSecure(behind: peer, forwarded: forwarded)
  }
}
