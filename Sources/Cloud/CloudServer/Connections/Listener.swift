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
  /// As people write it: a path, or `host:port`.
  let name: String
  let address: BindAddress
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

  /// The error of a request that cannot be read further after a part of its answer was sent.
  private struct BrokenRequest: Error {}

  func run() async throws {
    do {
      try await server.buildServer(
        configuration: ServerConfiguration(address: address),
        eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger,
        responder: respond, onServerRunning: { onBound($0) }
      ).run()
    } catch let error as IOError {
      throw HostError.cannotListen(name, reason: String(cString: strerror(error.errnoCode)))
    } catch is SocketAddressError.UnknownHost {
      throw HostError.cannotListen(name, reason: "the name of the host is not known")
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
