import CloudModel
import Foundation

/// The type of a stored value, as its tag says: a kind, and whether it is a list of them.
struct StoredType {
  enum Kind: String {
    case string = "STRING"
    case int64 = "INT64"
    case double = "DOUBLE"
    case date = "TIMESTAMP"
    case bytes = "BYTES"
    case location = "LOCATION"
    case reference = "REFERENCE"
    case asset = "ASSETID"
  }

  private static let encryptedMark = "ENCRYPTED_"
  private static let listEnding = "_LIST"
  /// The tag of a list without elements of which the schema knows no type.
  private static let unknownList = "UNKNOWN_LIST"

  /// Nil for the elements of an empty list.
  let kind: Kind?
  let isList: Bool
  let tag: String

  /// Nil for a tag that this version does not know.
  init?(tag: String) {
    self.tag = tag
    isList = tag.hasSuffix(Self.listEnding)
    guard tag != Self.unknownList else {
      kind = nil
      return
    }
    var name = isList ? tag.dropLast(Self.listEnding.count) : tag[...]
    if name.hasPrefix(Self.encryptedMark) { name = name.dropFirst(Self.encryptedMark.count) }
    guard let kind = Kind(rawValue: String(name)) else { return nil }
    self.kind = kind
  }

  /// The type with which `value` is written, as the value of `field`.
  init(of value: FieldValue, _ field: StoredField) {
    switch value {
    case .list(let elements):
      isList = true
      kind = elements.first.flatMap(Kind.init)
      guard let kind else {
        tag = field.emptyListType ?? Self.unknownList
        return
      }
      tag = Self.name(of: kind, field) + Self.listEnding
    default:
      isList = false
      kind = Kind(value)
      tag = kind.map { Self.name(of: $0, field) } ?? Self.unknownList
    }
  }

  /// Only bytes say in their tag that they are encrypted.
  private static func name(of kind: Kind, _ field: StoredField) -> String {
    (kind == .bytes && field.isEncrypted ? encryptedMark : "") + kind.rawValue
  }

  /// Reads a value of this type.
  func value(from decoder: any Decoder) throws -> FieldValue {
    guard isList else { return try element(from: decoder) }
    var container = try decoder.unkeyedContainer()
    var elements: [FieldValue] = []
    while !container.isAtEnd { elements.append(try element(from: container.superDecoder())) }
    return .list(elements)
  }

  private func element(from decoder: any Decoder) throws -> FieldValue {
    let container = try decoder.singleValueContainer()
    switch kind {
    case .string: return .string(try container.decode(String.self))
    case .int64: return .int64(try container.decode(Int64.self))
    case .double: return .double(try container.decode(Double.self))
    case .date:
      let milliseconds = try container.decode(Int64.self)
      guard FieldValue.timestampRange.contains(milliseconds) else { throw container.unreadable }
      return .date(Date(millisecondsSince1970: milliseconds))
    case .bytes:
      guard let data = Data(base64Encoded: try container.decode(String.self)) else {
        throw container.unreadable
      }
      return .bytes(data)
    case .location: return .location(Location(try StoredLocation(from: decoder)))
    case .reference:
      guard let reference = Reference(try StoredReference(from: decoder)) else {
        throw container.unreadable
      }
      return .reference(reference)
    case .asset: return .asset(Asset(try StoredAsset(from: decoder)))
    case nil: throw container.unreadable
    }
  }
}

extension StoredType.Kind {
  /// Nil for a list.
  fileprivate init?(_ value: FieldValue) {
    switch value {
    case .string: self = .string
    case .int64: self = .int64
    case .double: self = .double
    case .date: self = .date
    case .bytes: self = .bytes
    case .location: self = .location
    case .reference: self = .reference
    case .asset: self = .asset
    case .list: return nil
    }
  }
}

extension SingleValueDecodingContainer {
  fileprivate var unreadable: DecodingError {
    DecodingError.dataCorruptedError(in: self, debugDescription: "not a stored value")
  }
}
