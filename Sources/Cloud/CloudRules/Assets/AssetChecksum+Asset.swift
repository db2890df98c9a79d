package import CloudModel
import Crypto
import Foundation

extension AssetChecksum {
  /// The asset value that describes these bytes in a record of the database `scope`.
  ///
  /// Outside the public database, an asset also has a wrapping key and a reference checksum. Both
  /// are opaque to clients, and nothing here needs them.
  ///
  /// Source: the public database has neither key nor reference checksum; `docs/protocol.md`.
  package func asset(size: Int64, in scope: DatabaseScope) -> Asset {
    var asset = Asset(fileChecksum: wireForm, size: size)
    guard scope != .public else { return asset }
    let key = Array(SHA256.hash(data: bytes + Array("wrapping".utf8)).prefix(16))
    asset.wrappingKey = Data(key).base64EncodedString()
    asset.referenceChecksum =
      AssetChecksum(
        bytes: SHA256.hash(data: bytes + key).prefix(Self.length))?.wireForm
    return asset
  }
}
