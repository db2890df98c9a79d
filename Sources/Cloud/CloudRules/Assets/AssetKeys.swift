package import Crypto
import CloudModel
import Foundation

/// The cloud's secret for assets, and what is derived from it.
///
/// Made once, kept in the store, never shown.
package struct AssetKeys: Sendable {
  package static let settingName = "assets.secret"

  private let checksumKey: SymmetricKey
  private let linkKey: SymmetricKey
  private let receiptKey: SymmetricKey

  package init(secret: [UInt8]) {
    let secret = SymmetricKey(data: secret)
    let derived = { (purpose: String) in
      SymmetricKey(
        data: HMAC<SHA256>.authenticationCode(for: Data(purpose.utf8), using: secret))
    }
    checksumKey = derived("checksum")
    linkKey = derived("link")
    receiptKey = derived("receipt")
  }

  /// Begins the checksum of bytes that are still to come.
  package func checksumHasher() -> HMAC<SHA256> { HMAC<SHA256>(key: checksumKey) }

  package static func checksum(_ hasher: HMAC<SHA256>) -> AssetChecksum? {
    AssetChecksum(bytes: hasher.finalize().prefix(AssetChecksum.length))
  }

  package func linkCode(for bytes: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: bytes, using: linkKey).prefix(16))
  }

  /// The receipt for the bytes uploaded through the link; the same each time it is asked for.
  package func receipt(forLink token: String) -> String {
    Base64URL.encode(
      Array(
        HMAC<SHA256>.authenticationCode(for: Data(token.utf8), using: receiptKey).prefix(24)))
  }

  /// The hash that is stored in place of a secret that was given out.
  package static func hash(_ secret: String) -> [UInt8] {
    Array(SHA256.hash(data: Data(secret.utf8)))
  }
}
