package import TerminalUI

/// The purpose of a style; a theme has one style for each.
package enum ThemeRole: String, CaseIterable, Sendable {
  /// What is read.
  case text
  /// What is read first: titles, keys, counts of a group.
  case strong
  /// What is looked at when it is needed: previews, words of hints, numbers of members.
  case quiet
  /// What may be skipped for ever: times, receipts, reactions, muted chats.
  case faint
  case divider
  /// What needs the person, and nothing else.
  case accent
  /// Text on the accent as a background: a mention of the reader.
  case accentOn = "accent-on"
  case link
  case code
  case ownName = "own-name"
  case ok
  case warning
  case danger
  case unreadLine = "unread-line"
  /// The prompt, and the bar of the row that has the keys.
  case cursor
  /// The words of a search in a result.
  case hit
  case quoteBar = "quote-bar"
  /// The surfaces; a style here gives a background that fills its rectangle.
  case panel
  case raised
  case selected
  case codeSurface = "code-surface"
}

/// The styles of the screen, by what they are for and not by where they stand.
///
/// A theme has three forms, because a terminal that shows few colours needs more than the nearest ones: one with
/// surfaces for 256 colours and more, one with the terminal's own 16 colours, and one with emphasis alone.
/// `docs/design.md` says what each role means. Nothing is said by colour alone, and no background is painted behind
/// everything.
package struct ColorTheme: Equatable, Sendable {
  private struct Form: Equatable, Sendable {
    var roles: [ThemeRole: Style]
    var names: [Style]
  }

  private var full: Form
  private var sixteen: Form
  private var colorless: Form

  /// The style of a role where the terminal shows 256 colours or more; plain where the theme says nothing.
  ///
  /// A new style counts in every form.
  package subscript(role: ThemeRole) -> Style {
    get { full.roles[role] ?? .plain }
    set {
      full.roles[role] = newValue
      sixteen.roles[role] = newValue
      colorless.roles[role] = newValue
    }
  }

  /// The colours of senders; each sender has one of them.
  package var names: [Style] {
    get { full.names }
    set {
      full.names = newValue
      sixteen.names = newValue
      colorless.names = newValue
    }
  }

  /// The theme as a terminal with these colours shows it.
  package func form(for colors: ColorSupport) -> ColorTheme {
    let form =
      switch colors {
      case .palette: full
      case .sixteen, .eight: sixteen
      case .none: colorless
      }
    return ColorTheme(full: form, sixteen: form, colorless: form)
  }
}

// The second number of each colour is its place in the palette of 256 colours. It was chosen for its contrast there,
// and is not always the nearest one.
extension ColorTheme {
  package static let dark = ColorTheme(
    full: Form(
      roles: [
        .text: ink(0xD7DBE2, 253), .strong: bold(0xF4F6FA, 255), .quiet: ink(0xA8B0BD, 145),
        .faint: ink(0x949CA9, 247), .divider: ink(0x636C7B, 242), .accent: bold(0xF2C14E, 214),
        .accentOn: bold(0x14171C, 233).merging(surface(0xF2C14E, 214)),
        .link: ink(0x93BBFF, 111).adding(.underline), .code: ink(0xC9D4C5, 252),
        .ownName: bold(0xEEF1F6, 255), .ok: ink(0x7CCF9A, 79), .warning: ink(0xEDA07A, 180),
        .danger: bold(0xFF8A80, 210), .unreadLine: bold(0xF2C14E, 214),
        .cursor: bold(0xF4F6FA, 255),
        .hit: ink(0xFFE9AD, 223).merging(surface(0x5A4A14, 58)), .quoteBar: ink(0x6F7A8C, 243),
        .panel: surface(0x1B1F26, 234), .raised: surface(0x272C36, 236),
        .selected: ink(0xD7DBE2, 253).merging(surface(0x2B3750, 17)),
        .codeSurface: surface(0x1F242C, 235),
      ],
      names: [
        bold(0xA0EEA3, 121), bold(0x5FDDAA, 79), bold(0x45B3A6, 73), bold(0x60CAD1, 80),
        bold(0x6FAFD3, 74), bold(0xA9B5FD, 147), bold(0xAA92F6, 141), bold(0xE3C8FD, 189),
      ]),
    sixteen: Form(
      roles: [
        .strong: .bold, .faint: .dim, .divider: .dim, .accent: .bold.foreground(.yellow),
        .accentOn: .plain.foreground(.black).background(.yellow), .link: .underline,
        .code: .plain.foreground(.cyan), .ownName: .bold, .ok: .plain.foreground(.green),
        .warning: .plain.foreground(.magenta), .danger: .bold.foreground(.red),
        .unreadLine: .bold.foreground(.yellow), .cursor: .bold, .hit: .reverse, .quoteBar: .dim,
        .selected: .reverse,
      ],
      names: bold([
        .brightGreen, .green, .cyan, .brightCyan, .blue, .brightBlue, .magenta, .brightMagenta,
      ])),
    colorless: emphasis)

