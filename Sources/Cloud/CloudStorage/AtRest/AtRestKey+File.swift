import CloudModel
import CloudRules
import Crypto
import Foundation

extension AtRestKey {
  /// The file in the cloud's folder, unless the operator has chosen another one.
  package static let fileName = "at-rest.key"

  /// The key in the file at `path`.
  ///
  /// The file is made where it is missing and the store knows no key yet. `fingerprint` is that of
  /// the key which sealed the store's values; nil if the store knows no key.
  ///
  /// Throws `HostError` where the file is missing, readable for others, or holds another key.
  static func kept(at path: String, matching fingerprint: String?) throws(HostError)
    -> AtRestKey
  {
    if fingerprint != nil, access(path, F_OK) != 0 { throw .keyMissing(path) }
    let key = AtRestKey(
      secret: try SecretFile.secret(at: path, for: .atRestKey) {
        SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }.hexadecimal
      })
    guard fingerprint == nil || fingerprint == key.fingerprint else { throw .keyWrong(path) }
    return key
  }
}
