/// One place of a grid: a grapheme that is safe to send to a terminal, and its style.
package struct Cell: Hashable, Sendable {
  /// One grapheme; empty in the second cell of a wide one.
  package let text: String
  package var style: Style
  /// Columns taken: 1, 2, or 0 for the second cell of a wide grapheme.
  package let width: Int8

  init(text: String, style: Style, width: Int8) {
    self.text = text
    self.style = style
    self.width = width
  }

  /// A cell without text.
  package static func blank(_ style: Style = .plain) -> Cell {
    Cell(text: " ", style: style, width: 1)
  }

  package var isContinuation: Bool { width == 0 }

  static func continuation(_ style: Style) -> Cell {
    Cell(text: "", style: style, width: 0)
  }
}
