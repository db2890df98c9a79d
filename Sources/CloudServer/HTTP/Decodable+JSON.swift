import CloudModel
import Foundation
import NIOCore

extension Decodable {
  /// Reads a request's body.
  ///
  /// Throws `CloudError` for one that is out of bounds, `DecodingError` for one that is not what it
  /// should be.
  init(json body: ByteBuffer) throws {
    try body.withUnsafeReadableBytes { try JSONBounds.check($0) }
    self = try Self.read(json: Data(body.readableBytesView))
  }
}
