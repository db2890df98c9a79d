import CloudCore
import CloudModel
import CloudRules
import CloudWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// `GET /courier/TOKEN`: the long poll.
///
/// Knowing the token is the only authorisation; a browser may poll from any page.
struct CourierRoute: Sendable {
  let courier: NotificationCourier
  let authenticator: Authenticator
  let conditions: CloudConditions

  func add(to router: Router<CloudRequestContext>) {
    add("courier/:place", to: router)
    // The poll of one of several servers.
    add("courier/:place/:token", to: router)
  }

  private func add(_ path: RouterPath, to router: Router<CloudRequestContext>) {
    let allowed: Set<HTTPRequest.Method> = [.get, .options]
    router.onEveryMethod(path, but: [.get], allowed: allowed)
    // A HEAD request must not consume a notification.
    router.on(path, method: .head) { _, _ -> Response in
      throw RequestFailure.wrongMethod(allowed: Array(allowed))
    }
    router.on(path, method: .get) { request, context in
      let parts = ["place", "token"].compactMap { context.parameters.get($0) }
      let channel = NotificationChannel(
        courierPath: NotificationCourier.path + parts.joined(separator: "/"))
      let decision = try await meet(on: channel)
      try await noteUse(of: channel, by: request, context)
      let push = try await next(
        on: channel, connection: context.channel, within: courier.hold(wanted: request.wantedWait))
      try decision?.finish()
      return try Self.response(push, isLast: !request.wantsExtensions)
    }
  }

  /// The answer to a poll; `isLast` closes the connection, as CloudKit's courier does.
  ///
  /// A client of our own polls again on the same connection, because a new one costs as much as a request.
  private static func response(_ push: Push?, isLast: Bool) throws -> Response {
    var response = Response(status: .ok)
    if let push { response = try Response(json: NotificationFrame(push.content)) }
    if isLast { response.headers[.connection] = "close" }
    // Nothing on the way may keep the answer: it would be late, or come to the next poll again.
    response.headers[.cacheControl] = "no-store"
    if let name = HTTPField.Name("X-Accel-Buffering") { response.headers[name] = "no" }
    response.headers[.accessControlAllowOrigin] = "*"
    return response
  }

  /// Applies the faults to a poll, as to other requests; polls are not throttled.
  ///
  /// It returns before the poll is held, so that a held poll keeps nothing of it in memory.
  private func meet(on channel: NotificationChannel) async throws -> FaultDecision? {
    guard let (owner, partition) = courier.subscriber(of: channel) else { return nil }
    return try await conditions.meet(
      FaultEvent(user: owner.userRecordName, in: partition, operation: "courier"))
  }

  /// Notes once an hour that the session is used that has opened the channel.
  private func noteUse(
    of channel: NotificationChannel, by request: Request, _ context: CloudRequestContext
  ) async throws {
    guard let owner = courier.takeUseToNote(of: channel), let session = owner.session else {
      return
    }
    let address = authenticator.address(of: request, context)
    try await authenticator.store.onThread {
      authenticator.sessions.noteUse(of: session, of: owner.userRecordName, from: address)
    }
  }

  /// Waits on the connection's own event loop: a held poll has neither a task nor a thread.
  ///
  /// A client that hangs up, or says that it will send nothing more, frees its place at once.
  private func next(
    on channel: NotificationChannel, connection: (any Channel)?, within hold: Duration
  ) async throws -> Push? {
    guard let connection else { return try await courier.next(on: channel) }
    let timer = Mutex<Scheduled<Void>?>(nil)
    let push = try await courier.next(on: channel) { end in
      timer.withLock {
        $0 = connection.eventLoop.scheduleTask(in: TimeAmount(hold)) { end() }
      }
      connection.triggerUserOutboundEvent(InputWatch(onClose: end), promise: nil)
    }
    timer.withLock { $0 }?.cancel()
    return push
  }
}

extension Request {
  /// For how long the client wants its poll to be held: `Prefer: wait=SECONDS`.
  ///
  /// Source: RFC 7240, section 4.3.
  fileprivate var wantedWait: Duration? {
    guard let name = HTTPField.Name("Prefer"), let preferences = headers[name] else { return nil }
    for preference in preferences.split(separator: ",") {
      let words = preference.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
      if words.count == 2, words[0].lowercased() == "wait", let seconds = UInt16(words[1]) {
        return .seconds(seconds)
      }
    }
    return nil
  }
}
