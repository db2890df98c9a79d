// The form in which a statement takes many values: a list in JSON, for SQLite's `json_each`.

extension [String] {
  /// The strings as JSON in a text.
  package func jsonText() -> String { "[" + map(\.quotedForJSON).joined(separator: ",") + "]" }
}

extension [Int64] {
  /// The numbers as JSON in a text.
  package func jsonText() -> String { "[" + map(String.init).joined(separator: ",") + "]" }
}

extension String {
  /// Source: RFC 8259, section 7.
  fileprivate var quotedForJSON: String {
    let special: (UInt8) -> Bool = {
      $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }
    guard utf8.contains(where: special) else { return "\"\(self)\"" }
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
