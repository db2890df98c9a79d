package import TerminalUI

/// The purpose of a style; a theme has one style for each.
package enum ThemeRole: String, CaseIterable, Sendable {
  case title
  /// Times, notes and everything that is not a message.
  case quiet
  case rule
  case ownName = "own-name"
  case unread
  case failure
  case notice
  case draft
  case selected
  case key
  case code
  case link
  case mention
  case ownMention = "own-mention"
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
      .title: .bold, .quiet: .dim, .rule: .dim, .unread: .bold.foreground(.yellow),
      .failure: .bold.foreground(.red), .notice: .plain.foreground(.yellow),
      .draft: .plain.foreground(.cyan), .selected: .reverse, .key: .bold,
      .code: .plain.foreground(.cyan), .link: .underline, .mention: .bold,
      .ownMention: .bold.foreground(.yellow).adding(.reverse),
    ],
    names: bold([.cyan, .green, .magenta, .blue, .yellow, .brightRed]))

  /// For a light background: no yellow, and nothing bright.
  package static let light = ColorTheme(
    styles: [
      .title: .bold, .quiet: .plain.foreground(.brightBlack),
      .rule: .plain.foreground(.brightBlack), .unread: .bold.foreground(.blue),
      .failure: .bold.foreground(.red), .notice: .plain.foreground(.magenta),
      .draft: .plain.foreground(.blue), .selected: .reverse, .key: .bold,
      .code: .plain.foreground(.magenta), .link: .underline, .mention: .bold,
      .ownMention: .bold.foreground(.blue).adding(.reverse),
    ],
    names: bold([.blue, .magenta, .red, .green, .cyan, .black]))

  /// Nothing is dim; important text is in reverse.
  package static let highContrast = ColorTheme(
    styles: [
      .title: Style.bold.adding(.reverse), .unread: Style.bold.adding(.reverse),
      .failure: Style.bold.foreground(.brightRed).adding(.reverse), .notice: .bold,
      .draft: .bold, .selected: .reverse, .key: Style.bold.adding(.underline), .code: .bold,
      .link: .underline, .mention: .bold, .ownMention: Style.bold.adding(.reverse),
    ],
    names: [.bold])

  /// Without colours.
  package static let mono = ColorTheme(
    styles: [
      .title: .bold, .quiet: .dim, .rule: .dim, .unread: .bold,
      .failure: Style.bold.adding(.underline), .notice: .underline, .selected: .reverse,
      .key: .bold, .code: .dim, .link: .underline, .mention: .bold,
      .ownMention: Style.bold.adding(.reverse),
    ],
    names: [.bold])

  private static func bold(_ colors: [Color]) -> [Style] {
    colors.map { Style.bold.foreground($0) }
  }
}
