import Foundation

/// A field's value with its type tag, `{"value": …, "type": "STRING"}`.
///
/// An empty object or `{"value": null}` clears the field; `value` is nil then. A missing tag is
/// inferred from the value.
package struct WireField: Sendable, Equatable {
  package var value: FieldValue?
  /// Whether the value is kept encrypted; nil where nobody said.
  package var isEncrypted: Bool?
  /// The tag that came with the value; nil where it was left out.
  package var type: String?
  /// Whether integers and doubles are written as strings.
  package var numbersAsStrings = false

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
    try container.encode(type ?? tag(of: value), forKey: .type)
    try container.encodeIfPresent(isEncrypted, forKey: .isEncrypted)
  }
}

extension WireField {
  /// Whether the value takes its type from the field that it is for.
  package var isTypeOmitted: Bool { type == nil || type == "UNKNOWN_LIST" }

  /// Whether the value is said to be encrypted, by the flag or by its tag.
  package var isMarkedEncrypted: Bool {
    isEncrypted == true || type?.hasPrefix("ENCRYPTED_") ?? false
  }

  /// Source: encrypted bytes have a tag of their own; `docs/protocol.md`.
  private func tag(of value: FieldValue) -> String {
    let tag = value.wireType
    return isEncrypted == true && tag.hasPrefix("BYTES") ? "ENCRYPTED_" + tag : tag
  }
}

extension WireField: Decodable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    isEncrypted = try container.decodeIfPresent(Bool.self, forKey: .isEncrypted)
    type = try container.decodeIfPresent(String.self, forKey: .type)
    // Source: MistKit tags every list so.
    if type == "LIST" { type = "UNKNOWN_LIST" }
    guard container.contains(.value), try !container.decodeNil(forKey: .value) else {
      value = nil
      return
    }
    value = try FieldValue(wireType: type, from: container.superDecoder(forKey: .value))
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

extension FieldValue {
  /// The type tag of the web protocol.
  package var wireType: String {
    switch self {
    case .string: "STRING"
    case .int64: "INT64"
    case .double: "DOUBLE"
    case .date: "TIMESTAMP"
    case .bytes: "BYTES"
    case .location: "LOCATION"
    case .reference: "REFERENCE"
    case .asset: "ASSETID"
    case .list(let elements): elements.first.map { $0.wireType + "_LIST" } ?? "UNKNOWN_LIST"
    }
  }

  /// Reads a value whose tag is `wireType`, or whose tag is to be guessed.
  fileprivate init(wireType: String?, from decoder: any Decoder) throws {
    guard let wireType else {
      self = try Self.inferred(from: decoder)
      return
    }
    if wireType.hasSuffix("_LIST") {
      let elementType = String(wireType.dropLast("_LIST".count))
      self = .list(try Self.elements(ofType: elementType, from: decoder))
      return
    }
    self = try Self.scalar(ofType: wireType, from: decoder)
  }

  private static func elements(ofType type: String, from decoder: any Decoder) throws -> [Self] {
    var container = try decoder.unkeyedContainer()
    var elements: [FieldValue] = []
    while !container.isAtEnd {
      let element = try container.superDecoder()
      elements.append(
        type == "UNKNOWN" ? try inferred(from: element) : try scalar(ofType: type, from: element))
    }
    return elements
  }

  /// Milliseconds that every calendar can say, and `Date` gives back unharmed.
  ///
  /// Source: ECMA-262, time values.
  static let timestampRange: ClosedRange<Int64> =
    -8_640_000_000_000_000...8_640_000_000_000_000

  private static func scalar(ofType type: String, from decoder: any Decoder) throws -> Self {
    switch type {
    case "LOCATION": return .location(try Location(from: decoder))
    case "REFERENCE": return .reference(try Reference(lenientlyFrom: decoder))
    case "ASSETID", "ASSET": return .asset(try Asset(from: decoder))
    default: break
    }
    let container = try decoder.singleValueContainer()
    switch type {
    case "STRING": return .string(try container.decode(String.self))
    case "INT64", "NUMBER_INT64":
      // What is rare comes last: each wrong guess throws.
      if let integer = try? container.decode(Int64.self) { return .int64(integer) }
      return .int64(try container.decode(Bool.self) ? 1 : 0)
    case "DOUBLE": return .double(try container.decode(Double.self))
    case "TIMESTAMP":
      guard let milliseconds = try? container.decode(Int64.self),
        timestampRange.contains(milliseconds)
      else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "Invalid value, expected type TIMESTAMP.")
      }
      return .date(Date(millisecondsSince1970: milliseconds))
    case "BYTES", "ENCRYPTED_BYTES":
      guard let data = Data(base64Encoded: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "Invalid value, expected type BYTES.")
      }
      return .bytes(data)
    default:
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "Unknown field type \(type).")
    }
  }

  private static func inferred(from decoder: any Decoder) throws -> Self {
    if let container = try? decoder.singleValueContainer() {
      if let string = try? container.decode(String.self) { return .string(string) }
      if let integer = try? container.decode(Int64.self) { return .int64(integer) }
      if let double = try? container.decode(Double.self) { return .double(double) }
      if let flag = try? container.decode(Bool.self) { return .int64(flag ? 1 : 0) }
    }
    if (try? decoder.unkeyedContainer()) != nil {
      return .list(try elements(ofType: "UNKNOWN", from: decoder))
    }
    if let reference = try? Reference(lenientlyFrom: decoder) { return .reference(reference) }
    if let asset = try? Asset(from: decoder) { return .asset(asset) }
    return .location(try Location(from: decoder))
  }
}

extension Reference: Encodable {
  private enum Key: String, CodingKey {
    case recordName, action, zoneID
  }

  /// Reads a reference whose action may be missing, as in filters; that means none.
  fileprivate init(lenientlyFrom decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      recordName: try container.decode(String.self, forKey: .recordName),
      action: try container.decodeIfPresent(Action.self, forKey: .action) ?? .none)
    zoneID = try container.decodeIfPresent(WireZoneID.self, forKey: .zoneID)?
      .zoneID(currentUser: RecordZoneID.currentUserDefaultName)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(recordName, forKey: .recordName)
    try container.encode(action, forKey: .action)
    try container.encodeIfPresent(zoneID.map(WireZoneID.init), forKey: .zoneID)
  }
}
