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
    let data = Data(body.readableBytesView)
    do {
      self = try Self.read(json: data)
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
      // The general decoder says the same of what is no JSON and of a number that is too large.
      _ = try JSONDecoder().decode(AnyJSON.self, from: data)
      throw CloudError(
        .invalidArguments,
        "BadRequestException: a number in the body does not fit where it stands, or a text is none")
    }
  }
}

/// Reads as whatever is JSON.
private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) throws {}
}
