import CloudCore
import CloudRules
import Crypto
import Foundation
import HTTPTypes
import Hummingbird

/// The headers of a request that is signed with a server-to-server key.
struct SignedRequest: Sendable {
  private static let prefix = "X-Apple-CloudKit-Request-"

  var keyID: String?
  /// Nil where one of the headers is missing.
  var signature: ServerSignature?
  /// The path as it was sent, without the query.
  var subpath: String

  /// Nil if none of the headers is there.
  init?(_ request: Request) {
    let values = ["KeyID", "ISO8601Date", "SignatureV1"].map { name in
      HTTPField.Name(Self.prefix + name).flatMap { request.headers[$0] }
    }
    guard values.contains(where: { $0 != nil }) else { return nil }
    keyID = values[0]
    if let date = values[1], let signature = values[2] {
      self.signature = ServerSignature(date: date, signature: signature)
    }
    let path = request.head.path ?? "/"
    subpath = String(path.prefix { $0 != "?" && $0 != "#" })
  }
}

extension StoredServerKey {
  /// Nil if the stored bytes are not a key.
  var verificationKey: P256.Signing.PublicKey? {
    try? P256.Signing.PublicKey(x963Representation: publicKey)  // Then nothing verifies with it.
  }
}
