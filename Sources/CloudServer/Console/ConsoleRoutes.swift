import CloudInProcess
import CloudModel
import CloudPages
import CloudRules
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

/// `/` and `/console/…`: the cloud's pages for people, made here and readable without scripts.
///
/// 1. Without a session a page shows the form for signing in, and nothing of the cloud but its version.
///    Who is an administrator without one, at the Unix socket for example, needs none.
/// 2. A session is a random cookie. The administrator token is never part of a cookie or an address.
/// 3. A form changes something only if it came from a page that this cloud showed to the same
///    browser: `FormToken`, and the origin that the browser names.
struct ConsoleRoutes: Sendable {
  /// Far above the longest form.
  private static let formBytes = 16 * 1024
  /// Our choice, in seconds: how long a request for new rows is held.
  private static let longestHold = 25

  let authenticator: Authenticator
  let reading: ConsoleReading
  let reset: CloudReset
  let version: String
  /// The machine's time and randomness: tests move the cloud's time, and may know its random numbers.
  let machine: Surroundings
  private let forms = FormToken(life: ConsoleSessions.life)

  init(
    authenticator: Authenticator, reading: ConsoleReading, reset: CloudReset, version: String,
    machine: Surroundings
  ) {
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
      await answer(request, context) { visit in try await newRows(request, visit) }
    }
    router.on("/console/**", method: .get) { request, context in
      await answer(request, context) { _ in throw Self.noSuchPage }
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
    guard viewer.maySee(path) else { throw Self.forAdministrators }
    let call = ConsoleCall(
      viewer: viewer, query: ConsoleQuery(request), origin: authenticator.origin(of: request).url)
    let page = try await NIOThreadPool.singleton.runIfActive { try reading.page(path, for: call) }
    return respond(page, to: visit, request)
  }

  /// The rows of the requests after a number, as soon as there are some.
  private func newRows(_ request: Request, _ visit: ConsoleVisit) async throws -> Response {
    guard let viewer = visit.viewer else { throw Self.sessionEnded }
    let call = ConsoleCall(viewer: viewer, query: ConsoleQuery(request), origin: "")
    let after = Int64(try call.query.count("after") ?? 0)
    await reading.journal.wait(after: after, hold: .seconds(Self.longestHold))
    let list = try await NIOThreadPool.singleton.runIfActive {
      try reading.newRequests(after: after, for: call)
    }
    var response = Response(html: list.rowsHTML, nonce: visit.nonce, policy: [])
    if let name = HTTPField.Name(RequestList.newestHeader) {
      response.headers[name] = String(list.newest)
    }
    return response
  }
}

// MARK: Forms

extension ConsoleRoutes {
  private func addActions(to router: Router<CloudRequestContext>) {
    act(.signIn, on: router, isOpen: true) { form, visit, request, context in
      try await signIn(form, visit, request, context)
    }
    act(.signOut, on: router, isOpen: true) { _, visit, request, _ in
      if let session = visit.session { sessions.close(session) }
      var response = Self.redirect(to: ConsoleAddress.Path.overview.rawValue)
      setCookie(
        ConsoleVisit.sessionCookieName(request), to: "", "; Max-Age=0", of: &response, request)
      return response
    }
    act(.addFault, on: router) { form, visit, request, _ in
      let fields = FaultForm.Field.allCases.map { ($0, form[$0.rawValue]) }
      let written = FaultForm(Dictionary(uniqueKeysWithValues: fields))
      do {
        try reading.faults.add([try written.fault])
      } catch {
        let reason = RequestFailure(describing: error).error.reason
        return respond(
          .faults(reading.faults.statuses, form: written, trouble: reason), to: visit, request,
          status: .badRequest)
      }
      return Self.redirect(to: ConsoleAddress.Path.faults.rawValue)
    }
    act(.removeFault, on: router) { form, _, _, _ in
      // One that has ended by itself meanwhile is off, as was wanted.
      reading.faults.remove(form["id"])
      return Self.redirect(to: ConsoleAddress.Path.faults.rawValue)
    }
    act(.reset, on: router) { _, _, _, _ in
      try await NIOThreadPool.singleton.runIfActive { try reset.resetAll() }
      return Self.redirect(to: ConsoleAddress.Path.overview.rawValue)
    }
  }

