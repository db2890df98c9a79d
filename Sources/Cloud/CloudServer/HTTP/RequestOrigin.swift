import CloudCore
import HTTPTypes
import Hummingbird

/// The scheme and the name under which a client reached the cloud; the URLs in answers begin with
/// them.
///
/// It is the cloud's public URL, if there is one. Otherwise the scheme is `https` if a proxy says
/// so in `X-Forwarded-Proto`, else `http`.
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
