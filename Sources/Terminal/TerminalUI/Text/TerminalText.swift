internal import CNcurses

/// Decides what is sent for each grapheme, so that every terminal counts the same columns for it.
///
/// Terminals agree about single scalars of Unicode 14 with combining marks, and about pairs of
/// regional indicators. They disagree about joined emoji, skin tones, variation selectors and newer
/// characters. Such emoji get two columns, and `OverlayWriter` decides what is sent there
/// (`EmojiSequence`); of other such text only the first scalar is sent, or U+FFFD.
enum TerminalText {
  /// The character in one cell or in two neighbouring cells; only `TerminalText` makes one.
  struct Piece: Hashable {
    let text: String
    let width: Int
    /// The traits about which terminals disagree; if there are any, the text is an emoji and its width 2.
    let traits: EmojiTraits

    static let blank = Piece(text: " ", width: 1)
    static let unknown = Piece(text: "\u{FFFD}", width: 1)

    fileprivate init(text: String, width: Int, traits: EmojiTraits = []) {
      self.text = text
      self.width = width
      self.traits = traits
    }
  }

  /// The pieces of the ASCII characters, made once: most text is nothing else.
  private static let ascii: [[Piece]] = (0...0x7F).map { byte in
    guard (0x20...0x7E).contains(byte) else { return [] }
    return [Piece(text: String(Unicode.Scalar(UInt8(byte))), width: 1)]
  }

  /// Combining marks after a base; ncurses keeps four in a cell.
  private static let maximumMarks = 4

  /// The pieces a grapheme is drawn as, mostly one.
  ///
  /// More than one only where a grapheme has several spacing scalars, as in Indic conjuncts. None
  /// when nothing of it is visible.
  static func pieces(of character: Character) -> [Piece] {
    let bytes = character.utf8
    if bytes.count == 1, let byte = bytes.first { return ascii[Int(byte)] }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return [] }
    if isRegionalIndicator(first) {
      let isFlag = scalars.count == 2
      return [isFlag ? Piece(text: String(character), width: 2) : .unknown]
    }
    if let emoji = EmojiSequence(character) {
      return [Piece(text: String(character), width: 2, traits: emoji.traits)]
    }
    if isEmojiSequence(scalars) { return piece(ofBase: first).map { [$0] } ?? [] }
    return clusters(of: scalars)
  }

  /// The columns a grapheme takes.
  static func width(of character: Character) -> Int {
    pieces(of: character).reduce(0) { $0 + $1.width }
  }

  private static func clusters(of scalars: Character.UnicodeScalarView) -> [Piece] {
    var pieces: [Piece] = []
    var text = String.UnicodeScalarView()
    var width = 0
    var marks = 0
    func finish() {
      guard width > 0 else { return }
      pieces.append(Piece(text: String(text), width: width))
    }
    for scalar in scalars where !isDropped(scalar) {
      if cn_codepoint_width(scalar.value) == 0 {
        if width == 0 {
          text = String.UnicodeScalarView(["\u{25CC}" as Unicode.Scalar])
          width = 1
        }
        guard marks < maximumMarks else { continue }
        marks += 1
        text.append(scalar)
      } else if let piece = piece(ofBase: scalar) {
        finish()
        text = String.UnicodeScalarView(piece.text.unicodeScalars)
        width = piece.width
        marks = 0
      }
    }
    finish()
    return pieces
  }

  private static func piece(ofBase scalar: Unicode.Scalar) -> Piece? {
    guard !isDropped(scalar) else { return nil }
    guard cn_codepoint_is_widely_known(scalar.value) != 0 else { return .unknown }
    let width = Int(cn_codepoint_width(scalar.value))
    return width > 0 ? Piece(text: String(scalar), width: width) : .unknown
  }

  private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard scalars.count > 1, let first = scalars.first else { return false }
    guard first.properties.isEmoji || first.properties.isEmojiModifier else { return false }
    return scalars.dropFirst().contains { scalar in
      scalar.value == 0x200D || scalar.value == 0x20E3 || scalar.properties.isEmojiModifier
        || scalar.properties.isVariationSelector || (0xE0020...0xE007F).contains(scalar.value)
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// Invisible scalars; the zero-width non-joiner stays because Persian is misspelt without it.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x7F else { return scalar.value < 0x20 }
    if scalar.value == 0x200C { return false }
    // Only a picture shows itself there.
    if scalar == KittyGraphics.placeholder { return true }
    return scalar.value < 0xA0 || scalar.properties.isDefaultIgnorableCodePoint
      || scalar.properties.generalCategory == .format
  }
}