  private typealias Act =
    @Sendable (FormBody, ConsoleVisit, Request, CloudRequestContext) async throws -> Response

  /// Adds the path of a form; unless it is open, only an administrator may send it.
  private func act(
    _ action: ConsoleAddress.Action, on router: Router<CloudRequestContext>, isOpen: Bool = false,
    _ perform: @escaping Act
  ) {
    router.onEveryMethod(RouterPath(action.rawValue), but: [.post])
    router.on(RouterPath(action.rawValue), method: .post) { request, context in
      await answer(request, context) { visit in
        try checkOrigin(of: request)
        let form = FormBody(
          String(buffer: try await request.body.collect(upTo: Self.formBytes)))
        guard
          forms.isValid(
            form["formToken"], cookie: visit.formCookie, purpose: Self.purpose, at: machine.now())
        else { throw visit.session == nil ? Self.expired : Self.sessionEnded }
        switch visit.viewer {
        case _ where isOpen, .administrator: break
        case .account, nil: throw Self.forAdministrators
        }
        return try await perform(form, visit, request, context)
      }
    }
  }

  private static let purpose = "console"

  private func signIn(
    _ form: FormBody, _ visit: ConsoleVisit, _ request: Request, _ context: CloudRequestContext
  ) async throws -> Response {
    let next = Self.local(form["next"])
    let holder: ConsoleSessions.Holder
    if form["name"].isEmpty {
      guard
        authenticator.administrator.matches(
          form["token"].trimmingCharacters(in: .whitespacesAndNewlines))
      else {
        return respond(
          .signIn(trouble: "This is not the administrator token of this cloud.", next: next),
          to: visit, request, status: .forbidden)
      }
      holder = .administrator
    } else {
      do {
        let account = try await authenticator.accounts.recognize(
          name: form["name"], passphrase: form["passphrase"],
          proof: authenticator.proof(of: request, context))
        holder = .account(userRecordName: account.userRecordName)
      } catch let error as CloudError {
        var response = respond(
          .signIn(
            trouble: error.reason,
            name: String(form["name"].prefix(AccountRules.nameLength.upperBound)), next: next),
          to: visit, request,
          status: error.retryAfterSeconds == nil ? .forbidden : .tooManyRequests)
        if let wait = error.retryAfterSeconds { response.headers[.retryAfter] = String(Int(wait)) }
        return response
      }
    }
    if let session = visit.session { sessions.close(session) }
    // A new secret: whoever knew the old one does not come in with it.
    let secret = machine.randomURLSafe(byteCount: ConsoleVisit.secretBytes)
    sessions.open(secret, for: holder, at: machine.now())
    var response = Self.redirect(to: next)
    setCookie(ConsoleVisit.sessionCookieName(request), to: secret, of: &response, request)
    return response
  }

  /// Refuses a form that a page of another origin has sent, as far as the browser says so.
  ///
  /// Source: the Fetch standard, `Origin` header; Fetch Metadata Request Headers.
  private func checkOrigin(of request: Request) throws {
    let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
    let origin = HTTPField.Name("Origin").flatMap { request.headers[$0]?.lowercased() }
    let own =
      ["http://", "https://"].map { $0 + (request.head.authority ?? "").lowercased() }
      + [authenticator.publicURL?.text.lowercased()].compactMap(\.self)
    guard ["same-origin", "none", nil].contains(site), origin.map(own.contains) ?? true else {
      throw CloudError(.permissionFailure, "This form was sent by a page of another origin.")
    }
  }

  /// The address of a page of the console; the overview for anything else.
  private static func local(_ address: String) -> String {
    let path = String(address.prefix { $0 != "?" })
    let isOurs =
      ConsoleAddress.Path(rawValue: path) != nil
      && address.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    return isOurs ? address : ConsoleAddress.Path.overview.rawValue
  }
}

// MARK: Answers

