import CloudCore
import CloudModel
import CloudRules
import HTTPTypes
import Hummingbird

/// `GET /join` and `GET /join/SHORTGUID`: the page that a browser shows for a link of this server.
///
/// 1. It reads no cookie and sets none. Nothing in it comes from the request but which link it is about.
/// 2. It changes nothing: what shows a preview of a link asks for it too.
struct JoinRoutes: Sendable {
  let server: ServerRoutes
  /// The machine's randomness: tests may know the cloud's random numbers.
  let machine: Surroundings

  func add(to router: Router<CloudRequestContext>) {
    for path in ["join", "join/:guid"] {
      router.onEveryMethod(RouterPath(path), but: [.get])
      router.on(RouterPath(path), method: .get) { _, context in
        try await answer(toLink: context.parameters.get("guid"), context)
      }
    }
  }

  private func answer(
    toLink shortGUID: String?, _ context: CloudRequestContext
  ) async throws -> Response {
    let nonce = machine.randomURLSafe(byteCount: 16)
    let page = try await server.cloud.store.onThread {
      JoinPage(
        server: try server.description(), invitation: try invitation(ofLink: shortGUID),
        programURL: server.programURL, nonce: nonce)
    }
    if page.invitation == .gone {
      context.logEntry?.note(errorCode: ServerErrorCode.notFound.rawValue)
    }
    var response = Response(
      html: page.html, nonce: nonce,
      policy: ["script-src 'nonce-\(nonce)'", "form-action 'none'"],
      status: page.invitation == .gone ? .notFound : .ok)
    if let name = HTTPField.Name("X-Robots-Tag") { response.headers[name] = "noindex" }
    return response
  }

  private func invitation(ofLink shortGUID: String?) throws -> JoinPage.Invitation {
    guard let shortGUID else { return .server }
    do {
      return .chat(try server.link(shortGUID))
    } catch  where error.code == .unknownItem {
      return .gone
    }
  }
}
