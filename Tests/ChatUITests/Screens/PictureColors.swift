import TerminalUI

/// The colours of the terminal in a picture: its own two, those with names, and its window's.
struct PictureColors {
  let foreground: RGBColor
  let background: RGBColor
  /// The 16 colours of `Color` that have names, in their order.
  let named: [RGBColor]
  /// The bar above the screen.
  let bar: RGBColor
  /// The edge of the window.
  let edge: RGBColor

  static let dark = PictureColors(
    foreground: 0xD7DBE2, background: 0x14171C,
    named: [
      0x3A424F, 0xFF8A80, 0x7CCF9A, 0xF2C14E, 0x93BBFF, 0xD7A8F5, 0x60CAD1, 0xC4CAD4,
      0x949CA9, 0xFFACA5, 0xA0EEA3, 0xFFD97A, 0xB5CFFF, 0xE3C8FD, 0x8FE0E5, 0xF4F6FA,
    ], bar: 0x1F242C, edge: 0x3A424F)

  static let light = PictureColors(
    foreground: 0x26292E, background: 0xFBFAF7,
    named: [
      0x0B0D10, 0xAB231B, 0x1D6B3F, 0x7D4E00, 0x1A57B0, 0x7F4996, 0x115D73, 0xD5D3CC,
      0x5C6067, 0xC2352C, 0x2A7A4A, 0x8F5C00, 0x2F6BD0, 0x9257AB, 0x1A7089, 0xFFFFFF,
    ], bar: 0xECEAE3, edge: 0xC9C5BA)

  private init(
    foreground: UInt32, background: UInt32, named: [UInt32], bar: UInt32, edge: UInt32
  ) {
    self.foreground = RGBColor(foreground)
    self.background = RGBColor(background)
    self.named = named.map { RGBColor($0) }
    self.bar = RGBColor(bar)
    self.edge = RGBColor(edge)
  }

  /// The colours of a text and of what is behind it.
  func shown(_ style: Style) -> (text: RGBColor, ground: RGBColor) {
    var text = parts(of: style.foreground) ?? foreground
    let ground = parts(of: style.background) ?? background
    if style.attributes.contains(.dim) { text = text.mixed(70, into: ground) }
    return style.attributes.contains(.reverse) ? (ground, text) : (text, ground)
  }

  /// Nil for the terminal's own colours.
  private func parts(of color: Color) -> RGBColor? {
    switch color {
    case .standard: nil
    case .palette(let number): RGBColor(paletteNumber: number) ?? named[Int(number)]
    case .rgb(let parts), .tone(let parts, palette: _): parts
    }
  }
}

extension RGBColor {
  /// The parts as pages have them: `#d7dbe2`.
  var hexadecimal: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
