import CloudModel
package import Crypto
package import Foundation

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

  /// The derived key for one purpose: the encrypted fields of a zone, a file, notices to users, or secrets of
  /// the cloud.
  ///
  /// Source: HKDF with SHA-256, RFC 5869.
  package func key(for purpose: Purpose, salt: [UInt8]) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Data(purpose.rawValue.utf8), outputByteCount: 32)
  }

  /// Encrypts bytes for a row of the store, bound to the row's name; only `open` with the same name reads them.
  ///
  /// Source: AES-256-GCM with random nonces, NIST SP 800-38D.
  package func seal(_ bytes: Data, for purpose: Purpose, boundTo name: String) throws -> Data {
    let box = try AES.GCM.seal(
      bytes, using: key(for: purpose, salt: []), authenticating: Data(name.utf8))
    return Data(box.nonce) + box.ciphertext + box.tag
  }

  /// Throws where the bytes are not what was sealed with this key and name.
  package func open(_ sealed: Data, for purpose: Purpose, boundTo name: String) throws -> Data {
    let box = try AES.GCM.SealedBox(combined: sealed)
    return try AES.GCM.open(
      box, using: key(for: purpose, salt: []), authenticating: Data(name.utf8))
  }

  package enum Purpose: String {
    case fields, file, notices, secrets
  }
}
