import CloudCore
import CloudModel
import CloudRules
import Foundation
import HTTPTypes
import Hummingbird

/// `/` and `/console/…`: the cloud's pages for people, made here and readable without scripts.
///
/// 1. Without a session a page shows the form for signing in, and nothing of the cloud but its version.
///    Who is an administrator without one, at the Unix socket for example, needs none.
/// 2. A session is a random cookie. The administrator token is never part of a cookie or an address.
/// 3. A form changes something only if it came from a page that this cloud showed to the same
///    browser: `FormToken`, and the origin that the browser names.
struct ConsoleRoutes: Sendable {
  /// Our choice, in seconds: a request for new rows is held this long.
  private static let longestHold = 25

  let authenticator: Authenticator
  let reading: ConsoleReading
  let reset: CloudReset
  let version: String
  /// The machine's time and randomness: tests move the cloud's time, and may know its random numbers.
  let machine: Surroundings
  let forms: FormToken

  init(
    authenticator: Authenticator, reading: ConsoleReading, reset: CloudReset, version: String,
    machine: Surroundings, secret: String
  ) {
    forms = FormToken(secret: secret, life: ConsoleSessions.life)
    self.authenticator = authenticator
    self.reading = reading
    self.reset = reset
    self.version = version
    self.machine = machine
  }

  var sessions: ConsoleSessions { reset.consoleSessions }

  func add(to router: Router<CloudRequestContext>) {
    for path in ConsoleAddress.Path.allCases {
      router.onEveryMethod(RouterPath(path.rawValue), but: [.get])
      router.on(RouterPath(path.rawValue), method: .get) { request, context in
        await answer(request, context) { visit in try await show(path, request, context, visit) }
      }
    }
    router.onEveryMethod(RouterPath(ConsoleAddress.newRequests), but: [.get])
    router.on(RouterPath(ConsoleAddress.newRequests), method: .get) { request, context in
      await answer(request, context) { visit in try await newRows(request, context, visit) }
    }
    router.on("/console/**", method: .get) { request, context in
      await answer(request, context) { _ in throw CloudError.noSuchPage }
    }
    addActions(to: router)
  }

  private func show(
    _ path: ConsoleAddress.Path, _ request: Request, _ context: CloudRequestContext,
    _ visit: ConsoleVisit
  ) async throws -> Response {
    guard let viewer = visit.viewer else {
      let trouble: String? =
        if visit.session != nil {
          "Your session has ended. Sign in again."
        } else {
          path == .overview ? nil : "Sign in to see this page."
        }
      return respond(
        .signIn(trouble: trouble, next: request.uri.string), to: visit, request,
        status: path == .overview ? .ok : .forbidden)
    }
    guard viewer.maySee(path) else { throw CloudError.forAdministrators }
    let call = ConsoleCall(
      viewer: viewer, query: ConsoleQuery(request), origin: authenticator.origin(of: request).url)
    let page = try await authenticator.store.onThread { try reading.page(path, for: call) }
    return respond(page, to: visit, request)
  }

  /// The rows of the requests after a number, as soon as there are some.
  private func newRows(
    _ request: Request, _ context: CloudRequestContext, _ visit: ConsoleVisit
  ) async throws -> Response {
    guard visit.viewer != nil else { throw CloudError.sessionEnded }
    let query = ConsoleQuery(request)
    let after = Int64(try query.count("after") ?? 0)
    await reading.journal.wait(after: after, hold: .seconds(Self.longestHold))
    // The session may have ended meanwhile.
    guard let viewer = try await self.visit(request, context, nonce: visit.nonce).viewer else {
      throw CloudError.sessionEnded
    }
    let call = ConsoleCall(viewer: viewer, query: query, origin: "")
    let list = try await authenticator.store.onThread {
      try reading.newRequests(after: after, for: call)
    }
    var response = Response(html: list.rowsHTML, nonce: visit.nonce, policy: [])
    if let name = HTTPField.Name(RequestList.newestHeader) {
      response.headers[name] = String(list.newest)
    }
    return response
  }
}
