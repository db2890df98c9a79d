import ClientSettings
import Foundation
import TerminalUI
import Testing

/// The contrast of every pair of colours that may meet in a theme, in 16 million colours and in the palette of 256.
struct ThemeContrastTests {
  /// A theme, and the background for which its surfaces are made.
  struct Shown: CustomTestStringConvertible, Sendable {
    var name: String
    var theme: ColorTheme
    var background: Color
    /// The least contrast of text.
    var least = 4.5

    var testDescription: String { name }
  }

  /// How a terminal shows colours.
  enum Depth: CaseIterable, Sendable {
    case trueColor
    case palette

    func parts(of color: Color) throws -> RGBColor {
      guard case .tone(let parts, let number) = color else {
        throw Missing(color: color)
      }
      if self == .trueColor { return parts }
      return try #require(RGBColor(paletteNumber: number))
    }
  }

  /// A colour of a theme that leaves its looks to the terminal.
  struct Missing: Error {
    var color: Color
  }

  // The highest grade of WCAG, 7, is what a high contrast is for.
  static let settings = [
    Shown(name: "dark", theme: .dark, background: .tone(RGBColor(0x14171C), palette: 233)),
    Shown(name: "light", theme: .light, background: .tone(RGBColor(0xFBFAF7), palette: 231)),
    Shown(
      name: "high contrast", theme: .highContrast,
      background: .tone(RGBColor(0x000000), palette: 16), least: 7),
    Shown(
      name: "high contrast, light", theme: .highContrastLight,
      background: .tone(RGBColor(0xFFFFFF), palette: 231), least: 7),
  ]

  /// Roles that are seen, and not read.
  private static let marks: Set<ThemeRole> = [.divider, .quoteBar, .unreadLine, .cursor]
  /// Lines that stand on no surface but the title bar, the hint bar and dialogs.
  private static let quietMarks: Set<ThemeRole> = [.divider, .quoteBar]
  private static let surfaces: Set<ThemeRole> = [.panel, .raised, .codeSurface]

  @Test(arguments: settings, Depth.allCases)
  func `text has its contrast on each surface, and marks have theirs`(
    setting: Shown, depth: Depth
  ) throws {
    let theme = setting.theme
    var texts: [(role: ThemeRole, style: Style)] = theme.names.map { (.text, $0) }
    for role in ThemeRole.allCases where !Self.surfaces.contains(role) {
      texts.append((role, theme[role]))
    }
    for (role, style) in texts {
      let isMark = Self.marks.contains(role)
      for ground in Self.grounds(of: role, style, setting) {
        let contrast = try depth.parts(of: style.foreground)
          .contrast(to: depth.parts(of: ground))
        #expect(contrast >= (isMark ? 3 : setting.least), "\(role) \(style) on \(ground)")
      }
    }
  }

  /// The backgrounds that may be behind a style.
  private static func grounds(of role: ThemeRole, _ style: Style, _ setting: Shown) -> [Color] {
    if style.background != .standard { return [style.background] }
    let (panel, raised) = (setting.theme[.panel].background, setting.theme[.raised].background)
    if quietMarks.contains(role) { return [setting.background, panel] }
    if marks.contains(role) { return [setting.background, panel, raised] }
    return [setting.background, panel, raised, setting.theme[.codeSurface].background]
  }

  @Test(arguments: settings, Depth.allCases)
  func `each style has its own contrast in a row that has the keys`(
    setting: Shown, depth: Depth
  ) throws {
    let theme = setting.theme
    for style in ThemeRole.allCases.map({ theme[$0] }) + theme.names {
      let row = style.covered(by: theme[.selected])
      let contrast = try depth.parts(of: row.foreground)
        .contrast(to: depth.parts(of: row.background))
      #expect(contrast >= setting.least, "\(style)")
      #expect(row.background == theme[.selected].background)
    }
  }

  @Test(arguments: settings.prefix(2), Depth.allCases)
  func `senders look different from each other and from all that has a meaning`(
    setting: Shown, depth: Depth
  ) throws {
    let names = try setting.theme.names.map { try depth.parts(of: $0.foreground) }
    #expect(names.count == 8)
    for (index, name) in names.enumerated() {
      for other in names.dropFirst(index + 1) {
        #expect(name.distance(to: other) >= (depth == .trueColor ? 0.065 : 0.055))
      }
      for role in [ThemeRole.accent, .warning, .danger] {
        let meaning = try depth.parts(of: setting.theme[role].foreground)
        #expect(name.distance(to: meaning) >= (depth == .trueColor ? 0.11 : 0.065), "\(role)")
      }
    }
  }

