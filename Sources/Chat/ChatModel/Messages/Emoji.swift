/// The rule for reactions: a reaction is exactly one emoji, not a text that only begins with one.
///
/// Source: Unicode Technical Standard #51, “Unicode Emoji”, 1.4.9 and ED-14 to ED-17.
package enum Emoji {
  /// Bytes of the longest emoji, two kissing people with skin tones, with some reserve.
  package static let limitBytes = 44
  /// The most emoji that joiners combine into one.
  private static let elementLimit = 4

  private static let joiner: Unicode.Scalar = "\u{200D}"
  private static let variation: Unicode.Scalar = "\u{FE0F}"
  private static let keycap: Unicode.Scalar = "\u{20E3}"
  /// The flags of parts of a country that all systems have; others would look the same but count separately.
  private static let regions = ["gbeng", "gbsct", "gbwls"]

  /// Whether a text is one emoji as a reader counts.
  package static func isOne(_ text: String) -> Bool {
    guard text.utf8.count <= limitBytes, text.count == 1 else { return false }
    let scalars = Array(text.unicodeScalars)
    if scalars.count == 2, scalars.allSatisfy(isRegional) { return true }
    if isKeycap(scalars) || isRegion(scalars) { return true }
    let elements = scalars.split(separator: joiner, omittingEmptySubsequences: false)
    return (1...elementLimit).contains(elements.count) && elements.allSatisfy(isElement)
  }

  /// One emoji, with a tone of skin or the mark that it is drawn in colours.
  private static func isElement(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = scalars.first, first.properties.isEmoji, !isRegional(first) else {
      return false
    }
    // Digits, ©, ® and the like are text unless a variation selector follows.
    let isText = first.value <= 0xFF
    switch scalars.count {
    case 1: return !isText
    case 2:
      guard let second = scalars.last else { return false }
      return second == variation
        ? first.value > 0x7F
        : second.properties.isEmojiModifier && first.properties.isEmojiModifierBase
    default: return false
    }
  }

  private static func isRegional(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func isKeycap(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let first = scalars.first, first.properties.isEmoji, first.value <= 0x7F else {
      return false
    }
    return scalars.dropFirst().elementsEqual([variation, keycap])
  }

  private static func isRegion(_ scalars: [Unicode.Scalar]) -> Bool {
    guard scalars.first == "\u{1F3F4}", scalars.last == "\u{E007F}" else { return false }
    let letters = scalars.dropFirst().dropLast().compactMap { tag in
      tag.value > 0xE0000 ? Unicode.Scalar(tag.value - 0xE0000) : nil
    }
    return regions.contains(String(String.UnicodeScalarView(letters)))
  }
}
