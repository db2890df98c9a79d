package import Crypto
package import Foundation

/// The signature of a server-to-server request.
///
/// The signed text is `DATE:HASH:SUBPATH`: the date as in its header, the SHA-256 of the body in
/// base64, and the path without host and query. If there is no body, some clients sign the hash
/// of no bytes and some an empty string; both are accepted. A signature may be used again within
/// the window: CloudKit does not document that it remembers them.
///
/// Source: CloudKit Web Services Reference, Accessing CloudKit Using a Server-to-Server Key.
package struct ServerSignature: Sendable {
  /// The largest difference between the sender's clock and this one, in seconds.
  package static let window: TimeInterval = 600

  /// ISO 8601 in UTC, in whole seconds.
  package var date: String
  /// ECDSA over P-256 with SHA-256, in DER, in base64.
  package var signature: String

  package init(date: String, signature: String) {
    self.date = date
    self.signature = signature
  }

  /// Whether `key` signed this request at about `now`.
  package func isValid(
    by key: P256.Signing.PublicKey, body: Data, subpath: String, now: Date
  ) -> Bool {
    guard date.utf8.count == 20, date.hasSuffix("Z"),
      let signedAt = try? Date(date, strategy: .iso8601),  // A malformed date is refused.
      abs(signedAt.timeIntervalSince(now)) <= Self.window,
      signature.utf8.count <= 200, let der = Data(base64Encoded: signature),
      // Bytes that are not a DER signature are refused.
      let parsed = try? P256.Signing.ECDSASignature(derRepresentation: der)
    else { return false }
    let hash = Data(SHA256.hash(data: body)).base64EncodedString()
    let hashes = body.isEmpty ? [hash, ""] : [hash]
    return hashes.contains { hash in
      key.isValidSignature(parsed, for: Data("\(date):\(hash):\(subpath)".utf8))
    }
  }
}
