package import CloudModel
import Foundation

/// A field's value with its type tag, `{"value": …, "type": "STRING"}`.
///
/// An empty object or `{"value": null}` clears the field; `value` is then nil. A missing tag is
/// inferred from the value. Reading a field throws only for a list whose elements have tags: any other value that
/// cannot be accepted sets `fault`, so that it affects only its own field.
package struct WireField: Sendable, Equatable {
  /// The reason why a value cannot be accepted.
  package enum Fault: Sendable, Equatable {
    /// The value does not fit its tag or, without a tag, fits no type.
    case value
    /// The tag does not exist.
    case tag
    /// The field is not an object with a value.
    case shape
  }

  package var value: FieldValue?
  /// Whether the value is stored encrypted; nil if the field does not say it.
  package var isEncrypted: Bool?
  /// The tag that came with the value; nil if it was left out.
  package var type: String?
  /// The error in the received field, if there is one; `value` is then nil.
  package var fault: Fault?
  /// Whether integers and doubles are written as strings.
  package var numbersAsStrings = false
  /// Whether the value is written without its tag, so that it takes the type of its field.
  package var isTagLeftOut = false

  package init(_ value: FieldValue?, isEncrypted: Bool = false) {
    self.value = value
    self.isEncrypted = isEncrypted ? true : nil
  }

  fileprivate enum CodingKeys: String, CodingKey {
    case value, type, isEncrypted
  }
}

extension WireField: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    guard let value else {
      try container.encodeNil(forKey: .value)
      try container.encodeIfPresent(isEncrypted, forKey: .isEncrypted)
      return
    }
    try container.encode(
      WireValue(value, numbersAsStrings: numbersAsStrings), forKey: .value)
    if !isTagLeftOut { try container.encode(type ?? tag(of: value), forKey: .type) }
    try container.encodeIfPresent(isEncrypted, forKey: .isEncrypted)
  }
}

extension WireField {
  /// Whether the value has no type of its own and takes the type of its field.
  package var isTypeOmitted: Bool { type == nil || type == "UNKNOWN_LIST" }

  /// Whether the flag or the tag says that the value is encrypted.
  package var isMarkedEncrypted: Bool {
    isEncrypted == true || type?.hasPrefix("ENCRYPTED_") ?? false
  }

  /// Source: encrypted bytes have a tag of their own; `docs/protocol.md`.
  private func tag(of value: FieldValue) -> String {
    let tag = value.typeTag
    return isEncrypted == true && tag.hasPrefix("BYTES") ? "ENCRYPTED_" + tag : tag
  }
}

extension WireField {
  /// The reason why the value is refused; nil if it can be accepted.
  ///
  /// Source: the words for a value that does not fit its tag are the live server's, the others ours;
  /// `docs/protocol.md`.
  package var refusal: String? {
    switch fault {
    case nil: nil
    case .value where isTypeOmitted:
      "Invalid value, expected a string, a number, a location, a reference, an asset, or a list of "
        + "one of these."
    case .value: "Invalid value, expected type \(type ?? "")."
    case .tag: "Invalid value, unknown 'type'."
    case .shape: "Invalid value, expected an object with 'value' and 'type'."
    }
  }
}

extension WireField: Decodable {
  package init(from decoder: any Decoder) throws {
    do {
      try read(decoder.container(keyedBy: CodingKeys.self))
    } catch let failure as CloudError {
      throw failure
    } catch {
      fault = .shape
    }
  }

  /// Reads a field that a plan or a file has as JSON.
  package init(json: JSONValue) throws {
    self = try JSONDecoder().decode(WireField.self, from: JSONEncoder().encode(json))
  }

  private mutating func read(_ container: KeyedDecodingContainer<CodingKeys>) throws {
    isEncrypted = try container.decodeIfPresent(Bool.self, forKey: .isEncrypted)
    type = try container.decodeIfPresent(String.self, forKey: .type)
    // Source: MistKit tags every list so.
    let isMerelyList = type == "LIST"
    if isMerelyList { type = "UNKNOWN_LIST" }
    guard let expected = WireType(tag: type) else {
      fault = .tag
      return
    }
    guard container.contains(.value), try !container.decodeNil(forKey: .value) else { return }
    value = FieldValue(expected, from: try container.superDecoder(forKey: .value))
    guard value == nil else { return }
    fault = .value
    if isMerelyList, try (container.decode(JSONValue.self, forKey: .value)).hasTaggedElements {
      // Source: the live server refuses the whole request; `docs/protocol.md`.
      throw CloudError(.invalidArguments, "BadRequestException: Unexpected input")
    }
  }
}

extension JSONValue {
  /// Whether it is a list with an element that has a tag of its own.
  fileprivate var hasTaggedElements: Bool {
    arrayValue?.contains { $0.objectValue?["type"] != nil } ?? false
  }
}

/// The bare value of a field, without its tag.
private struct WireValue: Encodable {
  var value: FieldValue
  var numbersAsStrings: Bool

  init(_ value: FieldValue, numbersAsStrings: Bool) {
    self.value = value
    self.numbersAsStrings = numbersAsStrings
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .location(let location): try location.encode(to: encoder)
    case .reference(let reference): try reference.encode(to: encoder)
    case .asset(let asset): try asset.encode(to: encoder)
    default:
      var container = encoder.singleValueContainer()
      switch value {
      case .string(let string): try container.encode(string)
      case .int64(let integer) where numbersAsStrings: try container.encode(String(integer))
      case .int64(let integer): try container.encode(integer)
      case .double(let double) where numbersAsStrings: try container.encode(String(double))
      case .double(let double): try container.encode(double)
      case .date(let date): try container.encode(date.millisecondsSince1970)
      case .bytes(let data): try container.encode(data.base64EncodedString())
      case .list(let elements):
        try container.encode(
          elements.map { WireValue($0, numbersAsStrings: numbersAsStrings) })
      case .location, .reference, .asset: break
      }
    }
  }
}
