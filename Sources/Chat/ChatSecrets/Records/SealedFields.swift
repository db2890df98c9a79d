/// The fields of a plain record as the content of a sealed one.
///
/// By ascending bytes of the name: `length u32 | name | type u8 | length u32 | value`. So a sealed chat has the fields
/// of a plain one, those of later versions among them.
package struct SealedFields: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    case string(String)
    case int64(Int64)
    /// In milliseconds.
    case timestamp(Int64)
    case bytes([UInt8])
    /// The record name of another record of the chat.
    case reference(String)
    /// A type of later versions, which is kept as it is.
    case unknown(type: UInt8, [UInt8])
  }

  /// A reader must know types from here on.
  private static let firstCriticalType: UInt8 = 0x80
  private static let mostFields = 64

  package private(set) var values: [String: Value]

  package init(_ values: [String: Value]) { self.values = values }

  package init(_ encoded: [UInt8]) throws(SecretsError) {
    values = [:]
    var reader = ByteReader(encoded[...], in: .record)
    var last: String?
    while !reader.rest.isEmpty {
      let name = try reader.name()
      try reader.check(name, follows: last)
      guard values.count < Self.mostFields else { throw reader.flaw("too many fields") }
      last = name
      values[name] = try Self.value(&reader, of: encoded)
    }
  }

  private static func value(
    _ reader: inout ByteReader, of encoded: [UInt8]
  ) throws(SecretsError) -> Value {
    let type = try reader.integer(UInt8.self)
    let bytes = try reader.prefixed(atMost: encoded.count)
    switch type {
    case 1, 5:
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw reader.flaw("a text is no UTF-8")
      }
      return type == 1 ? .string(text) : .reference(text)
    case 2, 3:
      guard bytes.count == 8 else { throw reader.flaw("a number does not have 8 bytes") }
      let number = Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
      return type == 2 ? .int64(number) : .timestamp(number)
    case 4: return .bytes(bytes)
    default:
      guard type < firstCriticalType else { throw .newer(.record, .code(type)) }
      return .unknown(type: type, bytes)
    }
  }

  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    let ordered = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (name, value) in ordered {
      bytes.append(prefixed: name)
      bytes.append(value.type)
      switch value {
      case .string(let text), .reference(let text): bytes.append(prefixed: text)
      case .int64(let number), .timestamp(let number):
        bytes.append(bigEndian: UInt32(8))
        bytes.append(bigEndian: number)
      case .bytes(let value), .unknown(_, let value): bytes.append(prefixed: value)
      }
    }
    return bytes
  }
}

extension SealedFields.Value {
  fileprivate var type: UInt8 {
    switch self {
    case .string: 1
    case .int64: 2
    case .timestamp: 3
    case .bytes: 4
    case .reference: 5
    case .unknown(let type, _): type
    }
  }
}
