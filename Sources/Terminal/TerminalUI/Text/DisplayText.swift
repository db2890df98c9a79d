internal import CNcurses

/// Text from anywhere made harmless to a terminal.
///
/// Control characters become visible symbols (`␛`), C1 controls and noncharacters become U+FFFD;
/// direction controls, tags, byte order marks, soft hyphens and other invisible
/// format characters vanish, and so do marks on a letter that has thirty already. Joiners inside emoji
/// and the tags behind a black flag stay: `EmojiSequence` decides about such graphemes.
package enum DisplayText {
  private static let tabColumns = 4

  /// Marks on one letter; no language has nearly as many, and a message can have tens of thousands.
  ///
  /// Source: Unicode Standard Annex #15, 13, “Stream-Safe Text Format”.
  private static let maximumMarks = 30

  /// The number of something in words.
  package static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")"
  }

  /// One line: line ends and tabs become spaces, a pair of CR and LF one.
  package static func singleLine(_ text: some StringProtocol) -> String {
    let text = String(text)
    if isHarmless(text, allowingNewlines: false) { return text }
    return clean(text) { _ in
      " "
    } newline: {
      " "
    }
  }

  /// Lines: every kind of line end becomes LF, tabs go on to the next multiple of four columns.
  package static func multiLine(_ text: some StringProtocol) -> String {
    let text = String(text)
    if isHarmless(text, allowingNewlines: true) { return text }
    return clean(text) { column in
      String(repeating: " ", count: tabColumns - column % tabColumns)
    } newline: {
      "\n"
    }
  }

  /// The replacement of a scalar: itself, a symbol, or nil for nothing at all.
  static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20...0x7E: scalar
    case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80...0x9F: "\u{FFFD}"
    case 0x200C, 0x200D, 0xFE0E, 0xFE0F: scalar
    case 0xE0000...0xE0FFF: nil
    case 0x2028, 0x2029: nil
    default:
      if scalar.properties.isNoncharacterCodePoint {
        "\u{FFFD}"
      } else if scalar.properties.isDefaultIgnorableCodePoint
        || scalar.properties.generalCategory == .format
      {
        nil
      } else {
        scalar
      }
    }
  }

  private static func isHarmless(_ text: String, allowingNewlines: Bool) -> Bool {
    text.utf8.allSatisfy { byte in
      (0x20...0x7E).contains(byte) || (allowingNewlines && byte == 0x0A)
    }
  }

  private static func clean(
    _ text: String, tab: (_ column: Int) -> String, newline: () -> String
  ) -> String {
    var result = String.UnicodeScalarView()
    var column = 0
    var marks = 0
    var previousIsReturn = false
    // True if a tag would belong to a flag.
    var isFlag = false
    for scalar in text.unicodeScalars {
      let isReturn = scalar == "\r"
      switch scalar {
      case "\n" where previousIsReturn: break
      case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}":
        result.append(contentsOf: newline().unicodeScalars)
        column = 0
      case "\t":
        let blanks = tab(column)
        column += blanks.utf8.count
        result.append(contentsOf: blanks.unicodeScalars)
      case _ where isFlag && (0xE0020...0xE007F).contains(scalar.value):
        result.append(scalar)
        continue
      default:
        guard let scalar = replacement(of: scalar) else { break }
        let width = max(0, Int(cn_codepoint_width(scalar.value)))
        marks = width == 0 ? marks + 1 : 0
        guard marks <= maximumMarks else { break }
        result.append(scalar)
        column += width
      }
      previousIsReturn = isReturn
      isFlag = scalar.value == 0x1F3F4
    }
    return String(result)
  }
}
