/// How many colours a terminal shows, and what replaces the others.
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
    guard case .palette(let index) = color else { return -1 }
    return switch self {
    case .none: -1
    case .palette: Int32(index)
    case .sixteen: Int32(Self.named(index))
    case .eight: Int32(Self.named(index) & 7)
    }
  }

  /// Bright text is bold where there are no bright colours.
  package func attributes(of style: Style) -> TextAttributes {
    guard self == .eight, case .palette(let index) = style.foreground, Self.named(index) >= 8
    else { return style.attributes }
    return style.attributes.union(.bold)
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
