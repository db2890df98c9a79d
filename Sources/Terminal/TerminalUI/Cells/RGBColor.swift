internal import Glibc

/// A colour by its parts of red, green and blue, from 0 to 255.
package struct RGBColor: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Takes red, green and blue in this order: `0xD7DBE2`.
  package init(_ number: UInt32) {
    self.init(
      red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
  }

  /// A colour of the palette behind the first 16; nil for those, which each terminal chooses itself.
  ///
  /// Source: xterm's 256colres: a cube of the levels 0, 95, 135, 175, 215, 255, and the greys 8, 18, to 238.
  package init?(paletteNumber number: UInt8) {
    guard number >= 16 else { return nil }
    if number >= 232 {
      let grey = 8 + 10 * (number - 232)
      self.init(red: grey, green: grey, blue: grey)
    } else {
      let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
      let place = Int(number) - 16
      self.init(red: levels[place / 36], green: levels[place / 6 % 6], blue: levels[place % 6])
    }
  }

  /// Reads what terminals answer: `rgb:ffff/ffff/ffff` with one to four digits a part, or `#ffffff`.
  package init?(_ text: Substring) {
    var parts: [Substring]
    if text.hasPrefix("#"), text.utf8.count == 7 {
      let digits = text.dropFirst()
      parts = [digits.prefix(2), digits.dropFirst(2).prefix(2), digits.suffix(2)]
    } else if text.hasPrefix("rgb:") || text.hasPrefix("rgba:") {
      parts = text.drop { $0 != ":" }.dropFirst().split(
        separator: "/", omittingEmptySubsequences: false)
      // The fourth part is the opacity.
      if text.hasPrefix("rgba:"), parts.count == 4 { parts.removeLast() }
    } else {
      return nil
    }
    let values = parts.compactMap { part -> UInt8? in
      let digits = part.compactMap(\.hexDigitValue)
      guard (1...4).contains(digits.count), digits.count == part.count else { return nil }
      let value = digits.reduce(0) { $0 * 16 + $1 }
      return UInt8(value * 255 / ((1 << (4 * digits.count)) - 1))
    }
    guard values.count == 3, parts.count == 3 else { return nil }
    self.init(red: values[0], green: values[1], blue: values[2])
  }

  /// The brightness of the colour, from 0 to 255.
  ///
  /// Source: ITU-R BT.601, the weights of luma.
  package var brightness: Int {
    (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000
  }

  /// A mixture: so many parts of a hundred of this colour, and the rest of another.
  package func mixed(_ percent: Int, into other: RGBColor) -> RGBColor {
    func part(_ own: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Int(own) * percent + Int(other) * (100 - percent)) / 100)
    }
    return RGBColor(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }

  /// How well a text of this colour can be read on a ground, from 1 to 21.
  ///
  /// Source: WCAG 2.2, contrast ratio; ordinary text needs 4.5, lines and marks need 3.
  package func contrast(to ground: RGBColor) -> Double {
    let (one, other) = (luminance, ground.luminance)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// The light of a part, from 0 to 1.
  ///
  /// Source: IEC 61966-2-1 (sRGB).
  package static func linear(_ part: UInt8) -> Double {
    let value = Double(part) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
