import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// A page for a browser, which keeps nothing of it and lets nobody frame it.
  ///
  /// Its own style is allowed by the nonce; `policy` allows more.
  init(
    html: String, nonce: String, policy: [String], referrer: String = "no-referrer",
    status: HTTPResponse.Status = .ok
  ) {
    self.init(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    headers[.contentSecurityPolicy] =
      ([
        "default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "img-src data:",
        "style-src 'nonce-\(nonce)'",
      ] + policy).joined(separator: "; ")
    headers[.cacheControl] = "no-store"
    headers[.xContentTypeOptions] = "nosniff"
    if let name = HTTPField.Name("Referrer-Policy") { headers[name] = referrer }
    if let name = HTTPField.Name("X-Frame-Options") { headers[name] = "DENY" }
  }
}

extension Request {
  /// The value of one of the cloud's own cookies; nil where there is none of this length.
  func cookie(named name: String, length: Int) -> String? {
    let prefix = name + "="
    let pairs = (headers[.cookie] ?? "").split(separator: ";")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard let value = pairs.first(where: { $0.hasPrefix(prefix) })?.dropFirst(prefix.count),
      value.utf8.count == length,
      value.allSatisfy({ $0.isASCII && !";, \"".contains($0) })
    else { return nil }
    return String(value)
  }
}
