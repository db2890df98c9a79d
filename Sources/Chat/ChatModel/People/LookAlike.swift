import Foundation

/// Reduces a text to how it looks: letters of other alphabets, digits and signs become the Latin
/// letters that they resemble, and invisible characters are left out.
///
/// Texts that look alike have the same skeleton. A skeleton is only compared, never shown.
///
/// Source: Unicode Technical Standard #39, “Unicode Security Mechanisms”, 4; the table is a choice from its
/// data, of what monospaced fonts draw alike.
package enum LookAlike {
  /// The words of a text, each as it looks.
  package static func words(of text: String) -> [String] {
    let plain = text.decomposedStringWithCompatibilityMapping.unicodeScalars.compactMap(letter)
    return String(String.UnicodeScalarView(plain)).split { !$0.isLetter && !$0.isNumber }
      .map(String.init)
  }

  /// The skeleton of a whole text: its words as they look, without the characters between them.
  package static func skeleton(of text: String) -> String { joined(words(of: text)) }

  /// The skeleton of words that are written as one.
  package static func joined(_ words: some Sequence<String>) -> String {
    var text = words.joined()
    for (pair, letter) in pairs { text = text.replacingOccurrences(of: pair, with: letter) }
    return text
  }

  /// Whether a letter of another alphabet looks like a Latin letter.
  package static func resemblesLatin(_ scalar: Unicode.Scalar) -> Bool {
    letter(scalar).map { ("a"..."z").contains($0) } ?? false
  }

  /// Two letters that look like one.
  private static let pairs = [("rn", "m"), ("vv", "w")]

  /// A text in which signs become the letters that they can stand for; otherwise these signs separate words.
  package static func spelled(_ text: String) -> String {
    String(text.map { signs[$0] ?? $0 })
  }

  private static let signs: [Character: Character] = ["@": "a", "$": "s", "!": "l", "|": "l"]

  /// The letter that a character resembles; nil for invisible characters and combining marks.
  private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control, .format: return nil
    default: if properties.isDefaultIgnorableCodePoint { return nil }
    }
    if let known = table[scalar] ?? sign(scalar) { return known }
    let lower = properties.lowercaseMapping.unicodeScalars.first ?? scalar
    return table[lower] ?? lower
  }

  /// Letters in squares and circles, and flags, which compatibility leaves as they are.
  private static func sign(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    for first: UInt32 in [0x1F150, 0x1F170, 0x1F1E6] where (first..<first + 26) ~= scalar.value {
      guard let letter = Unicode.Scalar(0x61 + scalar.value - first) else { return nil }
      return table[letter] ?? letter
    }
    return nil
  }

  private static let table: [Unicode.Scalar: Unicode.Scalar] = {
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (letter, others) in alike {
      for scalar in others.unicodeScalars { table[scalar] = letter }
    }
    return table
  }()

  /// Each Latin letter, and what looks like it: Cyrillic, Greek, Armenian, Cherokee, small capitals, digits.
  ///
  /// A capital is listed if it looks like a different letter than its small letter does.
  private static let alike: [(Unicode.Scalar, String)] = [
    ("a", "аΑαɑᴀᎪ"), ("b", "вВΒβьЬʙᏴƅ"), ("c", "сϲςᴄᏟ"), ("d", "ԁđðᴅᎠ"), ("e", "еёєεΕᴇᎬ"),
    ("f", "ϝғ"), ("g", "ɡցɢᏀԍ"), ("h", "нНһΗհʜᎻħ"), ("j", "јϳյᴊᎫ"), ("k", "кκΚᴋᏦ"),
    ("l", "1iIıіІїιΙɩɪʟᏞᏆӏӀłǀ"), ("m", "мМΜᴍᎷ"), ("n", "пηΝոɴ"),
    ("o", "0оОοΟσօᴏø"), ("p", "рРρΡᴘᏢ"), ("q", "ԛզ"), ("r", "гʀᏒ"), ("s", "5ѕЅꜱᏚ"),
    ("t", "тТτΤᴛᎢ"), ("u", "υμսᴜ"), ("v", "νѵᴠᏙ"), ("w", "ωԝᴡᎳ"), ("x", "хХχΧ"),
    ("y", "уУүγΥʏ"), ("z", "ΖᴢᏃ"),
  ]
}
