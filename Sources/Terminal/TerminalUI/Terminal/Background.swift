/// The background behind text: dark or light, and its colour if the terminal has told it.
package struct Background: Hashable, Sendable {
  package let isLight: Bool
  package let color: RGBColor?

  package static let dark = Background(isLight: false, color: nil)
  package static let light = Background(isLight: true, color: nil)

  private init(isLight: Bool, color: RGBColor?) {
    self.isLight = isLight
    self.color = color
  }

  package init(_ color: RGBColor) {
    self.init(isLight: color.brightness >= 128, color: color)
  }

  /// The background that the variable `COLORFGBG` gives, for example `15;0`; nil if it gives none.
  ///
  /// Source: rxvt; its last part is the number of the background's colour, of which 7 and those above 8 are light.
  package init?(colorVariable: String) {
    guard let number = colorVariable.split(separator: ";").last.flatMap({ Int($0) }),
      (0...15).contains(number)
    else { return nil }
    self.init(isLight: number == 7 || number > 8, color: nil)
  }
}
