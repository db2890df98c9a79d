import HTTPTypes
import Hummingbird

/// Lets pages of other origins ask, as CloudKit JS does, and answers `HEAD` like `GET`.
///
/// No cookie is ever heeded, so that every origin may ask: a page has only the keys it was given. What
/// is ours, under `/extension/`, is not for pages.
///
/// Source: the Fetch standard, CORS protocol.
struct CrossOriginMiddleware: RouterMiddleware {
  private static let origin = HTTPField.Name("Origin")
  private static let requestHeaders = HTTPField.Name("Access-Control-Request-Headers")
  private static let exposed =
    "X-Apple-CloudKit-Web-Auth-Token, X-Apple-Request-UUID, Retry-After"
  private static let maxAgeSeconds = 600

  func handle(
    _ request: Request, context: CloudRequestContext,
    next: @concurrent (Request, CloudRequestContext) async throws -> Response
  ) async throws -> Response {
    let isForPages = !request.uri.path.hasPrefix("/extension/")
    var response: Response
    if request.method == .options, isForPages {
      response = Self.preflight(request)
    } else {
      response = try await next(request, context)
    }
    if isForPages, Self.origin.map({ request.headers[$0] != nil }) ?? false {
      response.headers[.accessControlAllowOrigin] = "*"
      response.headers[.accessControlExposeHeaders] = Self.exposed
    }
    return request.method == .head ? response.createHeadResponse() : response
  }

  private static func preflight(_ request: Request) -> Response {
    var response = Response(status: .ok)
    response.headers[.accessControlAllowMethods] = "GET, HEAD, POST, PUT, OPTIONS"
    response.headers[.accessControlMaxAge] = String(maxAgeSeconds)
    if let name = requestHeaders, let asked = request.headers[name] {
      let isPlain =
        asked.utf8.count <= 1024
        && asked.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-, ".contains($0)) }
      if isPlain { response.headers[.accessControlAllowHeaders] = asked }
    }
    return response
  }
}
