/// The traits of an emoji that make terminals disagree: all that it has beyond one code point that they all know.
package struct EmojiTraits: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A text symbol made an emoji by a variation selector: ❤️.
  package static let variation = EmojiTraits(rawValue: 1 << 0)
  package static let keycap = EmojiTraits(rawValue: 1 << 1)
  package static let skinTone = EmojiTraits(rawValue: 1 << 2)
  /// Several emoji joined to one: 👩‍💻.
  package static let joined = EmojiTraits(rawValue: 1 << 3)
  /// The flag of a part of a country, spelt with tags: 🏴󠁧󠁢󠁥󠁮󠁧󠁿.
  package static let tagged = EmojiTraits(rawValue: 1 << 4)
  /// A code point of Unicode 15 or later.
  package static let new = EmojiTraits(rawValue: 1 << 5)

  /// An emoji for each trait, with which a terminal shows whether it gives such emoji two columns.
  static let samples: [(traits: EmojiTraits, text: String)] = [
    (.variation, "❤\u{FE0F}"), (.keycap, "1\u{FE0F}\u{20E3}"), (.skinTone, "👍🏽"),
    (.joined, "👩\u{200D}💻"), (.tagged, "🏴󠁧󠁢󠁥󠁮󠁧󠁿"), (.new, "\u{1FAE8}"),
  ]
}
