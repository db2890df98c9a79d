/// The brightness of the background behind text: dark or light.
package enum Background: Hashable, Sendable {
  case dark
  case light

  package init(_ color: RGBColor) {
    self = color.brightness < 128 ? .dark : .light
  }

  /// The background that the variable `COLORFGBG` gives, for example `15;0`; nil if it gives none.
  ///
  /// Source: rxvt; its last part is the number of the background's colour, of which 7 and those above 8 are light.
  package init?(colorVariable: String) {
    guard let number = colorVariable.split(separator: ";").last.flatMap({ Int($0) }),
      (0...15).contains(number)
    else { return nil }
    self = number == 7 || number > 8 ? .light : .dark
  }
}
