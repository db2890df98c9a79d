import CloudModel
import Foundation

extension WireField {
  /// Reads a text, an integer or a time with its tag.
  init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    var text: String?
    var integer: Int64?
    var type: String?
    try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
      switch key {
      case "value" where reader.isString(): text = try reader.string()
      case "value": integer = try reader.integer()
      case "type": type = try reader.string()
      default: throw JSONReader.UnusualSyntax()
      }
    }
    switch (type, text, integer) {
    case ("STRING", let text?, nil): self.init(.string(text))
    case ("INT64", nil, let integer?): self.init(.int64(integer))
    case ("TIMESTAMP", nil, let integer?) where FieldValue.timestampRange.contains(integer):
      self.init(.date(Date(millisecondsSince1970: integer)))
    default: throw JSONReader.UnusualSyntax()
    }
    self.type = type
  }

  func write(to writer: inout JSONWriter) throws {
    guard !numbersAsStrings, !isTagLeftOut, isEncrypted == nil, let value, value.isPlain else {
      return try writer.value(self)
    }
    writer.object { writer in
      writer.key("value")
      value.write(to: &writer)
      writer.member("type", type ?? value.typeTag)
    }
  }
}

extension FieldValue {
  /// Whether this code can write the value: a text, a number, a time, or a list of them.
  fileprivate var isPlain: Bool {
    switch self {
    case .string, .int64, .double, .date: true
    case .list(let elements): elements.allSatisfy(\.isPlain)
    case .bytes, .location, .reference, .asset: false
    }
  }

  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .string(let text): writer.string(text)
    case .int64(let integer): writer.integer(integer)
    case .double(let number): writer.double(number)
    case .date(let date): writer.integer(date.millisecondsSince1970)
    case .list(let elements):
      writer.array(elements) { writer, element in element.write(to: &writer) }
    case .bytes, .location, .reference, .asset: assertionFailure("not plain")
    }
  }
}

extension [String: WireField]: PlainJSON {
  package init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    var fields: Self = [:]
    try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
      fields[key] = try reader.object { reader throws(JSONReader.UnusualSyntax) in
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
