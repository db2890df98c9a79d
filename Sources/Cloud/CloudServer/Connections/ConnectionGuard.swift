import CloudCore
import CloudModel
import CloudStorage
import Foundation
import HTTPTypes
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes
import NIOSSL

/// Keeps one connection within its limits, and answers input that never becomes a request.
///
/// It sits between the HTTP parser and the server, on the connection's event loop.
package final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  private let limits: ConnectionLimits
  private let ledger: ConnectionLedger
  private let proxies: TrustedProxies
  private let security: CloudHost.Configuration.TCPListener.Security
  private let uuid: @Sendable () -> String
  private var state = ConnectionState()
  private var hasOpened = false
  private var entry: ConnectionLedger.Entry?
  private var timer: Scheduled<Void>?
  private var bodyBegan = NIODeadline.distantPast
  /// Whether the announced size of the current body exceeds the limit.
  ///
  /// The guard still reads such a body, up to the limit: most clients read no answer before they have sent it. A body
  /// that its client holds back is refused at once.
  private var isBodyTooLarge = false
  private var lingersUntil = NIODeadline.distantPast
  /// The error of unreadable input that follows a request which is still being answered.
  private var failureBehind: (any Error)?
  private var isInputClosed = false
  private var watch: InputWatch?

  /// The limit per caller does not apply to a trusted proxy's connections: they belong to many
  /// callers.
  package init(
    limits: ConnectionLimits, ledger: ConnectionLedger, proxies: TrustedProxies = .none,
    security: CloudHost.Configuration.TCPListener.Security = .plain,
    uuid: @escaping @Sendable () -> String
  ) {
    self.limits = limits
    self.ledger = ledger
    self.proxies = proxies
    self.security = security
    self.uuid = uuid
  }

  // MARK: - The connection

  package func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    // Tests of this handler alone have no parser, and need no `RequestHeadValidator`.
    if let parser = try? pipeline.context(
      handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
    {
      do {
        try pipeline.addHandler(RequestHeadValidator(), position: .after(parser.handler))
      } catch {
        context.close(promise: nil)
      }
    }
    if context.channel.isActive { opened(context) }
  }

  package func channelActive(context: ChannelHandlerContext) {
    opened(context)
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    closed()
    inputClosed()
    context.fireChannelInactive()
  }

  package func handlerRemoved(context: ChannelHandlerContext) { closed() }

  private func opened(_ context: ChannelHandlerContext) {
    guard !hasOpened else { return }
    hasOpened = true
    entry = ledger.open(by: caller(context))
    guard entry != nil else {
      // With TLS it is only closed: there is no handshake yet after which the answer could be sent.
      answer(.full, context)
      context.close(promise: nil)
      return
    }
    waitForHead(context, for: security == .tls ? limits.handshake : limits.idle)
  }

  private func closed() {
    timer?.cancel()
    timer = nil
    if let entry { ledger.close(entry) }
    entry = nil
  }

  private func caller(_ context: ChannelHandlerContext) -> String? {
    guard let address = context.channel.remoteAddress?.ipAddress, !proxies.contains(address) else {
      return nil
    }
    return CallerNetwork.text(of: address)
  }

  // MARK: - What comes in

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !state.isOver else {
      if case .end = unwrapInboundIn(data) { context.close(mode: .output, promise: nil) }
      return listenOn(context)
    }
    switch unwrapInboundIn(data) {
    case .head(let head):
      if let entry { ledger.markBusy(entry) }
      let announcedBytes = head.headerFields[.contentLength].flatMap { Int($0) }
      state.headRead(
        announcedBytes: announcedBytes, isChunked: head.headerFields[.transferEncoding] != nil,
        holdsBodyBack: head.holdsBodyBack)
      bodyBegan = context.eventLoop.now
      // Uploads and imports have limits of their own.
      isBodyTooLarge =
        announcedBytes ?? 0 > CloudLimits.requestBytes
        && head.path?.hasPrefix(AssetLinks.uploadPrefix) != true
        && head.path != TransferRoutes.importPath
      schedule(context, in: isBodyTooLarge ? limits.linger : limits.bodyGrace) { $0.checkBody($1) }
    case .body(let bytes):
      state.bodyRead(bytes.readableBytes)
      if isBodyTooLarge { schedule(context, in: limits.linger) { $0.checkBody($1) } }
    case .end:
      state.endRead()
      timer?.cancel()
      timer = nil
    }
    context.fireChannelRead(data)
    if isBodyTooLarge, state.isBodyHeldBack { checkBody(context) }
  }

  package func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    if state.isOver { context.read() }
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed {
      inputClosed()
      if state.isOver { context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  package func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    switch event {
    case let watch as InputWatch:
      self.watch = watch
      if isInputClosed { inputClosed() }
    case is BodyDemand:
      state.wantBody()
      letBodyCome(context)
    default: return context.triggerUserOutboundEvent(event, promise: promise)
    }
    promise?.succeed()
  }

  /// Tells a client that holds its body back to send it, or that it is too large, if this is the time.
  private func letBodyCome(_ context: ChannelHandlerContext) {
    if isBodyTooLarge, state.isBodyHeldBack { return checkBody(context) }
    guard state.takeLeave() else { return }
    bodyBegan = context.eventLoop.now
    schedule(context, in: limits.bodyGrace) { $0.checkBody($1) }
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }

  private func inputClosed() {
    isInputClosed = true
    watch?.onClose()
    watch = nil
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !state.isOver else { return }
    guard !(error is IOError) else { return context.fireErrorCaught(error) }
    // TLS closes the connection itself, without an answer, which nobody could read. `uncleanShutdown` is only the end
    // of what the client sends, of which the event tells.
    guard !(error is NIOSSLError || error is BoringSSLError) else { return }
    if state.canAnswerFailure {
      refuse(Self.failure(error), error, context)
    } else if state.isReadingBody {
      // The reader of the body receives the error and answers.
      context.fireErrorCaught(ConnectionFailure.malformed)
    } else {
      failureBehind = error
    }
  }

  private static func failure(_ error: any Error) -> ConnectionFailure {
    (error as? HTTPParserError) == .headerOverflow ? .headTooLarge : .malformed
  }

  // MARK: - What goes out

  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?)
  {
    guard !state.isOver else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.kind != .informational:
      if state.answerBegins(saysClose: head.headerFields[.connection] == "close") {
        head.headerFields[.connection] = "close"
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .head, .body:
      context.write(data, promise: promise)
    case .end:
      let isLast = state.answerEnds()
      watch = nil
      context.write(data, promise: promise)
      if isLast {
        linger(context)
      } else if !state.isIdle {
        letBodyCome(context)
      } else {
        if let failureBehind {
          refuse(Self.failure(failureBehind), failureBehind, context)
        } else {
          waitForHead(context, for: limits.idle)
        }
      }
    }
  }

  /// Answers a failure, tells the server that nothing more will come, and closes.
  private func refuse(
    _ failure: ConnectionFailure, _ error: any Error, _ context: ChannelHandlerContext
  ) {
    answer(failure, context)
    linger(context)
    context.fireErrorCaught(error)
  }

  private func answer(_ failure: ConnectionFailure, _ context: ChannelHandlerContext) {
    state.end()
    let (head, body) = failure.requestFailure.bareResponse(uuid: uuid())
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// Closes for writing once the request is here, and for reading once the client has been silent
  /// for a short time.
  ///
  /// Closing at once would discard the answer: a client that is still sending would not read it.
  private func linger(_ context: ChannelHandlerContext) {
    lingersUntil = context.eventLoop.now + TimeAmount(limits.longestLinger)
    context.flush()
    if !state.isReadingBody { context.close(mode: .output, promise: nil) }
    listenOn(context)
    context.read()
  }

  /// Closes the connection when the client has been silent for a short time, or when the longest
  /// time for lingering is over.
  private func listenOn(_ context: ChannelHandlerContext) {
    let rest = Duration.nanoseconds((lingersUntil - context.eventLoop.now).nanoseconds)
    schedule(context, in: min(limits.linger, max(.zero, rest))) { _, context in
      context.close(promise: nil)
    }
  }

  // MARK: - Time

  private func waitForHead(_ context: ChannelHandlerContext, for time: Duration) {
    noteIdle(context)
    schedule(context, in: time) { connection, context in
      if connection.state.isIdle { context.close(promise: nil) }
    }
  }

  private func noteIdle(_ context: ChannelHandlerContext) {
    guard let entry else { return }
    let eventLoop = context.eventLoop
    let connection = NIOLoopBound((self, context), eventLoop: eventLoop)
    let makeRoom = { @Sendable in
      eventLoop.execute { connection.value.0.makeRoom(connection.value.1) }
    }
    // Executed later, because the answer before it is not flushed yet.
    if !ledger.markIdle(entry, close: makeRoom) { makeRoom() }
  }

  /// Closes the connection, unless a request has come meanwhile; that request is answered first.
  private func makeRoom(_ context: ChannelHandlerContext) {
    if state.isIdle { context.close(promise: nil) }
  }

  private func checkBody(_ context: ChannelHandlerContext) {
    guard state.isReadingBody, !state.isOver else { return }
    if isBodyTooLarge, state.canRefuseBody {
      return refuse(.bodyTooLarge, ConnectionFailure.bodyTooLarge, context)
    }
    // The route decides when the client may send.
    if state.isBodyHeldBack {
      return schedule(context, in: limits.bodyGrace) { $0.checkBody($1) }
    }
    let seconds = (context.eventLoop.now - bodyBegan).nanoseconds / 1_000_000_000
    guard state.bodyBytes < Int(max(1, seconds)) * limits.bodyBytesPerSecond else {
      return schedule(context, in: limits.bodyGrace) { $0.checkBody($1) }
    }
    if state.canRefuseBody {
      refuse(.tooSlow, ConnectionFailure.tooSlow, context)
    } else {
      context.close(promise: nil)
    }
  }

  private func schedule(
    _ context: ChannelHandlerContext, in delay: Duration,
    _ body: @escaping (ConnectionGuard, ChannelHandlerContext) -> Void
  ) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(delay)) {
      body(self, context)
    }
  }
}

extension HTTPRequest {
  /// Whether the client sends its body only after the cloud asks for it.
  ///
  /// Source: RFC 9110, section 10.1.1.
  var holdsBodyBack: Bool {
    headerFields[.expect]?.split(separator: ",").contains {
      $0.trimmingCharacters(in: .whitespaces).lowercased() == "100-continue"
    } ?? false
  }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}

/// Asks a connection's guard to be told when the client will send nothing more on it.
struct InputWatch: Sendable {
  /// Called once; immediately if the client has already finished sending.
  var onClose: @Sendable () -> Void
}
