import CloudModel
import Crypto
import Foundation

/// The key under which the cloud keeps the values of encrypted fields and the bytes of assets.
///
/// It stands in a file of its own, outside of the store and of its copies: whoever has only a copy
/// cannot read them. This is not end-to-end encryption. The cloud has the key, and answers everyone
/// who may read a record with its plain values.
package struct AtRestKey: Sendable {
  /// The file in the cloud's folder, unless the operator has chosen another one.
  package static let fileName = "at-rest.key"

  private let key: SymmetricKey

  /// A key that nobody keeps, for a store in memory.
  package init() { key = SymmetricKey(size: .bits256) }

  /// The key that follows from the text in its file.
  package init(secret: String) {
    key = SymmetricKey(data: SHA256.hash(data: Data(secret.utf8)))
  }

  /// The key in the file at `path`.
  ///
  /// The file is made where it is missing and the store knows no key yet. `fingerprint` is that of the
  /// key which the store has values under; nil where it has none.
  ///
  /// Throws `HostError` where the file is missing, readable for others, or holds another key.
  static func kept(at path: String, matching fingerprint: String?) throws(HostError) -> AtRestKey {
    if fingerprint != nil, access(path, F_OK) != 0 { throw .keyMissing(path) }
    let key = AtRestKey(
      secret: try SecretFile.secret(at: path) {
        SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }.hexadecimal
      })
    guard fingerprint == nil || fingerprint == key.fingerprint else { throw .keyWrong(path) }
    return key
  }

  /// What tells this key from others, and nothing more.
  ///
  /// 16 hexadecimal digits.
  var fingerprint: String {
    let code = HMAC<SHA256>.authenticationCode(for: Data("fingerprint".utf8), using: key)
    return Array(code.prefix(8)).hexadecimal
  }

  /// The key for one thing: the encrypted fields of a zone, or a file.
  ///
  /// Source: HKDF with SHA-256, RFC 5869.
  func key(for purpose: Purpose, salt: [UInt8]) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Data(purpose.rawValue.utf8), outputByteCount: 32)
  }

  enum Purpose: String {
    case fields, file
  }
}
