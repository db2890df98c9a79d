/// The parameters of a header, `; name=value` or `; name="value"`.
enum HeaderParameter {
  static func named(_ name: String, in header: String) -> String? {
    for parameter in header.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, String(parts[0]).filter({ !$0.isWhitespace }).lowercased() == name
      else { continue }
      var value = parts[1].drop(while: \.isWhitespace)
      while value.last?.isWhitespace == true { value.removeLast() }
      if value.count >= 2, value.first == "\"", value.last == "\"" {
        value = value.dropFirst().dropLast()
      }
      return String(value)
    }
    return nil
  }
}
