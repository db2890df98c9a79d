package import CloudModel
import Foundation

/// Where a cloud is: `http://host:port`, `https://host`, or `unix:/path/to/socket`.
package struct CloudAddress: Sendable, Equatable, CustomStringConvertible {
  /// What comes before the path of a request.
  let base: String
  package let description: String
  /// The path of the socket; nil for a cloud on a network.
  package let socketPath: String?

  /// Reads an address as people write it.
  ///
  /// Throws `.invalidArguments` for anything but the three forms.
  package init(_ text: String) throws(CloudError) {
    description = text
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst("unix:".count))
      let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
      guard path.hasPrefix("/"), path.utf8.count <= 107,
        let host = path.addingPercentEncoding(withAllowedCharacters: allowed)
      else { throw Self.malformed(text) }
      base = "http+unix://\(host)"
      socketPath = path
      return
    }
    guard let components = URLComponents(string: text), let scheme = components.scheme,
      ["http", "https"].contains(scheme.lowercased()), components.host?.isEmpty == false,
      components.query == nil, ["", "/"].contains(components.path)
    else { throw Self.malformed(text) }
    base = text.hasSuffix("/") ? String(text.dropLast()) : text
    socketPath = nil
  }

  private static func malformed(_ text: String) -> CloudError {
    CloudError(
      .invalidArguments,
      "\(text) is no address of a cloud. Write http://HOST:PORT, https://HOST or unix:/PATH.")
  }
}
