import HTTPTypes
import Hummingbird

/// Under which name and scheme a client reached the cloud; what the addresses in answers begin with.
///
/// The cloud's public URL where it has one. Else behind a proxy the scheme is what
/// `X-Forwarded-Proto` says.
struct RequestOrigin: Sendable {
  /// For example `https://cloud.example:8443`.
  let url: String

  init(_ request: Request, publicURL: PublicURL?) {
    if let publicURL {
      url = publicURL.text
      return
    }
    let forwarded = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }
    let scheme = forwarded?.lowercased() == "https" ? "https" : "http"
    let authority = request.head.authority ?? ""
    url = "\(scheme)://\(PublicURL.isAuthority(authority) ? authority : "localhost")"
  }
}
