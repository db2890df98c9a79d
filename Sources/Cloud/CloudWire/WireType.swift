/// The meaning of a type tag: a kind of value, or a list of such values.
///
/// Every tag has exactly one meaning or is invalid. A list contains no lists.
struct WireType {
  enum Kind {
    case string, int64, double, timestamp, bytes, location, reference, asset
  }

  /// Nil where the value has to say it.
  let kind: Kind?
  /// Nil where the value has to say it.
  let isList: Bool?

  /// Nil for a tag that does not exist.
  init?(tag: String?) {
    guard let tag else {
      kind = nil
      isList = nil
      return
    }
    let listEnding = "_LIST"
    isList = tag.hasSuffix(listEnding)
    let name = isList == true ? String(tag.dropLast(listEnding.count)) : tag
    if name == "UNKNOWN", isList == true {
      kind = nil
      return
    }
    guard let kind = Kind(name: name) else { return nil }
    self.kind = kind
  }
}

extension WireType.Kind {
  /// Encrypted values may say so in their tag, all but references and assets.
  fileprivate init?(name: String) {
    let mark = "ENCRYPTED_"
    let isEncrypted = name.hasPrefix(mark)
    switch isEncrypted ? String(name.dropFirst(mark.count)) : name {
    case "STRING": self = .string
    case "INT64": self = .int64
    case "NUMBER_INT64" where !isEncrypted: self = .int64
    case "DOUBLE": self = .double
    case "TIMESTAMP": self = .timestamp
    case "BYTES": self = .bytes
    case "LOCATION": self = .location
    case "REFERENCE" where !isEncrypted: self = .reference
    case "ASSETID" where !isEncrypted, "ASSET" where !isEncrypted: self = .asset
    default: return nil
    }
  }
}
