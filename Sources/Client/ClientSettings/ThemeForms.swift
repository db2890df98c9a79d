package import TerminalUI

/// The theme in its two forms; the terminal's background decides between them.
package struct ThemeForms: Equatable, Sendable {
  package var dark: ColorTheme
  package var light: ColorTheme

  /// The name that stands for `automatic` in the settings.
  package static let automaticName = "auto"

  /// The dark theme, or the light one where the terminal says that its background is light.
  package static let automatic = ThemeForms(dark: .dark, light: .light)

  package init(dark: ColorTheme, light: ColorTheme) {
    self.dark = dark
    self.light = light
  }

  /// One theme for every background.
  package init(_ theme: ColorTheme) {
    self.init(dark: theme, light: theme)
  }

  /// The form for a background; the dark one if the background is not known.
  package func on(_ background: Background?) -> ColorTheme {
    background == .light ? light : dark
  }
}
