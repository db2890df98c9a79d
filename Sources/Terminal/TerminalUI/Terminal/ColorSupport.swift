/// The number of colours that a terminal shows, and the replacements for the others.
package enum ColorSupport: Hashable, Sendable {
  case none
  case eight
  case sixteen
  case palette

  package init(colorCount: Int) {
    self =
      switch colorCount {
      case 256...: .palette
      case 16...: .sixteen
      case 8...: .eight
      default: .none
      }
  }

  /// The palette's number for a colour, -1 for the terminal's own.
  package func number(of color: Color) -> Int32 {
    guard let index = Self.index(of: color) else { return -1 }
    return switch self {
    case .none: -1
    case .palette: Int32(index)
    case .sixteen: Int32(Self.named(index))
    case .eight: Int32(Self.named(index) & 7)
    }
  }

  /// Bright text is bold where there are no bright colours.
  package func attributes(of style: Style) -> TextAttributes {
    guard self == .eight, let index = Self.index(of: style.foreground), Self.named(index) >= 8
    else { return style.attributes }
    return style.attributes.union(.bold)
  }

  /// The place in the palette of a colour, or of the one nearest to it; nil for the terminal's own.
  private static func index(of color: Color) -> UInt8? {
    switch color {
    case .standard: nil
    case .palette(let index), .tone(_, palette: let index): index
    case .rgb(let color): nearest(to: color)
    }
  }

  /// Source: xterm's 256colres: the levels of the cube are 0, 95, 135, 175, 215, 255, the greys 8, 18, to 238.
  private static func nearest(to color: RGBColor) -> UInt8 {
    let parts = [color.red, color.green, color.blue].map(Int.init)
    let levels = [0, 95, 135, 175, 215, 255]
    let places = parts.map { part in
      levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0
    }
    let grey = min(23, max(0, (parts.reduce(0, +) / 3 - 3) / 10))
    func distance(_ other: [Int]) -> Int {
      zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let isGrey =
      distance([8 + 10 * grey, 8 + 10 * grey, 8 + 10 * grey]) < distance(places.map { levels[$0] })
    return isGrey
      ? UInt8(232 + grey) : UInt8(16 + 36 * places[0] + 6 * places[1] + places[2])
  }

  /// The named colour nearest to one of the palette.
  ///
  /// Source: xterm's 256colres: 16 to 231 are a cube of 6 levels, 232 to 255 greys.
  private static func named(_ index: UInt8) -> UInt8 {
    guard index >= 16 else { return index }
    if index >= 232 {
      return switch index {
      case ..<238: 0
      case ..<244: 8
      case ..<250: 7
      default: 15
      }
    }
    let cube = index - 16
    let levels = [cube / 36, cube / 6 % 6, cube % 6]
    let strongest = levels.max() ?? 0
    guard strongest > 0 else { return 0 }
    var name: UInt8 = strongest >= 4 ? 8 : 0
    for (bit, level) in levels.enumerated() where level * 2 > strongest { name |= 1 << UInt8(bit) }
    return name
  }
}
