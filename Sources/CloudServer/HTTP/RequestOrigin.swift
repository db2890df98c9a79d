import HTTPTypes
import Hummingbird

/// Under which name and scheme a client reached the cloud; what the addresses in answers begin with.
///
/// Behind a proxy the scheme is what `X-Forwarded-Proto` says.
struct RequestOrigin: Sendable {
  /// For example `https://cloud.example:8443`.
  let url: String

  init(_ request: Request) {
    let forwarded = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }
    let scheme = forwarded?.lowercased() == "https" ? "https" : "http"
    let authority = request.head.authority ?? ""
    url = "\(scheme)://\(Self.isHarmless(authority) ? authority : "localhost")"
  }

  /// Whether a name is one that a URL can hold as it is.
  ///
  /// Source: RFC 3986, section 3.2.2, without user information.
  private static func isHarmless(_ authority: String) -> Bool {
    let others: Set<Character> = ["-", ".", "_", "~", "%", ":", "[", "]"]
    return (1...255).contains(authority.utf8.count)
      && authority.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || others.contains($0)) }
  }
}
