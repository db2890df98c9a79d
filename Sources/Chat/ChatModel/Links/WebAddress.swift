/// The web addresses in texts that people write: where one begins and where it ends.
///
/// Others write the texts: all of this takes time in proportion to the length of the text, whatever is in it.
package enum WebAddress {
  private static let schemes = ["https://", "http://"]

  /// The address with which a text begins, without the punctuation behind it; nil if it begins with none.
  ///
  /// Source: GitHub Flavored Markdown, 6.9, for the marks and brackets at the end; the signs of other scripts follow
  /// the same thought.
  package static func first(in text: Substring) -> Substring? {
    guard let scheme = schemes.first(where: { begins(text, with: $0) }) else { return nil }
    let start = text.utf8.index(text.startIndex, offsetBy: scheme.utf8.count)
    let inside = text[start...].unicodeScalars.prefix { !ends($0) }
    let end = inside.index(inside.startIndex, offsetBy: inside.count - trailingCount(inside))
    return end > start ? text[..<end] : nil
  }

  /// All addresses of a text in their order, each once; those in code too.
  package static func all(in text: String) -> [String] {
    guard text.contains("://") else { return [] }
    var known: Set<String> = []
    return MessageSyntax.parts(of: text).flatMap { part -> [Substring] in
      switch part.kind {
      case .link: [part.text]
      case .code: all(inCode: part.text)
      case .plain, .strong, .emphasis, .mention: []
      }
    }.map(String.init).filter { known.insert($0).inserted }
  }

  private static func all(inCode text: Substring) -> [Substring] {
    var found: [Substring] = []
    var rest = text
    while let start = rest.utf8.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "h") }) {
      rest = rest[start...]
      if let address = first(in: rest) {
        found.append(address)
        rest = rest[address.endIndex...]
      } else {
        rest = rest[rest.utf8.index(after: start)...]
      }
    }
    return found
  }

  private static func begins(_ text: Substring, with scheme: String) -> Bool {
    text.utf8.prefix(scheme.utf8.count).elementsEqual(scheme.utf8) { byte, wanted in
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      return (isCapital ? byte | 0x20 : byte) == wanted
    }
  }

  /// Whether a scalar ends an address wherever it stands, because it cannot stand in an address unencoded.
  private static func ends(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.value <= 0x20 || "<>\"`|\u{7F}".unicodeScalars.contains(scalar)
    }
    // Controls, as they are shown: `␇`.
    if (0x2400...0x2426).contains(scalar.value) { return true }
    switch scalar.properties.generalCategory {
    case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
    // `。` `，` `؟` `।` `…` `「` `」` `“` `»` and their like.
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation:
      return !standsInWords(scalar)
    default: return false
    }
  }

  /// An apostrophe, and the dots in the middle of words of Catalan, Greek and Japanese.
  private static func standsInWords(_ scalar: Unicode.Scalar) -> Bool {
    "\u{2019}\u{B7}\u{387}\u{2027}\u{30FB}\u{FF65}".unicodeScalars.contains(scalar)
  }

  /// The number of scalars at the end of an address that belong to the sentence around it.
  private static func trailingCount(_ address: Substring.UnicodeScalarView) -> Int {
    var (round, square, curly) = (0, 0, 0)
    for scalar in address {
      switch scalar {
      case "(": round -= 1
      case ")": round += 1
      case "[": square -= 1
      case "]": square += 1
      case "{": curly -= 1
      case "}": curly += 1
      default: break
      }
    }
    var count = 0
    for scalar in address.reversed() {
      switch scalar {
      // A closing bracket can belong to the address, as in `…/Swift_(language)`.
      case ")" where round > 0: round -= 1
      case "]" where square > 0: square -= 1
      case "}" where curly > 0: curly -= 1
      // The last three are marks of emphasis.
      case ".", ",", ";", ":", "!", "?", "'", "*", "_", "~": break
      case _ where !scalar.isASCII && isPunctuation(scalar): break
      default: return count
      }
      count += 1
    }
    return count
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .dashPunctuation, .connectorPunctuation, .finalPunctuation, .otherPunctuation: true
    default: false
    }
  }
}