extension ConsoleRoutes {
  /// Answers with a page, whatever happens.
  private func answer(
    _ request: Request, _ context: CloudRequestContext,
    _ body: (ConsoleVisit) async throws -> Response
  ) async -> Response {
    var visit = ConsoleVisit(
      viewer: nil, session: nil, formCookie: "", isNew: false,
      nonce: machine.randomURLSafe(byteCount: 16))
    do {
      visit = try await self.visit(request, context, nonce: visit.nonce)
      return try await body(visit)
    } catch {
      let failure = RequestFailure(describing: error)
      context.logEntry?.note(errorCode: failure.serverErrorCode.rawValue)
      let title =
        switch failure.status {
        case 403: "Not allowed"
        case 404: "Not found"
        default: "This did not work"
        }
      return respond(
        .failure(title: title, reason: failure.error.reason), to: visit, request,
        status: .init(code: failure.status))
    }
  }

  /// Finds out who asks.
  private func visit(
    _ request: Request, _ context: CloudRequestContext, nonce: String
  ) async throws -> ConsoleVisit {
    let session = request.cookie(
      named: ConsoleVisit.sessionCookieName(request), length: ConsoleVisit.secretLength)
    var viewer: ConsoleViewer?
    switch session.flatMap({ sessions.holder(of: $0, at: machine.now()) }) {
    case .administrator: viewer = .administrator(canSignOut: true)
    case .account(let user):
      viewer = try await NIOThreadPool.singleton.runIfActive {
        try authenticator.store.readRegistry { try $0.account(userRecordName: user) }
      }.map { .account($0) }
    case nil: break
    }
    if let session, viewer != nil {
      return ConsoleVisit(
        viewer: viewer, session: session, formCookie: session, isNew: false, nonce: nonce)
    }
    if authenticator.isAdministrator(request, context) {
      viewer = .administrator(canSignOut: false)
    }
    let known = request.cookie(
      named: ConsoleVisit.formCookieName(request), length: ConsoleVisit.secretLength)
    return ConsoleVisit(
      viewer: viewer, session: session,
      formCookie: known ?? machine.randomURLSafe(byteCount: ConsoleVisit.secretBytes),
      isNew: known == nil, nonce: nonce)
  }

  private func respond(
    _ page: ConsolePage, to visit: ConsoleVisit, _ request: Request,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    let viewer: ConsoleFrame.Viewer =
      switch visit.viewer {
      case .administrator(let canSignOut): .administrator(canSignOut: canSignOut)
      case .account(let account): .account(account.name)
      case nil: .nobody
      }
    let frame = ConsoleFrame(
      viewer: viewer, version: version, nonce: visit.nonce,
      formToken: forms.token(for: visit.formCookie, purpose: Self.purpose, at: machine.now()))
    let script = ["script-src 'nonce-\(visit.nonce)'", "connect-src 'self'"]
    var response = Response(
      html: frame.html(of: page), nonce: visit.nonce,
      policy: ["form-action 'self'"] + (page.isLive ? script : []),
      // Without a referrer browsers do not name the origin of a form either, which is checked.
      referrer: "same-origin", status: status)
    if visit.isNew {
      setCookie(ConsoleVisit.formCookieName(request), to: visit.formCookie, of: &response, request)
    }
    return response
  }

  /// A cookie that no script reads, that no other site sends, and that ends with the browser.
  private func setCookie(
    _ name: String, to value: String, _ more: String = "", of response: inout Response,
    _ request: Request
  ) {
    let isSecure = authenticator.origin(of: request).url.hasPrefix("https://")
    response.headers[.setCookie] =
      "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "") + more
  }

  private static func redirect(to address: String) -> Response {
    Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
  }

  private static let noSuchPage = CloudError(.unknownItem, "There is no such page.")

  private static let forAdministrators = CloudError(
    .permissionFailure, "Only an administrator may see or do this.")

  private static let sessionEnded = CloudError(
    .permissionFailure, "Your session has ended. Sign in again.")

  private static let expired = CloudError(
    .permissionFailure, "This page has expired. Go back, load it again, and try once more.")
}

extension FaultForm {
  /// Throws `.invalidArguments` for what is no fault.
  fileprivate var fault: CloudFault {
    get throws { try CloudFault(json: ByteBuffer(bytes: try JSONEncoder().encode(json))) }
  }
}
