package import CloudModel
import Foundation

extension WireField {
  /// Reads a text, an integer or a time with its tag.
  init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    let (value, tag) = try FieldValue.tagged(from: &reader)
    self.init(value)
    type = tag
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
  /// Reads a text, an integer or a time, and its tag: `{"value":…,"type":"STRING"}`.
  package static func tagged(
    from reader: inout JSONReader
  ) throws(JSONReader.UnusualSyntax) -> (value: FieldValue, tag: String?) {
    var text: String?
    var integer: Int64?
    var tag: String?
    try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
      switch key {
      case "value" where reader.isString(): text = try reader.string()
      case "value": integer = try reader.integer()
      case "type": tag = try reader.string()
      default: throw JSONReader.UnusualSyntax()
      }
    }
    switch (tag, text, integer) {
    case ("STRING", let text?, nil): return (.string(text), tag)
    case ("INT64", nil, let integer?): return (.int64(integer), tag)
    case ("TIMESTAMP", nil, let integer?) where timestampRange.contains(integer):
      return (.date(Date(millisecondsSince1970: integer)), tag)
    default: throw JSONReader.UnusualSyntax()
    }
  }

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
