package import Foundation

/// A body that consists mostly of records, for which the general encoder and decoder are too slow.
///
/// The results are the same as theirs; unusual values are left to them.
package protocol PlainJSON: Codable {
  init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax)
  func write(to writer: inout JSONWriter) throws
}

extension PlainJSON {
  /// Reads JSON; throws `DecodingError`.
  package static func read(json data: Data) throws -> Self {
    if let value = usual(data) { return value }
    return try JSONDecoder().decode(Self.self, from: data)
  }

  /// The value as JSON; `encoder` is for unusual values.
  package func json(
    _ encoder: @autoclosure @escaping () -> JSONEncoder = JSONEncoder()
  ) throws -> Data {
    var writer = JSONWriter(encoder: encoder())
    try write(to: &writer)
    return Data(writer.bytes)
  }

  fileprivate static func usual(_ data: Data) -> Self? {
    data.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      do throws(JSONReader.UnusualSyntax) {
        let value = try Self(from: &reader)
        try reader.end()
        return value
      } catch {
        return nil
      }
    }
  }
}

extension Decodable {
  /// Reads JSON, with the value's own reader if it has one.
  ///
  /// Throws `DecodingError`.
  package static func read(json data: Data) throws -> Self {
    if let type = Self.self as? any PlainJSON.Type, let value = try type.read(json: data) as? Self {
      return value
    }
    return try JSONDecoder().decode(Self.self, from: data)
  }
}

extension Encodable {
  /// The value as JSON, with its own writer if it has one; `encoder` is for everything else.
  package func json(
    _ encoder: @autoclosure @escaping () -> JSONEncoder = JSONEncoder()
  ) throws -> Data {
    try (self as? any PlainJSON)?.json(encoder()) ?? encoder().encode(self)
  }
}
