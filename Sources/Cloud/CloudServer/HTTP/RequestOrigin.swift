import CloudCore
import HTTPTypes
import Hummingbird

/// The scheme and the name under which a client reached the cloud; the URLs in answers begin with
/// them.
///
/// It is the cloud's public URL, if there is one. Otherwise the scheme is the request's own, which
/// `Listener` has set.
struct RequestOrigin: Sendable {
  /// For example `https://cloud.example:8443`.
  let url: String

  init(_ request: Request, publicURL: PublicURL?) {
    if let publicURL {
      url = publicURL.text
      return
    }
    let scheme = request.head.scheme == "https" ? "https" : "http"
    let authority = request.head.authority ?? ""
    url = "\(scheme)://\(PublicURL.isAuthority(authority) ? authority : "localhost")"
  }
}
