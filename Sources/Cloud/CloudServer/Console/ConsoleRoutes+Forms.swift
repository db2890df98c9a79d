import CloudCore
import CloudModel
import CloudRules
import CloudWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension ConsoleRoutes {
  /// Far above the longest form.
  private static let formBytes = 16 * 1024

  func addActions(to router: Router<CloudRequestContext>) {
    act(.signIn, on: router, isOpen: true) { form, visit, request, context in
      try await signIn(form, visit, request, context)
    }
    act(.signOut, on: router, isOpen: true) { _, visit, request, _ in
      try await closeSession(of: visit)
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
      try await authenticator.store.onThread { try reset.resetAll() }
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
        else { throw visit.session == nil ? CloudError.expired : CloudError.sessionEnded }
        switch visit.viewer {
        case _ where isOpen, .administrator: break
        case .account, nil: throw CloudError.forAdministrators
        }
        return try await perform(form, visit, request, context)
      }
    }
  }

  /// The purpose that the tokens of all console forms carry.
  static let purpose = "console"

  private func signIn(
    _ form: FormBody, _ visit: ConsoleVisit, _ request: Request, _ context: CloudRequestContext
  ) async throws -> Response {
    let next = Self.local(form["next"])
    // A new secret: whoever knew the old one does not come in with it.
    let secret = machine.randomURLSafe(byteCount: ConsoleVisit.secretBytes)
    if form["name"].isEmpty {
      guard
        authenticator.administrator.matches(
          form["token"].trimmingCharacters(in: .whitespacesAndNewlines))
      else {
        return respond(
          .signIn(trouble: "This is not the administrator token of this cloud.", next: next),
          to: visit, request, status: .forbidden)
      }
      try await openSession(secret, for: .administrator, in: visit)
    } else {
      do {
        let proven = try await authenticator.accounts.recognize(
          name: form["name"], passphrase: form["passphrase"],
          proof: authenticator.proof(of: request, context))
        try await openSession(
          secret, for: .account(userRecordName: proven.account.userRecordName), in: visit)
        try await checkPassphrase(of: proven, openedAs: secret)
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
    var response = Self.redirect(to: next)
    setCookie(ConsoleVisit.sessionCookieName(request), to: secret, of: &response, request)
    return response
  }

  /// Opens a session in place of the visit's.
  private func openSession(
    _ secret: String, for holder: ConsoleSessions.Holder, in visit: ConsoleVisit
  ) async throws {
    try await closeSession(of: visit)
    try await authenticator.store.onThread {
      try sessions.open(secret, for: holder, at: machine.now())
    }
  }

  private func closeSession(of visit: ConsoleVisit) async throws {
    guard let session = visit.session else { return }
    try await authenticator.store.onThread { try sessions.close(session) }
  }

  /// Ends the session again if its account has got another passphrase since it was proven.
  ///
  /// Setting a passphrase ends the sessions of that moment, so a session is open before this looks.
  private func checkPassphrase(
    of proven: ProvenAccount, openedAs secret: String
  ) async throws {
    do {
      try await authenticator.store.onThread {
        try authenticator.accounts.requireCurrent(proven)
      }
    } catch {
      try await authenticator.store.onThread { try sessions.close(secret) }
      throw error
    }
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

extension FaultForm {
  /// Throws `.invalidArguments` for what is no fault.
  fileprivate var fault: CloudFault {
    get throws { try CloudFault(json: ByteBuffer(bytes: try JSONEncoder().encode(json))) }
  }
}
