import Foundation

extension WireField {
  /// Reads a text, an integer or a time with its tag.
  init(from reader: inout JSONReader) throws(JSONReader.Unusual) {
    var text: String?
    var integer: Int64?
    var type: String?
    try reader.object { reader, key throws(JSONReader.Unusual) in
      switch key {
      case "value" where reader.isString(): text = try reader.string()
      case "value": integer = try reader.integer()
      case "type": type = try reader.string()
      default: throw JSONReader.Unusual()
      }
    }
    switch (type, text, integer) {
    case ("STRING", let text?, nil): self.init(.string(text))
    case ("INT64", nil, let integer?): self.init(.int64(integer))
    case ("TIMESTAMP", nil, let integer?) where FieldValue.timestampRange.contains(integer):
      self.init(.date(Date(millisecondsSince1970: integer)))
    default: throw JSONReader.Unusual()
    }
    self.type = type
  }

  func write(to writer: inout JSONWriter) throws {
    guard !numbersAsStrings, isEncrypted == nil, let value else { return try writer.value(self) }
    switch value {
    case .string(let text):
      writer.object { writer in
        writer.member("value", text)
        writer.member("type", type ?? value.wireType)
      }
    case .int64(let integer):
      writer.object { writer in
        writer.member("value", integer)
        writer.member("type", type ?? value.wireType)
      }
    case .date(let date):
      writer.object { writer in
        writer.member("value", date.millisecondsSince1970)
        writer.member("type", type ?? value.wireType)
      }
    case .double, .bytes, .location, .reference, .asset, .list: try writer.value(self)
    }
  }
}

extension [String: WireField]: PlainJSON {
  package init(from reader: inout JSONReader) throws(JSONReader.Unusual) {
    var fields: Self = [:]
    try reader.object { reader, key throws(JSONReader.Unusual) in
      fields[key] = try reader.object { reader throws(JSONReader.Unusual) in
        try WireField(from: &reader)
      }
    }
    self = fields
  }

  package func write(to writer: inout JSONWriter) throws {
    try writer.object { writer in
      for (key, field) in self {
        writer.key(named: key)
        try field.write(to: &writer)
      }
    }
  }
}
