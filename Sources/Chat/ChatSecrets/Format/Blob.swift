/// What a blob is: its first byte.
package enum BlobKind: UInt8, Sendable {
  /// Who an account is: `AccountCard`.
  case card = 1
  /// The secret half of an account under a passphrase or a recovery code: `SealedKeyring`.
  case keyring = 2
  /// Something that an account keeps for itself: `AccountSecrets.seal(_:named:)`.
  case vault = 3
  /// Who is in a chat, and its key for each of them: `ChatStatement`.
  case statement = 4
  /// A record of a chat: `SealedChat.seal(_:at:)`.
  case record = 5
  /// The bytes of a file: `SealedAsset`.
  case file = 6
}

/// With which algorithms a blob was made: its second byte.
package enum Suite: UInt8, Sendable {
  /// Ed25519; HPKE in base mode with X-Wing, HKDF-SHA256 and AES-256-GCM; AES-256-GCM; SHA-256; HKDF-SHA256; scrypt.
  ///
  /// Sources: RFC 8032; RFC 9180 and draft-connolly-cfrg-xwing-kem-06; NIST SP 800-38D; FIPS 180-4; RFC 5869; RFC 7914.
  case first = 1

  static let current = Suite.first
}

/// What of a blob was written by a newer version; the blob is kept as it is.
package enum NewerFormat: Sendable, Hashable {
  case suite(UInt8)
  /// A tag from 0x8000 on, which a reader must know.
  case criticalTag(UInt16)
  /// A code of which the reader must know the meaning: a role, the lock of a keyring, the type of a field.
  case code(UInt8)
}

/// Why bytes are not what they should be.
package enum SecretsError: Error, Sendable, Hashable {
  /// The bytes have another form; the text says where.
  case malformed(BlobKind, String)
  case newer(BlobKind, NewerFormat)
  /// The form is right, and the signature or the tag is not: changed, moved from elsewhere, or made with other keys.
  case notGenuine(BlobKind)
  /// A public key with which every signature is valid, or every secret known.
  case weakKey(BlobKind)
}

extension [UInt8] {
  /// The two bytes with which a blob begins.
  init(headerOf kind: BlobKind) { self = [kind.rawValue, Suite.current.rawValue] }
}

extension ByteReader {
  /// A reader behind the two bytes with which a blob of this kind begins.
  init(_ bytes: [UInt8], of kind: BlobKind, atMost limit: Int) throws(SecretsError) {
    self.init(bytes[...], in: kind)
    guard bytes.count <= limit else { throw flaw("more than \(limit) bytes") }
    guard try integer(UInt8.self) == kind.rawValue else { throw flaw("another kind of blob") }
    let suite = try integer(UInt8.self)
    guard Suite(rawValue: suite) != nil else { throw .newer(kind, .suite(suite)) }
  }
}
