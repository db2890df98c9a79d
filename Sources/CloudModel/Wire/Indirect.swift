/// A key that is mostly left out, whose value is kept outside of what it belongs to.
///
/// What has such members is small, and copied without looking at each of theirs.
@propertyWrapper
package enum Indirect<Value: Codable & Sendable>: Sendable {
  case omitted
  indirect case given(Value)

  package init(wrappedValue: Value?) { self = wrappedValue.map(Indirect.given) ?? .omitted }

  package var wrappedValue: Value? {
    get {
      guard case .given(let value) = self else { return nil }
      return value
    }
    set { self = Indirect(wrappedValue: newValue) }
  }
}

extension Indirect: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value?.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

// What makes a key that was left out, or is null, `omitted`: synthesized code finds these before the
// general ones.
extension KeyedDecodingContainer {
  package func decode<Value>(
    _ type: Indirect<Value>.Type, forKey key: Key
  ) throws -> Indirect<Value> {
    Indirect(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  package mutating func encode<Value>(_ value: Indirect<Value>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
