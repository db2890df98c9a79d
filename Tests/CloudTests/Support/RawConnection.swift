import NIOCore
import NIOPosix
import NIOSSL

/// A connection on which a test writes bytes as it likes and reads what comes back.
final class RawConnection {
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private let channel: any Channel
  private var rest = ByteBuffer()

  /// Connects to `127.0.0.1:port` for as long as `body` runs; by TLS to `localhost` with a context.
  static func with<R: Sendable>(
    port: Int, tls context: NIOSSLContext? = nil, _ body: (RawConnection) async throws -> R
  ) async throws -> R {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          if let context {
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: context, serverHostname: "localhost"))
          }
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await body(RawConnection(inbound.makeAsyncIterator(), outbound, channel.channel))
    }
  }

  private init(
    _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
    _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>, _ channel: any Channel
  ) {
    self.inbound = inbound
    self.outbound = outbound
    self.channel = channel
  }

  func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

  func send(_ bytes: [UInt8]) async throws { try await outbound.write(ByteBuffer(bytes: bytes)) }

  /// Says that nothing more will be sent.
  func finish() { outbound.finish() }

  /// Closes the connection below TLS, without the word by which TLS ends.
  func cut() async throws {
    try await channel.eventLoop.submit { [channel] in
      try channel.pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self)
        .close(promise: nil)
    }.get()
  }

  /// The next answer; nil where the other side has closed instead.
  ///
  /// `hasBody` is false for the answer to `HEAD`.
  func answer(hasBody: Bool = true) async throws -> WireAnswer? {
    while true {
      if let answer = parse(hasBody: hasBody) { return answer }
      guard var more = try await next() else { return nil }
      rest.writeBuffer(&more)
    }
  }

  /// Reads to the end; whether nothing came any more.
  func isClosed() async throws -> Bool {
    while let more = try await next() { rest.writeBytes(more.readableBytesView) }
    return rest.readableBytes == 0
  }

  /// A reset is an end too.
  private func next() async throws -> ByteBuffer? {
    do {
      return try await inbound.next(isolation: #isolation)
    } catch is IOError {
      return nil
    }
  }

  private func parse(hasBody: Bool) -> WireAnswer? {
    let text = String(decoding: rest.readableBytesView, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].split(separator: "\r\n").map(String.init)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.last?.trimmingPrefix(" ").description
    }
    let headLength = text[..<end.upperBound].utf8.count
    let length = hasBody ? headers["content-length"].flatMap { Int($0) } ?? 0 : 0
    guard rest.readableBytes >= headLength + length else { return nil }
    rest.moveReaderIndex(forwardBy: headLength)
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return WireAnswer(
      status: status, headers: headers, body: rest.readBytes(length: length) ?? [])
  }
}
