import TerminalUI

extension ColorTheme {
  /// The parts of a hundred that a surface takes from the theme; the rest is the terminal's background.
  private static let mixtures: [(role: ThemeRole, color: ThemeRole, percent: Int)] = [
    (.panel, .text, 4), (.codeSurface, .text, 6), (.raised, .text, 10), (.selected, .link, 22),
  ]
  /// Less contrast than this means that the background does not suit the theme; then nothing is mixed.
  private static let leastContrastOfText = 6.0

  /// The theme with surfaces that are mixed from the terminal's own background, and with text that is readable on them.
  ///
  /// Text that has too little contrast comes nearer to `strong`, in steps. Only the theme's own colours change, and not
  /// those that the person has chosen; in a palette of 256 they keep their numbers. A theme whose surfaces are all one
  /// colour wants contrast instead of shades, and stays as it is.
  ///
  /// - Parameter ground: the background that the terminal has told.
  /// - Returns: a theme with one form.
  func suited(to ground: RGBColor) -> ColorTheme {
    var theme = form(for: .palette)
    guard theme[.panel] != theme[.raised], let strong = theme[.strong].foreground.tone,
      let text = theme[.text].foreground.tone,
      text.contrast(to: ground) >= Self.leastContrastOfText
    else { return theme }
    for mixture in Self.mixtures {
      guard let color = theme[mixture.color].foreground.tone else { continue }
      theme[mixture.role].background = theme[mixture.role].background.mapTone { _ in
        color.mixed(mixture.percent, into: ground)
      }
    }
    let panel = [ground] + [theme[.panel].background.tone].compactMap(\.self)
    let surfaces =
      panel + [ThemeRole.raised, .codeSurface].compactMap { theme[$0].background.tone }
    func readable(_ style: Style, on grounds: [RGBColor], _ least: Double) -> Style {
      style.foreground(
        style.foreground.mapTone { parts in
          (0...10).lazy.map { strong.mixed(10 * $0, into: parts) }.first { mixed in
            grounds.allSatisfy { mixed.contrast(to: $0) >= least }
          } ?? strong
        })
    }
    for role in ThemeRole.allCases where theme[role].background == .standard {
      // Lines stand on no other surface, and are not read.
      let isLine = role == .divider || role == .quoteBar
      theme[role] = readable(theme[role], on: isLine ? panel : surfaces, isLine ? 3 : 4.5)
    }
    theme.names = theme.names.map { readable($0, on: surfaces, 4.5) }
    return theme
  }
}

extension Color {
  /// The parts of a theme's own colour; nil for one that a person has chosen.
  fileprivate var tone: RGBColor? {
    guard case .tone(let parts, palette: _) = self else { return nil }
    return parts
  }

  /// The colour with other parts and the same number in the palette, if it is a theme's own.
  fileprivate func mapTone(_ change: (RGBColor) -> RGBColor) -> Color {
    guard case .tone(let parts, palette: let number) = self else { return self }
    return .tone(change(parts), palette: number)
  }
}
