/// Strings that have broken the columns of terminal programs, made from families.
enum DifficultStrings {
  struct Family {
    var name: String
    var texts: [String]
  }

  /// All strings, each with the name of its family and its number there.
  static var all: [(name: String, text: String)] {
    families.flatMap { family in
      family.texts.enumerated().map { ("\(family.name) \($0.offset + 1)", $0.element) }
    }
  }

  static let families: [Family] = [
    emoji, joined, tones, flags, keycaps, selectors, hangul, indic, thai, rightToLeft, marks,
    ambiguous, invisible, controls, direction, privateUse, unassigned, halves, wide, mixed,
  ]

  private static func family(_ name: String, _ texts: [String]) -> Family {
    Family(name: name, texts: texts)
  }

  private static func scalars(_ values: UInt32...) -> String {
    var text = String.UnicodeScalarView()
    for value in values.compactMap(Unicode.Scalar.init) { text.append(value) }
    return String(text)
  }

  private static func each(_ values: [UInt32]) -> [String] { values.map { scalars($0) } }

  private static let emoji = family(
    "emoji", ["👍", "😀", "🎉", "⌚", "☕", "⚡", "🀄", "🃏", "🆎", "🫠", "🫨", "🫩", "🛜", "🪿", "🩷", "😀😀😀"])

  private static let joined = family(
    "joined emoji",
    [
      "👨‍👩‍👧‍👦", "👩‍💻", "😮‍💨", "🏳️‍🌈", "🏴‍☠️", "❤️‍🔥", "🧑‍🤝‍🧑", "👁️‍🗨️", "🐕‍🦺", "🐻‍❄️",
      "🧑‍🧑‍🧒‍🧒", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👩‍❤️‍💋‍👨", "🙂‍↔️", "🐦‍🔥", "👨‍", "‍👩", "👩‍‍👩", "a‍b", "👩‍a",
    ])

  private static let tones = family(
    "skin tones",
    [
      "👍🏻", "👍🏼", "👍🏽", "👍🏾", "👍🏿", "👩🏽‍💻", "🧑🏿‍🤝‍🧑🏻", "👩🏻‍❤️‍💋‍👨🏿", "✋🏽", "☝🏽", "☝️🏽", "🏽",
      "👍🏽🏽", "a🏽", "🫱🏻‍🫲🏿", "👋🏽x👋🏽",
    ])

  private static let flags = family(
    "flags",
    [
      "🇩🇪", "🇩🇪🇫🇷", "🇩🇪🇫🇷🇯🇵🇵🇱", "🇩", "🇩x", "🇩🇪🇫", "x🇩🇪x", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁥󠁮󠁧", "🏴", "🏁", "🏳️",
      "🏳", "🏴󠁿", "🇽🇽",
    ])

  private static let keycaps = family(
    "keycaps",
    "0123456789#*".map { "\($0)\u{FE0F}\u{20E3}" } + [
      "1\u{20E3}", "1\u{FE0F}", "a\u{20E3}", "漢\u{20E3}",
    ])

  private static let selectors = family(
    "variation selectors",
    [
      "❤\u{FE0F}", "❤\u{FE0E}", "☺\u{FE0F}", "☺\u{FE0E}", "⌚\u{FE0E}", "⌚\u{FE0F}", "©\u{FE0F}",
      "™\u{FE0F}",
      "↔\u{FE0F}", "▶\u{FE0F}", "\u{FE0F}", "\u{FE0E}", "a\u{FE0F}", "漢\u{FE00}", "葛\u{E0100}",
      "👍\u{FE0F}",
      "👍\u{FE0E}", "\u{FE0F}\u{FE0F}\u{FE0F}", "〰\u{FE0F}", "㊗\u{FE0F}",
    ])

  private static let hangul = family(
    "Hangul",
    [
      "한글", "\u{1112}\u{1161}\u{11AB}", "\u{1100}", "\u{1161}", "\u{11AB}", "\u{1100}\u{1161}",
      "\u{115F}\u{1160}",
      "\u{3164}", "\u{FFA0}", "\u{A960}\u{D7B0}", "\u{1112}\u{1112}\u{1161}", "ㅎㅏㄴ", "ﾡﾢ",
      "한\u{11AB}",
    ])

  private static let indic = family(
    "Indic",
    [
      "क्ष", "नमस्ते", "ਪੰਜਾਬੀ", "தமிழ்", "বাংলা", "മലയാളം", "ಕನ್ನಡ", "తెలుగు", "සිංහල", "\u{94D}", "क्",
      "क\u{200D}", "क्\u{200C}ष", "श्री", "র‌্য", "ണ്‍", "\u{93F}", "ဗမာ", "ខ្មែរ", "བོད་",
    ])

  private static let thai = family(
    "Thai",
    ["ไทย", "กำ", "น้ำ", "ที่", "\u{E31}", "ก\u{E49}\u{E49}\u{E49}", "ສະບາຍດີ", "\u{E33}", "\u{EB3}"])

