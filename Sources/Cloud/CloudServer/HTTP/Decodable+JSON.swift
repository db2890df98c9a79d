import CloudCore
import CloudModel
import CloudWire
import Foundation
import NIOCore

extension Decodable {
  /// Reads a request's body.
  ///
  /// Throws `CloudError` for a body that is out of bounds, `DecodingError` for one that does not
  /// have the expected form.
  init(json body: ByteBuffer) throws {
    try body.withUnsafeReadableBytes { try JSONBounds.check($0) }
    let data = Data(body.readableBytesView)
    do {
      self = try Self.read(json: data)
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
      // The decoder reports text that is not JSON and a number that is too large as the same error.
      _ = try JSONDecoder().decode(AnyJSON.self, from: data)
      throw CloudError(
        .invalidArguments,
        "BadRequestException: a number in the body is out of range, or a string is not Unicode")
    }
  }
}

extension Decodable {
  /// Reads a request's body, and refuses keys that the type does not have.
  init(strictJSON body: ByteBuffer) throws {
    try self.init(json: body)
    // A list of faults looks at its keys itself.
    if self is FaultsAddRequest { return }
    try KnownKeys.check(try JSONValue(json: body), as: self)
  }
}

/// Accepts any JSON.
private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) throws {}
}
