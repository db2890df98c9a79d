import HTTPTypes
import Hummingbird

/// Allows requests of pages from other origins, as CloudKit JS sends them, and answers `HEAD` like
/// `GET`.
///
/// Every origin may ask, because no cookie is read on these paths: a page has only the keys it was
/// given. The paths that CloudKit does not have, which are under `/extension/`, the console's and those
/// of links, are not open to pages of other origins.
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
    if request.method == .options, Self.isForPages(request.uri.path) {
      return Self.preflight(request)
    }
    return Self.opened(try await next(request, context), to: request)
  }

  /// Whether pages of other origins may use this path.
  ///
  /// Empty parts count for nothing, as for the routes.
  @inline(never)
  static func isForPages(_ path: String) -> Bool {
    guard let first = path.split(separator: "/").first else { return false }
    return !["extension", "console", "join"].contains(first)
  }

  /// The answer with what lets pages read it, if they may.
  @inline(never)
  private static func opened(_ answer: Response, to request: Request) -> Response {
    var response = answer
    if isForPages(request.uri.path), Self.origin.map({ request.headers[$0] != nil }) ?? false {
      response.headers[.accessControlAllowOrigin] = "*"
      response.headers[.accessControlExposeHeaders] = Self.exposed
    }
    return request.method == .head ? response.createHeadResponse() : response
  }

  @inline(never)
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
    return opened(response, to: request)
  }
}
