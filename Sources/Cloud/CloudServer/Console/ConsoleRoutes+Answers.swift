import CloudModel
import CloudRules
import Foundation
import HTTPTypes
import Hummingbird

extension ConsoleRoutes {
  /// Answers with a page, whatever happens.
  func answer(
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
  func visit(
    _ request: Request, _ context: CloudRequestContext, nonce: String
  ) async throws -> ConsoleVisit {
    let session = request.cookie(
      named: ConsoleVisit.sessionCookieName(request), length: ConsoleVisit.secretLength)
    var viewer: ConsoleViewer?
    switch try await holder(of: session) {
    case .administrator: viewer = .administrator(canSignOut: true)
    case .account(let user):
      viewer = try await authenticator.store.onThread {
        try authenticator.store.readRegistry { try $0.account(userRecordName: user) }
      }.flatMap { $0.state == .active ? ConsoleViewer.account($0) : nil }
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

  private func holder(of session: String?) async throws -> ConsoleSessions.Holder? {
    guard let session else { return nil }
    return try await authenticator.store.onThread {
      try sessions.holder(of: session, at: machine.now())
    }
  }

  func respond(
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
  func setCookie(
    _ name: String, to value: String, _ more: String = "", of response: inout Response,
    _ request: Request
  ) {
    let isSecure = authenticator.origin(of: request).url.hasPrefix("https://")
    response.headers[.setCookie] =
      "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "") + more
  }

  static func redirect(to address: String) -> Response {
    Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
  }
}

extension CloudError {
  static let noSuchPage = CloudError(.unknownItem, "There is no such page.")

  static let forAdministrators = CloudError(
    .permissionFailure, "Only an administrator may see or do this.")

  static let sessionEnded = CloudError(
    .permissionFailure, "Your session has ended. Sign in again.")

  static let expired = CloudError(
    .permissionFailure, "This page has expired. Go back, load it again, and try once more.")
}