  /// For a light background.
  package static let light = ColorTheme(
    full: Form(
      roles: [
        .text: ink(0x26292E, 235), .strong: bold(0x0B0D10, 232), .quiet: ink(0x50555E, 240),
        .faint: ink(0x5C6067, 59), .divider: ink(0x8B8679, 102), .accent: bold(0x7D4E00, 58),
        .accentOn: bold(0xFFFFFF, 231).merging(surface(0x7D4E00, 94)),
        .link: ink(0x1A57B0, 25).adding(.underline), .code: ink(0x3D4A3A, 238),
        .ownName: bold(0x26292E, 235), .ok: ink(0x1D6B3F, 22), .warning: ink(0x8C430F, 89),
        .danger: bold(0xAB231B, 124), .unreadLine: bold(0x7D4E00, 94),
        .cursor: bold(0x0B0D10, 232),
        .hit: ink(0x3A2A00, 236).merging(surface(0xFBE3A1, 222)), .quoteBar: ink(0x85807A, 244),
        .panel: surface(0xF1EFE9, 255), .raised: surface(0xE5E2DA, 254),
        .selected: ink(0x26292E, 235).merging(surface(0xD9E4F5, 189)),
        .codeSurface: surface(0xEFECE4, 255),
      ],
      names: [
        bold(0x336341, 23), bold(0x115D73, 24), bold(0x0C4869, 17), bold(0x3C5AB5, 25),
        bold(0x433C99, 55), bold(0x45277A, 54), bold(0x7F4996, 90), bold(0x5C2C4C, 53),
      ]),
    // No yellow, and nothing bright. Blue needs the person here, so no sender has it.
    sixteen: Form(
      roles: [
        .strong: .bold, .faint: .plain.foreground(.brightBlack),
        .divider: .plain.foreground(.brightBlack), .accent: .bold.foreground(.blue),
        .accentOn: .plain.foreground(.white).background(.blue), .link: .underline,
        .code: .plain.foreground(.magenta), .ownName: .bold, .ok: .plain.foreground(.green),
        .warning: .plain.foreground(.magenta), .danger: .bold.foreground(.red),
        .unreadLine: .bold.foreground(.blue), .cursor: .bold, .hit: .reverse,
        .quoteBar: .plain.foreground(.brightBlack), .selected: .reverse,
      ],
      names: bold([.magenta, .green, .cyan, .black])),
    colorless: emphasis)

