/// A whole number that may be left out.
///
/// For a fraction or a number that is too large, the general decoder's error names only the whole
/// body; this type's error names the key.
@propertyWrapper
package struct WholeNumber: Sendable, Codable {
  package var wrappedValue: Int?

  package init(wrappedValue: Int?) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Int?.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

// Synthesized code prefers these overloads to the general ones.
extension KeyedDecodingContainer {
  package func decode(_ type: WholeNumber.Type, forKey key: Key) throws -> WholeNumber {
    do {
      return WholeNumber(wrappedValue: try decodeIfPresent(Int.self, forKey: key))
    } catch DecodingError.typeMismatch(let expected, let context) {
      throw DecodingError.typeMismatch(expected, context)
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "Invalid value, expected a whole number.")
    }
  }
}

extension KeyedEncodingContainer {
  package mutating func encode(_ value: WholeNumber, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
