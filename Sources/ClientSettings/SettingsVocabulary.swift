/// The words that settings may use and that others define: actions, themes, roles.
package struct SettingsVocabulary: Sendable {
  package var actions: [BindableAction]
  /// The contexts in which a character without Ctrl and Alt is text.
  package var textContexts: Set<String>

  package init(actions: [BindableAction], textContexts: Set<String>) {
    self.actions = actions
    self.textContexts = textContexts
  }
}
