/// Widths in columns, by the same table of this module that drawing uses.
package enum TextWidth {
  /// The columns a grapheme takes once drawn; 0 when nothing of it is visible.
  package static func of(_ character: Character) -> Int {
    TerminalText.width(of: character)
  }

  /// The columns a text takes once drawn on one line; line ends count nothing.
  package static func of(_ text: some StringProtocol) -> Int {
    var width = 0
    for character in String(text) {
      width += TerminalText.width(of: character)
    }
    return width
  }
}
