import Crypto
import Foundation

/// Opens what was wrapped for one generation of an account: X-Wing.
struct BoxKey: Secret {
  private static let suite = HPKE.Ciphersuite.XWingMLKEM768X25519_SHA256_AES_GCM_256
  static let encapsulatedLength = 1120

  private let key: XWingMLKEM768X25519.PrivateKey

  init(_ root: AccountRoot) {
    do {
      key = try XWingMLKEM768X25519.PrivateKey(
        seedRepresentation: Label.boxSeed.key(from: root.key).withUnsafeBytes { Array($0) },
        publicKey: nil)
    } catch {
      preconditionFailure("X-Wing takes every seed of 32 bytes")
    }
  }

  var publicKey: BoxPublicKey { BoxPublicKey(unchecked: key.publicKey) }

  /// Nil if it was not wrapped for this key and with this context.
  ///
  /// `wrapped` is the encapsulated key, and behind it the ciphertext with its tag.
  func unwrap(_ wrapped: [UInt8], _ label: Label, _ context: [UInt8]) -> [UInt8]? {
    // The library's error says only that it does not open.
    guard
      var recipient = try? HPKE.Recipient(
        privateKey: key, ciphersuite: Self.suite, info: Data(label.bytes + context),
        encapsulatedKey: Data(wrapped.prefix(Self.encapsulatedLength))),
      let opened = try? recipient.open(wrapped.dropFirst(Self.encapsulatedLength))
    else { return nil }
    return Array(opened)
  }

  /// Source: RFC 9180, base mode, with an empty AAD.
  fileprivate static func wrap(
    _ plaintext: [UInt8], for key: XWingMLKEM768X25519.PublicKey, _ info: [UInt8]
  ) throws -> [UInt8] {
    var sender = try HPKE.Sender(recipientKey: key, ciphersuite: suite, info: Data(info))
    return try Array(sender.encapsulatedKey + sender.seal(plaintext))
  }
}

/// The public half of a `BoxKey`.
package struct BoxPublicKey: Hashable, Sendable {
  static let byteCount = 1216

  package let bytes: [UInt8]
  private let key: XWingMLKEM768X25519.PublicKey

  fileprivate init(unchecked key: XWingMLKEM768X25519.PublicKey) {
    (self.key, bytes) = (key, Array(key.rawRepresentation))
  }

  /// Refuses what the library would find out later, or not at all: numbers out of range, points of small order.
  init(_ bytes: [UInt8], in kind: BlobKind) throws(SecretsError) {
    guard bytes.count == Self.byteCount else {
      throw .malformed(kind, "a box key does not have \(Self.byteCount) bytes")
    }
    guard
      FieldElement.isSafe(
        Array(bytes.suffix(32)), refused: FieldElement.smallOrderOfMontgomery)
    else { throw .weakKey(kind) }
    self.bytes = bytes
    do {
      key = try XWingMLKEM768X25519.PublicKey(rawRepresentation: bytes)
      _ = try key.encapsulate()
    } catch {
      throw .weakKey(kind)
    }
  }

  /// By which the lineage of an account names the key.
  var digest: [UInt8] { Label.boxKey.hash(bytes) }

  func wrap(_ plaintext: [UInt8], _ label: Label, _ context: [UInt8]) -> [UInt8] {
    do {
      return try BoxKey.wrap(plaintext, for: key, label.bytes + context)
    } catch {
      preconditionFailure("X-Wing wraps for every key that was checked")
    }
  }

  package static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }
  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
