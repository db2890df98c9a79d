import CloudModel
import CloudRules
import CloudServer
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import NIOSSL
import Testing

/// The time limits of a connection, on a clock that the test moves.
struct ConnectionTimeTests {
  private let limits = ConnectionLimits()

  private func connected(
    _ security: CloudHost.Configuration.TCPListener.Security = .plain
  ) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel(
      handlers: [
        HalfClosing(),
        ConnectionGuard(
          limits: limits, ledger: ConnectionLedger(limit: 1), security: security,
          uuid: { "uuid" }),
      ])
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/cloud.sock")).wait()
    return channel
  }

  private func pass(_ duration: Duration, on channel: EmbeddedChannel) {
    channel.embeddedEventLoop.advanceTime(by: TimeAmount(duration))
  }

  private func request(_ channel: EmbeddedChannel, contentLength: Int) throws {
    let head = HTTPRequest(
      method: .post, scheme: "http", authority: "a", path: "/",
      headerFields: [.contentLength: "\(contentLength)"])
    try channel.writeInbound(HTTPRequestPart.head(head))
  }

  private func holdingRequest(_ channel: EmbeddedChannel, contentLength: Int) throws {
    let head = HTTPRequest(
      method: .post, scheme: "http", authority: "a", path: "/",
      headerFields: [.contentLength: "\(contentLength)", .expect: "100-Continue"])
    try channel.writeInbound(HTTPRequestPart.head(head))
  }

  @Test func `a body that is too large and held back is refused without waiting for it`() throws {
    let channel = try connected()
    #expect(throws: (any Error).self) {
      try holdingRequest(channel, contentLength: 3_000_000)
    }
    #expect(try status(channel) == 413)
  }

  @Test func `a body that is held back is not too slow`() throws {
    let channel = try connected()
    try holdingRequest(channel, contentLength: 10)
    pass(limits.bodyGrace * 10, on: channel)
    #expect(try status(channel) == nil)
    try answer(channel)
    // Nobody can know whether the body or another request follows.
    pass(limits.linger, on: channel)
    #expect(!channel.isActive)
  }

  private func body(_ channel: EmbeddedChannel, bytes: Int) throws {
    try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 32, count: bytes)))
  }

  private func answer(_ channel: EmbeddedChannel) throws {
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    while try channel.readOutbound(as: HTTPResponsePart.self) != nil {}
  }

  private func status(_ channel: EmbeddedChannel) throws -> Int? {
    guard case .head(let head) = try channel.readOutbound(as: HTTPResponsePart.self) else {
      return nil
    }
    return head.status.code
  }

  @Test func `a head that does not come closes the connection, without a word`() throws {
    let channel = try connected()
    pass(limits.idle - .milliseconds(1), on: channel)
    #expect(channel.isActive)
    pass(.milliseconds(1), on: channel)
    #expect(!channel.isActive)
    #expect(try status(channel) == nil)
  }

  @Test func `with TLS, the handshake and the first head have less time together`() throws {
    let channel = try connected(.tls)
    #expect(limits.handshake < limits.idle)
    pass(limits.handshake - .milliseconds(1), on: channel)
    #expect(channel.isActive)
    pass(.milliseconds(1), on: channel)
    #expect(!channel.isActive)
  }

  @Test(
    arguments: [
      NIOSSLError.uncleanShutdown, NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])),
      BoringSSLError.sslError([]),
    ] as [any Error])
  func `nothing is answered where TLS breaks`(error: any Error) throws {
    let channel = try connected(.tls)
    channel.pipeline.fireErrorCaught(error)
    #expect(try status(channel) == nil)
    // The end is that of TLS, or of the client.
    #expect(channel.isActive)
  }

  @Test(arguments: [CloudHost.Configuration.TCPListener.Security.plain, .tls])
  func `an answered connection may be silent for as long again`(
    security: CloudHost.Configuration.TCPListener.Security
  ) throws {
    let channel = try connected(security)
    var wait = security == .tls ? limits.handshake : limits.idle
    for _ in 0..<3 {
      pass(wait - .milliseconds(1), on: channel)
      wait = limits.idle
      try request(channel, contentLength: 0)
      try channel.writeInbound(HTTPRequestPart.end(nil))
      // However long the answer takes.
      pass(limits.idle * 3, on: channel)
      try answer(channel)
      #expect(channel.isActive)
    }
    pass(limits.idle, on: channel)
    #expect(!channel.isActive)
  }

  @Test func `an answer does not end the connection for the long body of the request behind it`()
    throws
  {
    let channel = try connected()
    try request(channel, contentLength: 0)
    try channel.writeInbound(HTTPRequestPart.end(nil))
    try request(channel, contentLength: 100_000)
    try answer(channel)
    try body(channel, bytes: 100_000)
    try channel.writeInbound(HTTPRequestPart.end(nil))
    try answer(channel)
    #expect(channel.isActive)
  }

  @Test func `a body may be slow for a while, then it is refused`() throws {
    let channel = try connected()
    try request(channel, contentLength: 100_000)
    try body(channel, bytes: 1)
    pass(limits.bodyGrace - .milliseconds(1), on: channel)
    #expect(try status(channel) == nil)
    pass(.milliseconds(1), on: channel)
    #expect(try status(channel) == 408)
    pass(limits.linger, on: channel)
    #expect(!channel.isActive)
  }

  @Test func `a body that is announced too large is waited for as long as it comes`() throws {
    let channel = try connected()
    try request(channel, contentLength: CloudLimits.requestBytes + 1)
    for _ in 0..<5 {
      pass(limits.linger - .milliseconds(1), on: channel)
      #expect(try status(channel) == nil)
      try body(channel, bytes: 1)
    }
    pass(limits.linger, on: channel)
    #expect(try status(channel) == 413)
    pass(limits.linger, on: channel)
    #expect(!channel.isActive)
  }

  @Test func `a client that still sends after the answer is read for a limited time`() throws {
    for isSilentInTheEnd in [true, false] {
      let channel = try connected()
      try request(channel, contentLength: 100_000_000)
      try answer(channel)
      var listened = Duration.zero
      while listened + limits.linger < limits.longestLinger {
        pass(limits.linger - .milliseconds(1), on: channel)
        listened += limits.linger - .milliseconds(1)
        #expect(channel.isActive)
        try body(channel, bytes: 1)
      }
      if isSilentInTheEnd {
        pass(limits.linger, on: channel)
      } else {
        while listened < limits.longestLinger {
          try body(channel, bytes: 1)
          pass(.milliseconds(1), on: channel)
          listened += .milliseconds(1)
        }
      }
      #expect(!channel.isActive)
    }
  }

  @Test func `a long body at the least rate is read to its end`() throws {
    let channel = try connected()
    try request(channel, contentLength: 1 << 20)
    let grace = Int(limits.bodyGrace.components.seconds)
    for _ in 0..<10 {
      try body(channel, bytes: grace * limits.bodyBytesPerSecond)
      pass(limits.bodyGrace, on: channel)
      #expect(channel.isActive)
    }
    // And a moment later it comes no more.
    pass(limits.bodyGrace, on: channel)
    #expect(try status(channel) == 408)
  }
}

/// Lets a channel go on after its output is closed, as a socket does.
private final class HalfClosing: ChannelOutboundHandler {
  typealias OutboundIn = HTTPResponsePart

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if mode == .output {
      promise?.succeed()
    } else {
      context.close(mode: mode, promise: promise)
    }
  }
}
