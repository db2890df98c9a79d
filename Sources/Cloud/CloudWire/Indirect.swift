/// A key that is usually left out; its value is stored outside the type that contains it.
///
/// A type with such members is small, and copying it does not visit the members of their values.
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

// These overloads read a key that was left out, or is null, as `omitted`; synthesized code prefers
// them to the general ones.
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
