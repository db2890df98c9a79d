package import CloudModel

// The words with which the rows of a schema spell types, system fields and permissions. They are
// those of the schema language today, and stay as they are if the language changes.

extension FieldType {
  /// For example `STRING`, `ENCRYPTED INT64`, `LIST<ENCRYPTED BYTES>`.
  package var storedWord: String {
    let element = (isEncrypted ? "ENCRYPTED " : "") + primitive.storedWord
    return isList ? "LIST<\(element)>" : element
  }

  /// Nil for a type that this version does not know.
  package init?(storedWord: String) {
    var text = storedWord[...]
    let isList = text.hasPrefix("LIST<") && text.hasSuffix(">")
    if isList { text = text.dropFirst(5).dropLast() }
    let isEncrypted = text.hasPrefix("ENCRYPTED ")
    if isEncrypted { text = text.dropFirst(10) }
    guard let primitive = Primitive.allCases.first(where: { $0.storedWord == text }) else {
      return nil
    }
    self.init(primitive, isList: isList, isEncrypted: isEncrypted)
  }
}

extension FieldType.Primitive {
  fileprivate var storedWord: String {
    switch self {
    case .asset: "ASSET"
    case .bytes: "BYTES"
    case .double: "DOUBLE"
    case .int64: "INT64"
    case .location: "LOCATION"
    case .reference: "REFERENCE"
    case .string: "STRING"
    case .timestamp: "TIMESTAMP"
    }
  }
}

extension SystemField {
  package var storedWord: String {
    switch self {
    case .createTime: "___createTime"
    case .createdBy: "___createdBy"
    case .etag: "___etag"
    case .modTime: "___modTime"
    case .modifiedBy: "___modifiedBy"
    case .parent: "___parent"
    case .recordID: "___recordID"
    case .share: "___share"
    }
  }

  /// Nil for the name of any other field.
  package init?(storedWord: String) {
    guard storedWord.hasPrefix("___"),
      let field = Self.allCases.first(where: { $0.storedWord == storedWord })
    else { return nil }
    self = field
  }
}

extension SchemaPermission {
  package var storedWord: String {
    switch self {
    case .read: "READ"
    case .create: "CREATE"
    case .write: "WRITE"
    }
  }

  /// Nil for a permission that this version does not know; it grants nothing.
  package init?(storedWord: String) {
    guard let permission = Self.allCases.first(where: { $0.storedWord == storedWord }) else {
      return nil
    }
    self = permission
  }
}
