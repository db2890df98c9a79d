/// The SHA-256 hash of the public key of an authority, by which a link names the authority of its server.
///
/// The hash is of the key's SubjectPublicKeyInfo, as in RFC 7469, section 2.4.
package struct AuthorityPin: Sendable, Hashable, CustomStringConvertible {
  /// 32 bytes.
  package let bytes: [UInt8]

  /// Nil for another number of bytes than 32.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Reads 43 characters of `Base64URL`; nil for any other text.
  package init?(_ text: String) {
    guard text.utf8.count == 43, let bytes = Base64URL.decode(text) else { return nil }
    self.init(bytes: bytes)
  }

  package var description: String { Base64URL.encode(bytes) }
}

/// The server to which a link leads, and how a client knows that it is this server.
package struct ServerPlace: Sendable, Hashable {
  package var origin: ServerOrigin
  /// Of the server's own authority; nil where the authorities of the machine are asked.
  package var pin: AuthorityPin?

  package init(origin: ServerOrigin, pin: AuthorityPin? = nil) {
    self.origin = origin
    self.pin = pin
  }
}