  /// Nothing is grey or dim, and senders have no hue; for a dark background.
  package static let highContrast = ColorTheme(
    full: Form(
      roles: [
        .text: ink(0xFFFFFF, 231), .strong: bold(0xFFFFFF, 231), .quiet: ink(0xFFFFFF, 231),
        .faint: ink(0xD0D0D0, 252), .divider: ink(0xFFFFFF, 231), .accent: bold(0xFFFF00, 226),
        .accentOn: bold(0x000000, 16).merging(surface(0xFFFF00, 226)),
        .link: ink(0x8FD0FF, 117).adding(.underline), .code: ink(0xFFFFFF, 231),
        .ownName: bold(0xFFFFFF, 231), .ok: ink(0xFFFFFF, 231),
        .warning: ink(0xFFFFFF, 231).adding(.underline), .danger: bold(0xFF8080, 210),
        .unreadLine: bold(0xFFFF00, 226), .cursor: bold(0xFFFF00, 226),
        .hit: ink(0x000000, 16).merging(surface(0xFFFF00, 226)), .quoteBar: ink(0xFFFFFF, 231),
        .panel: surface(0x000000, 16), .raised: surface(0x000000, 16),
        .selected: ink(0x000000, 16).merging(surface(0xFFFFFF, 231)),
        .codeSurface: surface(0x000000, 16),
      ],
      names: [bold(0xFFFFFF, 231)]),
    sixteen: highContrastSixteen, colorless: emphasis)

  /// The same for a light background.
  package static let highContrastLight = ColorTheme(
    full: Form(
      roles: [
        .text: ink(0x000000, 16), .strong: bold(0x000000, 16), .quiet: ink(0x000000, 16),
        .faint: ink(0x303030, 236), .divider: ink(0x000000, 16), .accent: bold(0x5F0087, 54),
        .accentOn: bold(0xFFFFFF, 231).merging(surface(0x5F0087, 54)),
        .link: ink(0x00005F, 17).adding(.underline), .code: ink(0x000000, 16),
        .ownName: bold(0x000000, 16), .ok: ink(0x000000, 16),
        .warning: ink(0x000000, 16).adding(.underline), .danger: bold(0x870000, 88),
        .unreadLine: bold(0x5F0087, 54), .cursor: bold(0x5F0087, 54),
        .hit: ink(0x000000, 16).merging(surface(0xFFFF00, 226)), .quoteBar: ink(0x000000, 16),
        .panel: surface(0xFFFFFF, 231), .raised: surface(0xFFFFFF, 231),
        .selected: ink(0xFFFFFF, 231).merging(surface(0x000000, 16)),
        .codeSurface: surface(0xFFFFFF, 231),
      ],
      names: [bold(0x000000, 16)]),
    sixteen: highContrastSixteen, colorless: emphasis)

  /// Without colours.
  package static let mono = ColorTheme(full: emphasis, sixteen: emphasis, colorless: emphasis)

  /// The accent is reversed, because the terminal's 16 colours and its background are not known.
  private static let highContrastSixteen = Form(
    roles: [
      .strong: .bold, .accent: .bold.adding(.reverse), .accentOn: .bold.adding(.reverse),
      .link: .underline, .ownName: .bold, .warning: .underline,
      .danger: .bold.foreground(.brightRed).adding(.reverse), .unreadLine: .bold, .cursor: .bold,
      .hit: .bold.adding(.reverse), .selected: .reverse,
    ],
    names: [.bold])

  private static let emphasis = Form(
    roles: [
      .strong: .bold, .faint: .dim, .divider: .dim, .accent: .bold,
      .accentOn: .bold.adding(.reverse), .link: .underline, .ownName: .bold,
      .warning: .underline, .danger: .bold.adding(.underline), .unreadLine: .bold, .cursor: .bold,
      .hit: .bold.adding(.reverse), .quoteBar: .dim, .selected: .reverse,
    ],
    names: [.bold])

  private static func ink(_ parts: UInt32, _ palette: UInt8) -> Style {
    .plain.foreground(.tone(RGBColor(parts), palette: palette))
  }

  private static func bold(_ parts: UInt32, _ palette: UInt8) -> Style {
    ink(parts, palette).adding(.bold)
  }

  private static func surface(_ parts: UInt32, _ palette: UInt8) -> Style {
    .plain.background(.tone(RGBColor(parts), palette: palette))
  }

  private static func bold(_ colors: [Color]) -> [Style] {
    colors.map { Style.bold.foreground($0) }
  }
}
