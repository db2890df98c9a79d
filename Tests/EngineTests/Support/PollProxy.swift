import NIOCore
import NIOPosix
import Synchronization

/// A proxy before a cloud, at an address of its own, that treats long polls badly and passes on everything else.
final class PollProxy: Sendable {
  enum Conduct: Sendable {
    /// Ends every poll that has no answer after so long.
    case cuts(after: TimeAmount)
    /// Passes the answer to a poll on when so much time has passed since the request.
    case buffers(for: TimeAmount)
    /// Passes the first answer to a poll on to nobody, and ends that poll when so much time has passed since the
    /// request.
    case loses(after: TimeAmount)
  }

  let url: String
  /// One element for each poll that begins.
  let polls: AsyncStream<Void>
  /// One element for each poll that is ended.
  let cuts: AsyncStream<Void>

  private init(port: Int, polls: AsyncStream<Void>, cuts: AsyncStream<Void>) {
    url = "http://127.0.0.1:\(port)"
    self.polls = polls
    self.cuts = cuts
  }

  /// Runs `body` with a proxy before the cloud at a socket.
  static func with(
    _ conduct: Conduct, before socketPath: String, _ body: (PollProxy) async throws -> Void
  ) async throws {
    let (polls, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let (cuts, hasCut) = AsyncStream.makeStream(of: Void.self)
    let losses = Mutex(0)
    let mayLose = { @Sendable in
      losses.withLock { count in
        count += 1
        return count == 1
      }
    }
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { near in
        let way = Way(
          conduct, near, began: { hasBegun.yield() }, cut: { hasCut.yield() }, mayLose: mayLose)
        return ClientBootstrap(group: near.eventLoop)
          .channelInitializer { $0.pipeline.addHandler(Answers(way)) }
          .connect(unixDomainSocketPath: socketPath)
          .flatMap { far in near.pipeline.addHandler(Requests(way, far)) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    do {
      try await body(
        PollProxy(port: listener.localAddress?.port ?? 0, polls: polls, cuts: cuts))
    } catch {
      try await listener.close()
      throw error
    }
    try await listener.close()
  }
}

/// One connection of a client, and the proxy's own for it.
private final class Way: Sendable {
  private struct State {
    /// When the last poll began; nil on a connection without any.
    var began: NIODeadline?
    var cut: Scheduled<Void>?
    var isLost = false
  }

  private let conduct: PollProxy.Conduct
  private let near: any Channel
  private let state = Mutex(State())
  private let began: @Sendable () -> Void
  private let cut: @Sendable () -> Void
  private let mayLose: @Sendable () -> Bool

  init(
    _ conduct: PollProxy.Conduct, _ near: any Channel, began: @escaping @Sendable () -> Void,
    cut: @escaping @Sendable () -> Void, mayLose: @escaping @Sendable () -> Bool
  ) {
    self.conduct = conduct
    self.near = near
    self.began = began
    self.cut = cut
    self.mayLose = mayLose
  }

  /// A request has come, which is passed on.
  func note(_ request: ByteBuffer) {
    guard String(buffer: request).hasPrefix("GET /courier/") else { return }
    let now = NIODeadline.now()
    state.withLock { $0.began = now }
    if case .cuts(let time) = conduct {
      let end = near.eventLoop.scheduleTask(deadline: now + time) { [self] in close() }
      state.withLock { $0.cut = end }
    }
    began()
  }

  /// An answer has come, or a part of one.
  func pass(_ answer: ByteBuffer) {
    let (began, cut, isLost) = state.withLock { state in
      defer { state.cut = nil }
      return (state.began, state.cut, state.isLost)
    }
    cut?.cancel()
    guard !isLost else { return }
    switch (conduct, began) {
    case (.buffers(let time), let began?):
      _ = near.eventLoop.scheduleTask(deadline: began + time) { [near] in
        near.writeAndFlush(answer, promise: nil)
      }
    case (.loses(let time), let began?) where mayLose():
      state.withLock { $0.isLost = true }
      _ = near.eventLoop.scheduleTask(deadline: began + time) { [self] in close() }
    case (.buffers, nil), (.loses, _), (.cuts, _): near.writeAndFlush(answer, promise: nil)
    }
  }

  /// Hangs up; the other connection follows.
  private func close() {
    cut()
    near.close(promise: nil)
  }

  /// The cloud has hung up.
  func end() { near.close(promise: nil) }
}

private final class Requests: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let way: Way
  private let far: any Channel

  init(_ way: Way, _ far: any Channel) {
    self.way = way
    self.far = far
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let request = unwrapInboundIn(data)
    way.note(request)
    far.writeAndFlush(request, promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    far.close(promise: nil)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

private final class Answers: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let way: Way

  init(_ way: Way) { self.way = way }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    way.pass(unwrapInboundIn(data))
  }

  func channelInactive(context: ChannelHandlerContext) {
    way.end()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
