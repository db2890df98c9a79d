/// The words that settings may use and that others define: actions, themes, roles.
package struct SettingsVocabulary: Sendable {
  package var actions: [BindableAction]
  /// The contexts in which a character without Ctrl and Alt is text.
  package var textContexts: Set<String>

  /// The actions that must keep a key, because nothing else does what they do.
  package var essential: [String]

  package init(actions: [BindableAction], textContexts: Set<String>, essential: [String] = []) {
    self.actions = actions
    self.textContexts = textContexts
    self.essential = essential
  }
}
