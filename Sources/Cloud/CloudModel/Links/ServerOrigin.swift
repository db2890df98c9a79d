import Foundation

/// The scheme, host and port of a server on a network, in one spelling: lower case, no default port, no slash at
/// the end.
///
/// Two texts that lead to the same server by the same name are equal. A host with letters beyond ASCII has to be
/// written as the network has it, `xn--…`, so that nobody takes it for another one.
package struct ServerOrigin: Sendable, Hashable, CustomStringConvertible {
  package let isSecure: Bool
  /// A name or an address; an IPv6 address is without its brackets.
  package let host: String
  package let port: Int

  /// Reads `https://HOST`, `https://HOST:PORT` and the same with `http`; nil for any other text.
  package init?(_ text: String) {
    for (scheme, isSecure) in [("https://", true), ("http://", false)] {
      let length = scheme.utf8.count
      guard String(decoding: text.utf8.prefix(length), as: UTF8.self).lowercased() == scheme
      else { continue }
      let rest = String(decoding: text.utf8.dropFirst(length), as: UTF8.self)
      self.init(isSecure: isSecure, authority: rest.hasSuffix("/") ? String(rest.dropLast()) : rest)
      return
    }
    return nil
  }

  /// Reads `HOST` and `HOST:PORT`; nil for any other text.
  init?(isSecure: Bool, authority: String) {
    guard authority.utf8.count <= 300, authority.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    let authority = authority.lowercased()
    let name: String?
    let rest: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      name = Self.address6(authority[..<end].dropFirst())
      rest = authority[end...].dropFirst()
    } else {
      let end = authority.firstIndex(of: ":") ?? authority.endIndex
      name = Self.name(authority[..<end])
      rest = authority[end...]
    }
    guard let host = name, let port = Self.port(rest, usual: isSecure ? 443 : 80)
    else { return nil }
    self.isSecure = isSecure
    self.host = host
    self.port = port
  }

  package var description: String { "\(isSecure ? "https" : "http")://\(authority)" }

  /// The host, and the port unless it is the usual one: `chat.example:8443`.
  package var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }

  /// Whether the host is this machine itself: 127.0.0.0/8, `::1` or `localhost`.
  package var isLoopback: Bool {
    host == "localhost" || host == "::1" || (host.hasPrefix("127.") && Self.endsInNumber(host[...]))
  }

  /// Whether a link or a person may name it: with TLS, or on this machine.
  ///
  /// Plain HTTP shows keys to the network.
  package var mayBeInLinks: Bool { isSecure || isLoopback }

  /// The port in `:PORT`, or the usual one for an empty text.
  private static func port(_ text: Substring, usual: Int) -> Int? {
    if text.isEmpty { return usual }
    let digits = text.dropFirst()
    guard text.first == ":", (1...5).contains(digits.count), digits.first != "0",
      digits.allSatisfy(isDigit), let port = Int(digits), port <= 65_535
    else { return nil }
    return port
  }

  /// A host's name without the dot that may end it, or an IPv4 address.
  ///
  /// Source: RFC 1123, section 2.1, for the name. A name whose last part is a number is an address to every
  /// resolver, also as `127.1` or `0x7f000001`; so it must be written as four decimal numbers.
  private static func name(_ text: Substring) -> String? {
    let name = text.hasSuffix(".") ? text.dropLast() : text
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard name.utf8.count <= 253, labels.allSatisfy(isLabel) else { return nil }
    guard endsInNumber(name) else { return String(name) }
    let isAddress =
      labels.count == 4
      && labels.allSatisfy { label in
        label.allSatisfy(isDigit) && UInt8(label).map { String($0) == label } ?? false
      }
    return isAddress ? String(name) : nil
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.allSatisfy { isDigit($0) || ("a"..."z").contains($0) || $0 == "-" || $0 == "_" }
  }

  /// Whether the last part of a name is a number, decimal or hexadecimal.
  private static func endsInNumber(_ name: Substring) -> Bool {
    guard let label = name.split(separator: ".").last else { return false }
    return label.allSatisfy(isDigit)
      || (label.hasPrefix("0x") && label.dropFirst(2).allSatisfy(\.isHexDigit))
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  /// An IPv6 address in the spelling that the system gives it; nil if it is none, or names an interface.
  private static func address6(_ text: Substring) -> String? {
    guard text.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, String(text), &bytes) == 1 else { return nil }
    // Source: INET6_ADDRSTRLEN, 46 characters with the zero that ends them.
    let length = 46
    var spelled = [CChar](repeating: 0, count: length)
    guard inet_ntop(AF_INET6, &bytes, &spelled, socklen_t(length)) != nil else { return nil }
    let characters = spelled.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
    return String(decoding: characters, as: UTF8.self)
  }
}
