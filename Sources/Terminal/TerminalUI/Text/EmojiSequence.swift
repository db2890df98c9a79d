internal import CNcurses

/// A well-formed emoji about which terminals disagree.
///
/// It takes two columns everywhere, so that no answer of a terminal moves a text. A terminal that has shown to
/// give such emoji two columns gets them whole; the others get the part that all of them know.
///
/// Source: Unicode Technical Standard 51, emoji sequences.
package struct EmojiSequence {
  package let traits: EmojiTraits

  private static let maximumLength = 16
  private static let joiner: UInt32 = 0x200D
  private static let selector: UInt32 = 0xFE0F
  private static let keycap: UInt32 = 0x20E3
  private static let blackFlag: UInt32 = 0x1F3F4
  private static let cancelTag: UInt32 = 0xE007F

  /// Nil for text, for emoji that all terminals know, and for what is not spelt rightly.
  package init?(_ character: Character) {
    let scalars = character.unicodeScalars
    guard let first = scalars.first,
      first.value > 0x7F ? first.properties.isEmoji : scalars.count > 1
    else { return nil }
    var reader = Reader(rest: Array(scalars.prefix(Self.maximumLength + 1))[...])
    guard scalars.count <= Self.maximumLength, reader.readSequence(), !reader.traits.isEmpty
    else { return nil }
    traits = reader.traits
  }

  /// The text that is sent in place of an emoji, in two columns.
  static func careful(_ text: String) -> String {
    guard let first = text.unicodeScalars.first else { return "  " }
    guard isKnown(first) else { return "\u{FFFD} " }
    if text.unicodeScalars.last?.value == keycap { return "\(first)\u{20E3} " }
    return cn_codepoint_width(first.value) == 2 ? String(first) : "\(first) "
  }

  /// The parts of an emoji, in words: "woman, personal computer".
  package static func words(_ character: Character) -> String {
    character.unicodeScalars.compactMap { scalar in
      switch scalar.value {
      case joiner, selector, 0xE0020...0xE007F: nil
      case keycap: "keycap"
      case 0x1F3FB...0x1F3FF:
        ["light", "medium-light", "medium", "medium-dark", "dark"][Int(scalar.value - 0x1F3FB)]
          + " skin tone"
      default: (scalar.properties.name ?? "U+" + String(scalar.value, radix: 16)).lowercased()
      }
    }.joined(separator: ", ")
  }

  private static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    cn_codepoint_is_widely_known(scalar.value) != 0
  }

  private struct Reader {
    var rest: ArraySlice<Unicode.Scalar>
    var traits: EmojiTraits = []

    /// Elements between joiners, up to the end.
    mutating func readSequence() -> Bool {
      guard readElement() else { return false }
      while take(EmojiSequence.joiner) {
        traits.insert(.joined)
        guard readElement() else { return false }
      }
      return rest.isEmpty
    }

    private mutating func readElement() -> Bool {
      guard let base = rest.popFirst(), base.properties.isEmoji,
        !(0x1F1E6...0x1F1FF).contains(base.value)
      else { return false }
      let hasSelector = take(EmojiSequence.selector)
      if base.value < 0x7F {
        traits.insert(.keycap)
        return take(EmojiSequence.keycap)
      }
      if !EmojiSequence.isKnown(base) {
        guard cn_codepoint_width(base.value) == 2 else { return false }
        traits.insert(.new)
      }
      if hasSelector { traits.insert(.variation) }
      if rest.first?.properties.isEmojiModifier == true {
        rest.removeFirst()
        traits.insert(.skinTone)
      }
      return base.value != EmojiSequence.blackFlag || readTags()
    }

    /// The tags behind a black flag, or none.
    private mutating func readTags() -> Bool {
      guard let tag = rest.first, (0xE0020...0xE007E).contains(tag.value) else { return true }
      traits.insert(.tagged)
      rest = rest.drop { (0xE0020...0xE007E).contains($0.value) }
      return take(EmojiSequence.cancelTag)
    }

    private mutating func take(_ value: UInt32) -> Bool {
      guard rest.first?.value == value else { return false }
      rest.removeFirst()
      return true
    }
  }
}
