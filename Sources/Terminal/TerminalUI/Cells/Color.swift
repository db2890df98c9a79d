/// A colour as terminals name it: their default, one of 16 names, a place in the 256 palette, or its parts.
package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// One of the palette's 256; the first 16 are the terminal's named colours.
  case palette(UInt8)
  /// One of 16 million; where the terminal does not show those, the nearest one of the palette.
  case rgb(RGBColor)
  /// One of 16 million, and the palette's number that was chosen to stand for it in other terminals.
  case tone(RGBColor, palette: UInt8)

  package static let black = Color.palette(0)
  package static let red = Color.palette(1)
  package static let green = Color.palette(2)
  package static let yellow = Color.palette(3)
  package static let blue = Color.palette(4)
  package static let magenta = Color.palette(5)
  package static let cyan = Color.palette(6)
  package static let white = Color.palette(7)
  package static let brightBlack = Color.palette(8)
  package static let brightRed = Color.palette(9)
  package static let brightGreen = Color.palette(10)
  package static let brightYellow = Color.palette(11)
  package static let brightBlue = Color.palette(12)
  package static let brightMagenta = Color.palette(13)
  package static let brightCyan = Color.palette(14)
  package static let brightWhite = Color.palette(15)
}

extension Color {
  /// The parts of a colour that is given by them.
  var parts: RGBColor? {
    switch self {
    case .standard, .palette: nil
    case .rgb(let parts), .tone(let parts, palette: _): parts
    }
  }
}
