/// Colours and emphasis of a cell.
///
/// Styles compose: `Style.bold.foreground(.red)`, `text.merging(link)`, `text.covered(by: selected)`.
package struct Style: Hashable, Sendable {
  package var foreground: Color
  package var background: Color
  package var attributes: TextAttributes

  package init(
    foreground: Color = .standard, background: Color = .standard, attributes: TextAttributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  package static let plain = Style()
  package static let bold = Style(attributes: .bold)
  package static let dim = Style(attributes: .dim)
  package static let italic = Style(attributes: .italic)
  package static let underline = Style(attributes: .underline)
  package static let reverse = Style(attributes: .reverse)

  package func foreground(_ color: Color) -> Style {
    var style = self
    style.foreground = color
    return style
  }

  package func background(_ color: Color) -> Style {
    var style = self
    style.background = color
    return style
  }

  package func adding(_ attributes: TextAttributes) -> Style {
    var style = self
    style.attributes.formUnion(attributes)
    return style
  }

  /// This style with another one on top: the other's colours win unless they are standard, emphasis adds up.
  package func merging(_ other: Style) -> Style {
    Style(
      foreground: other.foreground == .standard ? foreground : other.foreground,
      background: other.background == .standard ? background : other.background,
      attributes: attributes.union(other.attributes))
  }

  /// This style in a row that has a background or is reversed, so that the whole row has one background.
  ///
  /// Bold, italic and underline stay; dim text and inner backgrounds would be patches. The row's colour of text wins
  /// unless it is standard, and takes the place of a colour that was chosen for an inner background.
  package func covered(by row: Style) -> Style {
    let isReversed = row.attributes.contains(.reverse)
    guard isReversed || row.background != .standard else { return merging(row) }
    let hasOwnGround = background != .standard || attributes.contains(.reverse)
    let keepsColor = row.foreground == .standard && !isReversed && !hasOwnGround
    return Style(
      foreground: keepsColor ? foreground : row.foreground, background: row.background,
      attributes: attributes.subtracting([.dim, .reverse]).union(row.attributes))
  }
}

/// The emphasis of a cell's text.
package struct TextAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = TextAttributes(rawValue: 1 << 0)
  package static let dim = TextAttributes(rawValue: 1 << 1)
  package static let italic = TextAttributes(rawValue: 1 << 2)
  package static let underline = TextAttributes(rawValue: 1 << 3)
  package static let reverse = TextAttributes(rawValue: 1 << 4)
}
