import Hummingbird

/// The keys in a request's query, in both spellings: clients ought to escape the `+`, `/` and `=` of a
/// web auth token, and some do not.
///
/// A `+` that is not escaped is a blank, so at Apple such a token is none.
struct AuthenticationQuery: Sendable {
  /// No valid token is longer.
  private static let longestToken = 256

  var apiToken: String?
  var webAuthToken: String?
  /// Whether the token had a `+` that was not escaped.
  var hasBarePlus = false
  /// The device that asks.
  var clientID: String?

  init(_ request: Request) {
    let query = request.uri.queryParameters
    apiToken = query["ckAPIToken"].map(String.init)
    let parts = request.uri.query?.split(separator: "&") ?? []
    hasBarePlus = parts.contains { $0.hasPrefix("ckWebAuthToken=") && $0.contains("+") }
    webAuthToken = query["ckWebAuthToken"].map { $0.replacing(" ", with: "+") }.map(String.init)
    clientID = query["clientId"].map(String.init)
    if (apiToken?.utf8.count ?? 0) > Self.longestToken { apiToken = "" }
    if (webAuthToken?.utf8.count ?? 0) > Self.longestToken { webAuthToken = "" }
    if let name = clientID, name.utf8.count > CloudRequestContext.clientIDLength { clientID = nil }
  }
}
