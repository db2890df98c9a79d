/// The URL under which a cloud behind a proxy is reached from outside.
///
/// A scheme and a name, for example `https://cloud.example:8443`. Source: RFC 3986, section 3.
package struct PublicURL: Sendable, Hashable {
  package let text: String

  /// Nil for a text that is not an `http` or `https` URL, and for a URL with a path, a query or a
  /// user.
  package init?(_ text: String) {
    let text = text.hasSuffix("/") ? String(text.dropLast()) : text
    for scheme in ["https://", "http://"] where text.lowercased().hasPrefix(scheme) {
      guard Self.isAuthority(String(text.dropFirst(scheme.count))) else { return nil }
      self.text = scheme + text.dropFirst(scheme.count)
      return
    }
    return nil
  }

  /// Whether a URL can hold this name as it is, with or without its port.
  ///
  /// Source: RFC 3986, section 3.2.2, without user information.
  package static func isAuthority(_ name: String) -> Bool {
    let others: Set<Character> = ["-", ".", "_", "~", "%", ":", "[", "]"]
    return (1...255).contains(name.utf8.count)
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || others.contains($0)) }
  }
}
