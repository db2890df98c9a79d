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
/// Nothing is said by colour alone, and no background is painted behind everything.
package struct ColorTheme: Equatable, Sendable {
  private var styles: [ThemeRole: Style]
  /// The colours of senders; each sender has one of them.
  package var names: [Style]

  /// The style of a role; plain where the theme says nothing.
  package subscript(role: ThemeRole) -> Style {
    get { styles[role] ?? .plain }
    set { styles[role] = newValue }
  }

  /// The themes that need no file, by name.
  package static let builtIn: [String: ColorTheme] = [
    "dark": dark, "light": light, "high-contrast": highContrast, "mono": mono,
  ]

  package static let dark = ColorTheme(
    styles: [
      .strong: .bold, .quiet: .dim, .faint: .dim, .divider: .dim,
      .accent: .bold.foreground(.yellow),
      .accentOn: .bold.foreground(.yellow).adding(.reverse), .link: .underline,
      .code: .plain.foreground(.cyan), .warning: .plain.foreground(.magenta),
      .danger: .bold.foreground(.red), .unreadLine: .bold.foreground(.yellow), .cursor: .bold,
      .hit: .reverse, .quoteBar: .dim, .selected: .reverse,
    ],
    names: bold([.cyan, .green, .magenta, .blue, .brightGreen, .brightMagenta]))

  /// For a light background: no yellow, and nothing bright.
  package static let light = ColorTheme(
    styles: [
      .strong: .bold, .quiet: .plain.foreground(.brightBlack),
      .faint: .plain.foreground(.brightBlack), .divider: .plain.foreground(.brightBlack),
      .accent: .bold.foreground(.blue), .accentOn: .bold.foreground(.blue).adding(.reverse),
      .link: .underline, .code: .plain.foreground(.magenta),
      .warning: .plain.foreground(.magenta), .danger: .bold.foreground(.red),
      .unreadLine: .bold.foreground(.blue), .cursor: .bold, .hit: .reverse,
      .quoteBar: .plain.foreground(.brightBlack), .selected: .reverse,
    ],
    names: bold([.magenta, .green, .cyan, .black]))

  /// Nothing is dim; important text is in reverse.
  package static let highContrast = ColorTheme(
    styles: [
      .strong: .bold, .accent: .bold.adding(.reverse), .accentOn: .bold.adding(.reverse),
      .link: .underline, .code: .bold, .warning: .bold,
      .danger: .bold.foreground(.brightRed).adding(.reverse), .unreadLine: .bold, .cursor: .bold,
      .hit: .bold.adding(.reverse), .selected: .reverse,
    ],
    names: [.bold])

  /// Without colours.
  package static let mono = ColorTheme(
    styles: [
      .strong: .bold, .faint: .dim, .divider: .dim, .accent: .bold,
      .accentOn: .bold.adding(.reverse), .link: .underline, .code: .dim, .warning: .underline,
      .danger: .bold.adding(.underline), .unreadLine: .bold, .cursor: .bold,
      .hit: .bold.adding(.reverse), .quoteBar: .dim, .selected: .reverse,
    ],
    names: [.bold])

  private static func bold(_ colors: [Color]) -> [Style] {
    colors.map { Style.bold.foreground($0) }
  }
}
