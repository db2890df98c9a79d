// The form in which a statement takes many values: a list in JSON, for SQLite's `json_each`.

extension [String] {
  /// The strings as JSON in a text.
  package func jsonText() -> String {
    list(reserving: reduce(0) { $0 + $1.utf8.count + 3 }) { text, json in
      json.append(UInt8(ascii: "\""))
      for byte in text.utf8 { json.append(inQuotes: byte) }
      json.append(UInt8(ascii: "\""))
    }
  }
}

extension [Int64] {
  /// The numbers as JSON in a text.
  package func jsonText() -> String {
    list(reserving: 8 * count) { number, json in json += String(number).utf8 }
  }
}

extension Array {
  /// Writes into one buffer, since a message that is sent or received passes here several times.
  fileprivate func list(reserving bytes: Int, _ write: (Element, inout [UInt8]) -> Void) -> String {
    var json = [UInt8(ascii: "[")]
    json.reserveCapacity(bytes + 2)
    for element in self {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      write(element, &json)
    }
    json.append(UInt8(ascii: "]"))
    return String(decoding: json, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Source: RFC 8259, section 7.
  fileprivate mutating func append(inQuotes byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      self += [UInt8(ascii: "\\"), byte]
    case ..<0x20:
      self += (byte < 0x10 ? "\\u000" : "\\u00").utf8
      self += String(byte, radix: 16).utf8
    default:
      append(byte)
    }
  }
}
