import CloudModel
package import Crypto
import Foundation

/// The key under which the cloud keeps the values of encrypted fields and the bytes of assets.
///
/// It stands in a file of its own, outside of the store and of its copies: whoever has only a copy
/// cannot read them. This is not end-to-end encryption. The cloud has the key, and answers everyone
/// who may read a record with its plain values.
package struct AtRestKey: Sendable {
  private let key: SymmetricKey

  /// A key that nobody keeps, for a store in memory.
  package init() { key = SymmetricKey(size: .bits256) }

  /// The key that follows from the text in its file.
  package init(secret: String) {
    key = SymmetricKey(data: SHA256.hash(data: Data(secret.utf8)))
  }

  /// What tells this key from others, and nothing more.
  ///
  /// 16 hexadecimal digits.
  package var fingerprint: String {
    let code = HMAC<SHA256>.authenticationCode(for: Data("fingerprint".utf8), using: key)
    return Array(code.prefix(8)).hexadecimal
  }

  /// The key for one thing: the encrypted fields of a zone, or a file.
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
