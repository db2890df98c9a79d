import CloudCore
import CloudModel
import CloudRules
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// `/extension/1/signin`: the page to which `redirectURL` leads.
///
/// After signing in, the browser goes to the callback of the API token, with the key in the query.
/// If the token has no callback, the page hands the key to the window that opened it, if that
/// window is of an origin that the token declares.
struct SignInRoutes: Sendable {
  static let path = "/extension/1/signin"
  private static let cookieName = "zonechat-signin"
  /// Far above a name and a passphrase.
  private static let formBytes = 16 * 1024

  let authenticator: Authenticator
  let surroundings: Surroundings
  private let forms: FormToken

  init(authenticator: Authenticator, surroundings: Surroundings, secret: String) {
    forms = FormToken(secret: secret)
    self.authenticator = authenticator
    self.surroundings = surroundings
  }

  func add(to router: Router<CloudRequestContext>) {
    router.onEveryMethod(RouterPath(Self.path), but: [.get, .post])
    router.on(RouterPath(Self.path), method: .get) { request, _ in
      let token = try await apiToken(AuthenticationQuery(request).apiToken ?? "")
      return form(for: token.stored, apiToken: token.text, request: request)
    }
    router.on(RouterPath(Self.path), method: .post) { request, context in
      let data = try await request.body.collect(upTo: Self.formBytes)
      return try await signIn(
        FormBody(String(buffer: data)), request: request,
        address: authenticator.address(of: request, context),
        proof: authenticator.proof(of: request, context))
    }
  }

  private func signIn(
    _ fields: FormBody, request: Request, address: String, proof: AccountService.Proof
  ) async throws -> Response {
    let token = try await apiToken(fields["ckAPIToken"])
    let name = fields["name"]
    guard
      forms.isValid(
        fields["formToken"], cookie: cookie(of: request), purpose: token.text,
        at: surroundings.now())
    else {
      return form(
        for: token.stored, apiToken: token.text, request: request, name: name,
        trouble: "This page has expired. Try again.", status: .forbidden)
    }
    do {
      let proven = try await authenticator.accounts.recognize(
        name: name, passphrase: fields["passphrase"], proof: proof)
      let partition = token.stored.partition
      let isLongLived = fields["persist"] == "1"
      let key = try await authenticator.store.onThread {
        try authenticator.sessions.open(
          for: proven, in: partition, isLongLived: isLongLived,
          device: SessionDevice(name: "browser", address: address))
      }
      return handOver(key, to: token.stored)
    } catch let error as CloudError {
      var response = form(
        for: token.stored, apiToken: token.text, request: request, name: name,
        trouble: error.reason, status: error.retryAfterSeconds == nil ? .ok : .tooManyRequests)
      if let wait = error.retryAfterSeconds { response.headers[.retryAfter] = String(Int(wait)) }
      return response
    }
  }

  private func handOver(_ key: String, to token: StoredAPIToken) -> Response {
    if let callback = token.callbackURL {
      let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
      let value = key.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
      let separator = callback.contains("?") ? "&" : "?"
      var response = Response(status: .seeOther)
      response.headers[.location] = "\(callback)\(separator)ckWebAuthToken=\(value)"
      response.headers[.cacheControl] = "no-store"
      return response
    }
    let nonce = surroundings.randomURLSafe(byteCount: 16)
    return Response(
      html: page(of: token, nonce: nonce).handOver(
        webAuthToken: key, session: surroundings.randomHex(byteCount: 16),
        to: token.allowedOrigins),
      nonce: nonce, policy: ["script-src 'nonce-\(nonce)'"])
  }

  private func form(
    for token: StoredAPIToken, apiToken: String, request: Request, name: String = "",
    trouble: String? = nil, status: HTTPResponse.Status = .ok
  ) -> Response {
    let known = cookie(of: request)
    let cookie = known.isEmpty ? surroundings.randomURLSafe(byteCount: 24) : known
    let nonce = surroundings.randomURLSafe(byteCount: 16)
    let text = page(of: token, nonce: nonce).form(
      apiToken: apiToken,
      formToken: forms.token(for: cookie, purpose: apiToken, at: surroundings.now()),
      name: String(name.prefix(AccountRules.nameLength.upperBound)), trouble: trouble)
    let callback = Self.callbackSource(token).map { " \($0)" } ?? ""
    var response = Response(
      html: text, nonce: nonce, policy: ["form-action 'self'\(callback)"], status: status)
    response.headers[.setCookie] =
      "\(Self.cookieName)=\(cookie); Path=\(Self.path); Max-Age=\(Int(forms.life)); "
      + "HttpOnly; SameSite=Strict"
    return response
  }

  private func page(of token: StoredAPIToken, nonce: String) -> SignInPage {
    SignInPage(
      container: token.partition.container, environment: token.partition.environment.rawValue,
      tokenName: token.name,
      destination: Self.callbackSource(token).map { .callback($0) }
        ?? .opener(token.allowedOrigins), nonce: nonce)
  }

  /// The token as it is stored; throws AUTHENTICATION_FAILED for an unknown token.
  private func apiToken(_ text: String) async throws -> (text: String, stored: StoredAPIToken) {
    let text = text.lowercased()
    let stored = try await authenticator.store.onThread {
      try authenticator.store.readRegistry { try $0.apiToken(hash: TokenHash.of(text)) }
    }
    guard text.utf8.count == 64, let stored else { throw RequestFailure.authenticationFailed }
    return (text, stored)
  }

  private func cookie(of request: Request) -> String {
    request.cookie(named: Self.cookieName, length: 32) ?? ""
  }

  /// The origin of the token's callback, or its scheme where that is an application's; nil without
  /// a callback.
  ///
  /// Browsers apply the policy for forms to redirects too.
  private static func callbackSource(_ token: StoredAPIToken) -> String? {
    guard let callback = token.callbackURL.flatMap({ URLComponents(string: $0) }),
      let scheme = callback.scheme, let host = callback.host
    else { return nil }
    guard ["http", "https"].contains(scheme.lowercased()) else { return "\(scheme):" }
    return "\(scheme)://\(host)" + (callback.port.map { ":\($0)" } ?? "")
  }
}
