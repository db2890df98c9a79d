/// A key that may be left out, set to null, or given.
///
/// `Optional` cannot distinguish the first two cases; the protocol does.
package enum Clearable<Value: Codable & Sendable & Equatable>: Sendable, Equatable {
  case omitted
  case cleared
  case given(Value)

  package init(_ value: Value?) { self = value.map(Clearable.given) ?? .omitted }

  package var value: Value? {
    guard case .given(let value) = self else { return nil }
    return value
  }
}

extension Clearable: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .cleared : .given(try container.decode(Value.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let value else { return try container.encodeNil() }
    try container.encode(value)
  }
}

// These overloads read a key that was left out as `omitted`; synthesized code prefers them to the
// general ones.
extension KeyedDecodingContainer {
  package func decode<Value>(
    _ type: Clearable<Value>.Type, forKey key: Key
  ) throws -> Clearable<Value> {
    guard contains(key) else { return .omitted }
    return try Clearable(from: superDecoder(forKey: key))
  }
}

extension KeyedEncodingContainer {
  package mutating func encode<Value>(_ value: Clearable<Value>, forKey key: Key) throws {
    guard value != .omitted else { return }
    try value.encode(to: superEncoder(forKey: key))
  }
}
