/// The type of a field.
package struct FieldType: Sendable, Hashable {
  package enum Primitive: String, Sendable, Hashable, CaseIterable {
    case asset = "ASSET"
    case bytes = "BYTES"
    case double = "DOUBLE"
    case int64 = "INT64"
    case location = "LOCATION"
    case reference = "REFERENCE"
    case string = "STRING"
    case timestamp = "TIMESTAMP"

    /// References and assets cannot be encrypted by schema: assets always are.
    package var canBeEncrypted: Bool { self != .asset && self != .reference }
  }

  package var primitive: Primitive
  package var isList: Bool
  package var isEncrypted: Bool

  package init(_ primitive: Primitive, isList: Bool = false, isEncrypted: Bool = false) {
    self.primitive = primitive
    self.isList = isList
    self.isEncrypted = isEncrypted
  }

  /// The type that a field gets by being saved with `value`; nil for an empty list.
  package init?(of value: FieldValue, isEncrypted: Bool) {
    if case .list(let elements) = value {
      guard let first = elements.first, let type = FieldType(of: first, isEncrypted: isEncrypted),
        !type.isList
      else { return nil }
      self = type
      isList = true
      return
    }
    guard let primitive = value.primitive else { return nil }
    self.init(primitive, isEncrypted: isEncrypted)
  }

  /// The indexes that a field of this type may have.
  package var possibleIndexes: Set<FieldIndex> {
    guard !isEncrypted else { return [] }
    switch primitive {
    case .asset: return []
    case .string: return [.queryable, .searchable, .sortable]
    case .bytes, .double, .int64, .location, .reference, .timestamp:
      return [.queryable, .sortable]
    }
  }

  /// The indexes that the development environment gives a field that a save taught it.
  ///
  /// Source: CloudKit, "Enable Querying for Your Record Type".
  package var automaticIndexes: Set<FieldIndex> {
    primitive == .reference ? possibleIndexes.subtracting([.sortable]) : possibleIndexes
  }

  /// The type as errors and the web protocol name it, for example `STRING_LIST`.
  package var typeTag: String {
    let name = primitive == .asset ? "ASSETID" : primitive.rawValue
    return (isEncrypted ? "ENCRYPTED_" : "") + name + (isList ? "_LIST" : "")
  }
}

extension FieldType: CustomStringConvertible {
  /// The type in the schema language, for example `LIST<STRING>`.
  package var description: String {
    let element = (isEncrypted ? "ENCRYPTED " : "") + primitive.rawValue
    return isList ? "LIST<\(element)>" : element
  }

  /// Reads what `description` says.
  package init?(description: String) {
    var text = description[...]
    let isList = text.hasPrefix("LIST<") && text.hasSuffix(">")
    if isList { text = text.dropFirst(5).dropLast() }
    let isEncrypted = text.hasPrefix("ENCRYPTED ")
    if isEncrypted { text = text.dropFirst(10) }
    guard let primitive = Primitive(rawValue: String(text)) else { return nil }
    self.init(primitive, isList: isList, isEncrypted: isEncrypted)
  }
}

extension FieldValue {
  /// The value's type as errors and the web protocol name it; that of an empty list is unknown.
  package var typeTag: String {
    switch self {
    case .string: "STRING"
    case .int64: "INT64"
    case .double: "DOUBLE"
    case .date: "TIMESTAMP"
    case .bytes: "BYTES"
    case .location: "LOCATION"
    case .reference: "REFERENCE"
    case .asset: "ASSETID"
    case .list(let elements): elements.first.map { $0.typeTag + "_LIST" } ?? "UNKNOWN_LIST"
    }
  }

  /// The primitive type of a value; nil for a list.
  package var primitive: FieldType.Primitive? {
    switch self {
    case .string: .string
    case .int64: .int64
    case .double: .double
    case .date: .timestamp
    case .bytes: .bytes
    case .location: .location
    case .reference: .reference
    case .asset: .asset
    case .list: nil
    }
  }
}
