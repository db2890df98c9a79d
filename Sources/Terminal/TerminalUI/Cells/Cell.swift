/// One place of a grid: a grapheme that is safe to send to a terminal, and its style.
package struct Cell: Hashable, Sendable {
  /// One grapheme; empty in the second cell of a wide one.
  package let text: String
  package var style: Style
  /// Columns taken: 1, 2, or 0 for the second cell of a wide grapheme.
  package let width: Int8
  /// The traits of the grapheme that terminals disagree about.
  package let traits: EmojiTraits
  /// The place of the link's target in `Grid.links`, from 1; 0 without a link.
  package internal(set) var link: UInt16
  /// Whether it is text, or a part of a picture.
  package let part: Part

  /// The kind of what a cell shows.
  package enum Part: Hashable, Sendable {
    case text
    /// A part of a picture as a half block.
    case block
    /// A part of a picture that the terminal has (`KittyGraphics`).
    case placeholder
  }

  init(
    text: String, style: Style, width: Int8, traits: EmojiTraits = [], link: UInt16 = 0,
    part: Part = .text
  ) {
    self.text = text
    self.style = style
    self.width = width
    self.traits = traits
    self.link = link
    self.part = part
  }

  /// A cell without text.
  package static func blank(_ style: Style = .plain) -> Cell {
    Cell(text: " ", style: style, width: 1)
  }

  package var isContinuation: Bool { width == 0 }

  static func continuation(_ style: Style, link: UInt16 = 0) -> Cell {
    Cell(text: "", style: style, width: 0, link: link)
  }
}
