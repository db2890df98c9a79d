/// The words that settings may use and that others define: actions, themes, roles.
package struct SettingsVocabulary: Sendable {
  package var actions: [BindableAction]
  /// The contexts in which a character without Ctrl and Alt is text.
  package var textContexts: Set<String>

  /// The actions that must keep a key, because nothing else does what they do.
  package var essential: [String]

  /// The names of the client's slash commands, which are no names for the person's own.
  package var slashCommands: Set<String> = []

  /// The themes by name.
  package var themes: [String: ThemeForms]
  /// The themes whose files have mistakes, by name, with a sentence about the first one.
  package var brokenThemes: [String: String] = [:]

  package init(actions: [BindableAction], textContexts: Set<String>, essential: [String] = []) {
    self.actions = actions
    self.textContexts = textContexts
    self.essential = essential
    themes = ThemeForms.builtIn
  }
}
