import NIOCore
import NIOPosix
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A device's way to the cloud: a Unix socket that passes everything on to another, until it is cut.
///
/// A device whose way is cut has no network, as far as its program can tell.
final class SocketRelay: Sendable {
  private struct State {
    var listener: (any Channel)?
    /// Both ends of everything that is connected.
    var channels: [any Channel] = []
  }

  let path: String
  private let target: String
  private let state = Mutex(State())

  init(at path: String, to target: String) {
    self.path = path
    self.target = target
  }

  /// Begins to listen; does nothing where it listens already.
  func open() async throws {
    guard state.withLock({ $0.listener == nil }) else { return }
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(.autoRead, value: false)
      .childChannelInitializer { [target, self] near in
        ClientBootstrap(group: near.eventLoop)
          .channelOption(.autoRead, value: false)
          .connect(unixDomainSocketPath: target)
          .flatMap { far in
            self.state.withLock { $0.channels += [near, far] }
            return near.pipeline.addHandler(PassOn(to: far)).and(
              far.pipeline.addHandler(PassOn(to: near))
            ).map { _ in far.read() }
          }
      }
      .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get()
    state.withLock { $0.listener = listener }
  }

  /// Ends every connection, and listens no more.
  func cut() async {
    let (listener, channels) = state.withLock { state in
      defer { state = State() }
      return (state.listener, state.channels)
    }
    unlink(path)
    // What is closed already has no more to say.
    try? await listener?.close()
    for channel in channels { try? await channel.close() }
  }
}

/// Passes bytes on to another channel, no faster than that takes them.
private final class PassOn: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let other: any Channel

  init(to other: any Channel) { self.other = other }

  func channelActive(context: ChannelHandlerContext) { context.read() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let channel = context.channel
    other.writeAndFlush(unwrapInboundIn(data)).whenComplete { result in
      switch result {
      case .success: channel.read()
      case .failure: channel.close(promise: nil)
      }
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    other.close(promise: nil)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
