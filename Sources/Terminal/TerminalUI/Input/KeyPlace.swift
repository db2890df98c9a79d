/// The places of keys: on a keyboard of another script, the key at the place of Q gives Ctrl+Q.
///
/// The terminal's own word counts where it gives one (the kitty protocol's base layout key). Otherwise a table by
/// script is used, which has the usual keyboard of each.
enum KeyPlace {
  /// The key of a character with Ctrl or Alt, in its normal form.
  ///
  /// - Parameters:
  ///   - character: the character that the terminal reports.
  ///   - modifiers: Ctrl, Alt or both, and perhaps Shift.
  ///   - shifted: the character that the key gives with Shift, if it is known.
  ///   - base: the character that the key at its place gives on a US keyboard, if it is known.
  /// - Returns: the same key for every keyboard of its script.
  static func command(
    _ character: Character, _ modifiers: KeyModifiers, shifted: Character? = nil,
    base: Character? = nil
  ) -> KeyEvent {
    let hasShift = modifiers.contains(.shift)
    var character = character
    var modifiers = modifiers
    let isSignOfScript = base.flatMap { signsOfScripts[character]?.contains($0) } ?? false
    if let latin = isOfOtherScript(character) || isSignOfScript ? base ?? latin(character) : nil {
      character = hasShift ? withShift(latin) : latin
      modifiers.remove(.shift)
    } else if hasShift, let shifted, !shifted.isCased, shifted != character {
      character = shifted
      modifiers.remove(.shift)
    } else if signs.values.contains(character) {
      modifiers.remove(.shift)
    }
    // A letter is named by its small form, a sign that Shift gives by itself.
    if let lower = KeyEvent.single(character.lowercased()), lower != character {
      return KeyEvent(.character(lower), modifiers.union(.shift))
    }
    return KeyEvent(.character(character), modifiers)
  }

  /// The character at the same place of a US keyboard; nil for one of a Latin keyboard, and where no place is known.
  static func latin(_ character: Character) -> Character? {
    if let latin = table[character] { return latin }
    guard let lower = KeyEvent.single(character.lowercased()), lower != character,
      let latin = table[lower]
    else { return nil }
    return withShift(latin)
  }

  /// The character that the key of a US keyboard gives with Shift.
  private static func withShift(_ character: Character) -> Character {
    signs[character] ?? KeyEvent.single(character.uppercased()) ?? character
  }

  /// Whether a character is neither ASCII, nor a Latin letter, nor one of the signs of Latin-1.
  private static func isOfOtherScript(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.value >= 0x250 && !(0x1E00...0x1EFF).contains($0.value) }
  }

  /// Greek and Hebrew keyboards have signs at places where Latin ones have letters: Q gives `;` and `/`, W gives `'`.
  private static let signsOfScripts: [Character: Set<Character>] = [
    ";": ["q"], "/": ["q"], "'": ["w"],
  ]

  private static let signs = pairs("`1234567890-=[]\\;',./", "~!@#$%^&*()_+{}|:\"<>?")

  /// Rows of keyboards, each above the keys of a US keyboard at the same places.
  ///
  /// If scripts have the same letter at different places, the place on the more common keyboard counts.
  private static let rows: [(own: String, latin: String)] = [
    // Russian, then what Ukrainian, Belarusian and the Macedonian and Serbian keyboards have besides.
    ("йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"),
    ("іїєґў", "s]'\\o"),
    ("љњђћџјѕќѓ", "qw['xjy']"),
    ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
    ("קראטוןםפשדגכעיחלךףזסבהנמצתץ", "ertyuiopasdfghjkl;zxcvbnm,."),
    ("ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظذ", "qwertyuiop[]asdfghjkl;'zxcvnm,./`"),
    ("یکگچپ", "d;']m"),
    ("ქწერტყუიოპასდფგჰჯკლზხცვბნმ", "qwertyuiopasdfghjklzxcvbnm"),
    ("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ", "qwertyuiopasdfghjklzxcvbnm"),
    ("ๆไำะัีรนยบลฟหกดเ้่าสวงผปแอิืทมใฝ", "qwertyuiop[asdfghjkl;'zxcvbnm,./"),
    ("٠١٢٣٤٥٦٧٨٩", "0123456789"),
    ("۰۱۲۳۴۵۶۷۸۹", "0123456789"),
  ]

  private static let table = rows.reduce(into: [Character: Character]()) { table, row in
    table.merge(pairs(row.own, row.latin)) { first, _ in first }
  }

  /// The pairs of scalars at the same places; Thai vowels are scalars that join the letter before them.
  private static func pairs(_ own: String, _ latin: String) -> [Character: Character] {
    precondition(own.unicodeScalars.count == latin.unicodeScalars.count, "a row has a gap")
    return Dictionary(
      zip(own.unicodeScalars.map(Character.init), latin.unicodeScalars.map(Character.init)),
      uniquingKeysWith: { first, _ in first })
  }
}
