import CloudModel

/// Text that has broken terminal programs before.
enum TextCorpus {
  static let graphemes: [String] = [
    "a", "Z", "~", "é", "e\u{301}", "ß", "ж", "א", "ش", "ไ", "漢", "字", "한", "ひ", "ﾊﾞ", "Ａ",
    "क्ष", "❤\u{FE0F}", "❤", "1\u{FE0F}\u{20E3}", "👍", "👍🏽", "👨‍👩‍👧‍👦", "😮‍💨", "🇩🇪", "🇩", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "\u{1FAE8}", "\u{1FAE9}", "☺", "…", "─", "█", "\u{200C}", "\u{301}", "\u{E0B0}", "\u{378}",
    "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}", "©\u{FE0F}",
  ]

  static let hostile: [String] = [
    "\u{1B}[31m", "\u{0}", "\u{7F}", "\u{9B}2J", "\u{202E}", "\u{2066}", "\u{200F}", "\u{FEFF}",
    "\u{AD}", "\u{2028}", "\u{E0041}", "\u{FFFE}", "\u{7}", "\t", "\n", "\r\n", "\u{3164}",
  ]

  /// A text of graphemes, blanks and newlines.
  static func text(
    length: Int, newlines: Bool = true, using generator: inout SplitMix64
  ) -> String {
    var text = ""
    for _ in 0..<length {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0...3: text += " "
      case 4 where newlines: text += "\n"
      case 5...12:
        text += String(Character(Unicode.Scalar(UInt8.random(in: 97...122, using: &generator))))
      default: text += graphemes.randomElement(using: &generator) ?? ""
      }
    }
    return text
  }
}
