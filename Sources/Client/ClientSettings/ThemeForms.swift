package import TerminalUI

/// The theme for both kinds of background; the terminal decides between them.
package struct ThemeForms: Equatable, Sendable {
  package var dark: ColorTheme
  package var light: ColorTheme

  /// The name that stands for `automatic` in the settings.
  package static let automaticName = "auto"

  /// The dark theme, or the light one where the terminal says that its background is light.
  package static let automatic = ThemeForms(dark: .dark, light: .light)

  /// The themes that need no file, by name.
  package static let builtIn: [String: ThemeForms] = [
    "dark": ThemeForms(.dark), "light": ThemeForms(.light), "mono": ThemeForms(.mono),
    "high-contrast": ThemeForms(dark: .highContrast, light: .highContrastLight),
  ]

  package init(dark: ColorTheme, light: ColorTheme) {
    self.dark = dark
    self.light = light
  }

  /// One theme for every background.
  package init(_ theme: ColorTheme) {
    self.init(dark: theme, light: theme)
  }

  /// The theme as a terminal shows it.
  ///
  /// - Parameters:
  ///   - background: nil if it is not known. Then a theme that depends on it uses only the terminal's own 16 colours,
  ///     which suit its background: light text on white could not be read.
  ///   - colors: what the terminal shows.
  /// - Returns: a theme with that one form.
  package func on(_ background: Background?, colors: ColorSupport) -> ColorTheme {
    guard let background else {
      return dark.form(for: dark != light && colors == .palette ? .sixteen : colors)
    }
    let theme = background.isLight ? light : dark
    guard colors == .palette, let color = background.color else { return theme.form(for: colors) }
    return theme.suited(to: color)
  }

  /// Calls `change` with the theme for each background.
  mutating func changeBoth(_ change: (inout ColorTheme) -> Void) {
    change(&dark)
    change(&light)
  }
}