  private static let rightToLeft = family(
    "right to left",
    [
      "שלום", "مرحبا", "שָׁלוֹם", "مُحَمَّد", "ﷺ", "﷽", "لا", "ܫܠܡܐ", "ދިވެހި", "abc שלום def", "مرحبا 123",
      "\u{600}",
      "\u{6DD}", "ࠀ", "𞤀𞤣", "יִדיש",
    ])

  private static let marks = family(
    "marks",
    [
      "e\u{301}", "\u{301}", "a\u{300}\u{301}\u{302}\u{303}",
      "Z\u{334}\u{335}\u{336}\u{337}\u{338}\u{340}\u{341}",
      "a" + String(repeating: "\u{301}", count: 50), String(repeating: "x\u{489}", count: 8),
      "漢\u{301}",
      "\u{1AB0}", "a\u{20DD}", "o\u{328}\u{304}", "\u{345}", "i\u{307}\u{301}", "ﾊﾞ", "\u{3099}",
      "か\u{3099}", "ﾞ",
      "\u{1D165}\u{1D16D}", "a\u{34F}b", "y\u{323}\u{307}",
    ])

  private static let ambiguous = family(
    "ambiguous width",
    each([
      0xA1, 0xA7, 0xB0, 0xB1, 0xD7, 0x2014, 0x2026, 0x2018, 0x2103, 0x2160, 0x2190, 0x2460, 0x2500,
      0x2588,
      0x25A0, 0x25CB, 0x2605, 0x2640, 0x266A, 0x0391, 0x0416, 0x00AD, 0x20AC, 0x3008, 0xFFE0,
      0x1F100,
    ]))

  private static let invisible = family(
    "invisible",
    each([
      0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x180E, 0xAD, 0x61C, 0x2061, 0x2800, 0x3000, 0x2003,
      0x202F, 0x00A0,
      0x1680, 0x115F, 0x17B4, 0x2028, 0x2029, 0xE0001, 0xE0020, 0xE007F, 0xE01EF, 0x206A, 0xFFF9,
      0xFFFC, 0x1D173,
    ]))

  private static let controls = family(
    "controls",
    [
      "\u{1B}[31mred", "\u{1B}[2J", "\u{1B}]0;title\u{7}", "\u{1B}[10;10H", "\u{9B}5C", "a\tb",
      "\t", "a\r\nb",
      "\u{1B}(0lqk", "\u{E}abc\u{F}", "\u{1B}[?1049l", "\u{1B}c",
    ] + singleControls)

  private static var singleControls: [String] {
    let lower: [UInt32] = (0x01...0x1F).filter { $0 != 0x0A }
    let upper: [UInt32] = [0x7F, 0x80, 0x84, 0x85, 0x88, 0x8D, 0x90, 0x98, 0x9B, 0x9C, 0x9D, 0x9F]
    return each(lower + upper).map { "a\($0)b" }
  }

  private static let direction = family(
    "direction",
    each([0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200E, 0x200F])
      .map {
        "ab" + $0 + "cd"
      })

  private static let privateUse = family(
    "private use",
    each([0xE000, 0xE0A0, 0xE0B0, 0xF8FF, 0xF0001, 0x100000, 0x10FFFD]) + ["\u{E0B0}\u{E0B1}"])

  private static let unassigned = family(
    "unassigned",
    each([
      0x378, 0x530, 0xFFFE, 0xFFFF, 0x1FFFE, 0x2FE0, 0x1FAFF, 0x1F8FF, 0x3FFFD, 0xE0080, 0x10FFFF,
      0x1AFFF, 0xFFFD,
    ]))

  private static let halves = family(
    "half emoji",
    each([0x1F3FB, 0x1F1E6, 0x20E3, 0xFE0F, 0x200D, 0x1F9B0, 0x2640, 0x2695, 0x1F5E8])
      + ["👨\u{200D}\u{200D}👩", "\u{FE0F}👍", "👍\u{E0067}", "🏴\u{E0067}"])

  private static let wide = family(
    "wide",
    [
      "漢字", "ひらがな", "ｱｲｳ", "ＡＢＣ", "𠀀𠀁", "㌀㌔", "〈〉", "꧁꧂", "﹏", "ꜰ", "𝒜𝓑", "𓀀", "䷀", "ꙮ", "⿰", "㎏",
      "￦",
    ]
      // At the end of a row, where half of a wide grapheme does not fit.
      + (24...40).map { String(repeating: "x", count: $0) + "漢👩‍💻漢" })

  private static let mixed = family(
    "mixed",
    [
      "漢👍🏽é🇩🇪क्ष\u{202E}x", "👩‍💻|👩‍💻|👩‍💻", "❤️x❤️x❤️", "1️⃣2️⃣3️⃣", "(╯°□°)╯︵ ┻━┻", "¯\\_(ツ)_/¯", "ʕ•ᴥ•ʔ", "ಠ_ಠ",
      "༼ つ ◕_◕ ༽つ",
      "🇩🇪漢🇩🇪漢", "https://例え.jp/👩‍💻", "`код 漢`", "**👩‍💻**", "_é👍🏽_", "@漢字", "…👩‍💻…",
    ])
}
