import Foundation

/// The texts of `os_log`'s older form: formats as of `printf`, with words in braces that say who may read a value.
enum LogFormat {
  /// A percent sign, perhaps words in braces, perhaps flags and sizes, and a letter.
  // Immutable, and only read; `Regex` does not say that it is `Sendable`.
  nonisolated(unsafe) private static let place =
    /%(?:\{([^}]*)\})?([-+ #0-9.]*)(?:[hlqztj]*)([@a-zA-Z%])/

  /// The format with values in their places; a place for which there is no value stays as it is.
  static func text(_ format: String, _ values: [Any]) -> String {
    var rest = values[...]
    return format.replacing(place) { match -> String in
      let letter = match.output.3
      if letter == "%" { return "%" }
      guard let value = rest.popFirst() else { return String(match.output.0) }
      let words = match.output.1 ?? ""
      if words.contains("private") || words.contains("sensitive") { return OSLogPrivacy.hidden }
      return text(value, flags: String(match.output.2), letter: letter)
    }
  }

  private static func text(_ value: Any, flags: String, letter: Substring) -> String {
    switch value {
    case let value as any BinaryInteger where "dDiuUxXo".contains(letter):
      String(
        format: "%\(flags)ll\(letter.lowercased() == "d" ? "d" : letter)", Int64(clamping: value))
    case let value as any BinaryFloatingPoint where "fFeEgGaA".contains(letter):
      String(format: "%\(flags)\(letter)", Double(value))
    default: "\(value)"
    }
  }
}