  /// The backgrounds of well-known themes of terminals: black, Campbell, VS Code, Catppuccin, Gruvbox, Dracula, Nord,
  /// Solarized, Ubuntu; then white, One, Solarized, Catppuccin and Gruvbox.
  private static let knownBackgrounds: [UInt32] = [
    0x000000, 0x0C0C0C, 0x1E1E1E, 0x1E1E2E, 0x282828, 0x282A36, 0x2E3440, 0x002B36, 0x300A24,
    0xFFFFFF, 0xFAFAFA, 0xFDF6E3, 0xEFF1F5, 0xFBF1C7,
  ]

  @Test(arguments: knownBackgrounds)
  func `surfaces are mixed from the background that people have, and text is readable there`(
    number: UInt32
  ) throws {
    let ground = RGBColor(number)
    let theme = ThemeForms.automatic.on(Background(ground), colors: .palette)
    let designed = ground.brightness < 128 ? ColorTheme.dark : .light
    let depth = Depth.trueColor
    let surfaces = try [ThemeRole.panel, .raised, .codeSurface].map {
      try depth.parts(of: theme[$0].background)
    }
    #expect(Set([ground] + surfaces).count == 4)
    for role in ThemeRole.allCases {
      let style = theme[role]
      guard !Self.surfaces.contains(role) else { continue }
      let color = try depth.parts(of: style.foreground)
      let grounds: [RGBColor]
      if style.background != .standard {
        grounds = [try depth.parts(of: style.background)]
      } else if Self.quietMarks.contains(role) {
        grounds = [ground, surfaces[0]]
      } else {
        grounds = [ground] + surfaces
      }
      for ground in grounds {
        let least = Self.quietMarks.contains(role) ? 3 : 4.5
        #expect(color.contrast(to: ground) >= least, "\(role) on \(ground.hexadecimal)")
      }
      // In a palette of 256 nothing is mixed.
      let palette = Depth.palette
      #expect(
        try palette.parts(of: style.foreground) == palette.parts(of: designed[role].foreground))
    }
    for name in theme.names {
      let color = try depth.parts(of: name.foreground)
      #expect(([ground] + surfaces).allSatisfy { color.contrast(to: $0) >= 4.5 })
    }
  }

  @Test func `a person's own colours and a high contrast are not mixed`() {
    var own = ColorTheme.dark
    own[.panel] = .plain.background(.rgb(RGBColor(0x202020)))
    own[.quiet] = .plain.foreground(.palette(244))
    let gruvbox = Background(RGBColor(0x282828))
    let shown = ThemeForms(own).on(gruvbox, colors: .palette)
    #expect(shown[.panel] == own[.panel] && shown[.quiet] == own[.quiet])
    #expect(shown[.raised] != own[.raised])
    for theme in [ColorTheme.highContrast, .mono] {
      #expect(ThemeForms(theme).on(gruvbox, colors: .palette) == theme.form(for: .palette))
    }
    // A dark theme that was chosen on a light background is left as it is.
    let chosen = ThemeForms(.dark).on(Background(RGBColor(0xFFFFFF)), colors: .palette)
    #expect(chosen == ColorTheme.dark.form(for: .palette))
  }

  @Test(arguments: settings)
  func `only what needs the person has the colour of the accent`(setting: Shown) {
    let theme = setting.theme
    let accent = theme[.accent].foreground
    let others = ThemeRole.allCases.filter {
      ![.accent, .unreadLine, .cursor].contains($0)
    }
    for style in others.map({ theme[$0] }) + theme.names {
      #expect(style.foreground != accent)
    }
  }
}

extension RGBColor {
  /// How different two colours look: 0 if they are the same, 1 for black and white.
  ///
  /// Source: B. Ottosson, OKLab (2020).
  fileprivate func distance(to other: RGBColor) -> Double {
    zip(lab, other.lab).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  private var lab: [Double] {
    let parts = [red, green, blue].map(Self.linear)
    func cone(_ weights: [Double]) -> Double {
      cbrt(zip(weights, parts).reduce(0) { $0 + $1.0 * $1.1 })
    }
    let long = cone([0.4122214708, 0.5363325363, 0.0514459929])
    let middle = cone([0.2119034982, 0.6806995451, 0.1073969566])
    let short = cone([0.0883024619, 0.2817188376, 0.6299787005])
    let rows: [[Double]] = [
      [0.2104542553, 0.7936177850, -0.0040720468],
      [1.9779984951, -2.4285922050, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.8086757660],
    ]
    return rows.map { $0[0] * long + $0[1] * middle + $0[2] * short }
  }
}
