/// Markup: a literal is markup as it stands, and every text in an interpolation is escaped.
///
/// There is no way to make markup of a text that is not in the sources.
package struct HTML: Sendable, Hashable {
  package private(set) var markup = ""

  package init() {}

  static func + (a: HTML, b: HTML) -> HTML {
    var both = a
    both.markup += b.markup
    return both
  }
}

extension HTML: ExpressibleByStringInterpolation {
  package init(stringLiteral value: StaticString) { markup = "\(value)" }

  package init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: StaticString) { markup += "\(literal)" }

    /// A text, escaped for an element and for an attribute in quotation marks.
    package mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }

    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      markup += "\(number)"
    }

    package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

    /// Nothing where there is none.
    package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

    /// Only if the condition holds.
    ///
    /// In a conditional expression a literal would be a text, and escaped.
    package mutating func appendInterpolation(_ html: @autoclosure () -> HTML, if condition: Bool) {
      if condition { markup += html().markup }
    }

    package mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { markup += part.markup }
    }
  }
}

extension HTML {
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case _ where misleads(scalar): escaped += "⟨U+\(hexadecimal(scalar))⟩"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Whether a character is invisible or changes the direction of others; its number is shown instead.
  ///
  /// Joiners stay, because they hold emoji together; line ends and tabs stay too.
  private static func misleads(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar != "\n" && scalar != "\t"
    case .format: scalar != "\u{200D}"
    case .lineSeparator, .paragraphSeparator, .privateUse: true
    default: false
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension [HTML] {
  func joined(separator: HTML) -> HTML {
    enumerated().reduce(HTML()) { $1.offset == 0 ? $1.element : $0 + separator + $1.element }
  }
}
