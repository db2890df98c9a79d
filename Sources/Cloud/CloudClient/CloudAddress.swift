package import CloudModel
import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The address of a cloud: `http://host:port`, `https://host`, or `unix:/path/to/socket`.
///
/// `unix:USER@/path/to/socket` is the socket of another user's cloud, by name or number.
package struct CloudAddress: Sendable, Equatable, CustomStringConvertible {
  /// The part of a request's URL before its path.
  let base: String
  package let description: String
  /// The path of the socket; nil for a cloud on a network.
  package let socketPath: String?
  /// Decides whether the process at the socket is trusted.
  package let trust: SocketTrust

  /// Reads an address as people write it.
  ///
  /// Throws `.invalidArguments` for anything but the three forms.
  package init(_ text: String) throws(CloudError) {
    description = text
    if text.hasPrefix("unix:") {
      let place = text.dropFirst("unix:".count)
      let path = String(place.drop { $0 != "/" })
      trust = SocketTrust(named: try Self.user(String(place.prefix { $0 != "/" }), of: text))
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
      components.query == nil, components.fragment == nil, ["", "/"].contains(components.path)
    else { throw Self.malformed(text) }
    guard components.user == nil, components.password == nil else {
      throw CloudError(
        .invalidArguments,
        "The address of a cloud has no user and no password. Leave out what is before the ‘@’.")
    }
    // The HTTP client ends the process if it is given a port that no address can have.
    guard components.rangeOfPort == nil || components.port.map((1...65_535).contains) == true else {
      throw CloudError(
        .invalidArguments, "\(text) has no possible port. A port is a number from 1 to 65535.")
    }
    base = text.hasSuffix("/") ? String(text.dropLast()) : text
    socketPath = nil
    trust = SocketTrust()
  }

  /// The address of a server on a network.
  package init(_ origin: ServerOrigin) {
    base = origin.description
    description = origin.description
    socketPath = nil
    trust = SocketTrust()
  }

  /// The server at the address, in one spelling.
  ///
  /// Nil for a cloud at a socket, and for a host that a link cannot name: one with letters beyond ASCII.
  package var origin: ServerOrigin? { socketPath == nil ? ServerOrigin(base) : nil }

  /// Whether everybody on the way to the cloud can read what is sent: plain HTTP beyond this machine.
  package var isReadableOnTheWay: Bool {
    guard socketPath == nil, !base.lowercased().hasPrefix("https://") else { return false }
    return origin?.isLoopback != true
  }

  /// The user before the path of a socket: `NAME@` or `NUMBER@`; nil for an empty text.
  private static func user(_ text: String, of address: String) throws(CloudError) -> uid_t? {
    if text.isEmpty { return nil }
    guard text.hasSuffix("@") else { throw malformed(address) }
    let name = String(text.dropLast())
    if let number = uid_t(name) { return number }
    guard let entry = getpwnam(name) else {
      throw CloudError(
        .invalidArguments, "This machine has no user ‘\(name)’. Check the address \(address).")
    }
    return entry.pointee.pw_uid
  }

  private static func malformed(_ text: String) -> CloudError {
    CloudError(
      .invalidArguments,
      "\(text) is not the address of a cloud. Write http://HOST:PORT, https://HOST or unix:/PATH.")
  }
}
