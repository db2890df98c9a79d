import CloudModel
package import Crypto
import Foundation

/// The key with which the cloud encrypts the stored values of encrypted fields and the bytes of
/// assets.
///
/// The key is in a file of its own, outside the store and its copies, so a person who has only a
/// copy cannot read this data. This is not end-to-end encryption. The cloud has the key, and
/// returns plain values to everyone who may read a record.
package struct AtRestKey: Sendable {
  private let key: SymmetricKey

  /// A random key that is not saved, for a store in memory.
  package init() { key = SymmetricKey(size: .bits256) }

  /// The key derived from the text in its file.
  package init(secret: String) {
    key = SymmetricKey(data: SHA256.hash(data: Data(secret.utf8)))
  }

  /// Identifies this key without revealing it.
  ///
  /// 16 hexadecimal digits.
  package var fingerprint: String {
    let code = HMAC<SHA256>.authenticationCode(for: Data("fingerprint".utf8), using: key)
    return Array(code.prefix(8)).hexadecimal
  }

  /// The derived key for one purpose: the encrypted fields of a zone, or a file.
  ///
  /// Source: HKDF with SHA-256, RFC 5869.
  package func key(for purpose: Purpose, salt: [UInt8]) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Data(purpose.rawValue.utf8), outputByteCount: 32)
  }

  package enum Purpose: String {
    case fields, file
  }
}
