package import ClientSettings
package import TerminalUI

extension Keymap {
  /// The keys of an action, the most important one first.
  package func keys(of action: Action) -> [KeyBinding] {
    keys(of: action.id, standard: action.keys)
  }

  /// The way to an action, for a sentence: its first key, or its slash command.
  package func way(to action: Action) -> String {
    keys(of: action).first.map { KeyName.of($0.event) } ?? action.slashText ?? "(no key)"
  }
}

extension SettingsVocabulary {
  /// The words of this client.
  package static let chat = SettingsVocabulary(
    actions: ActionRegistry.all.map(BindableAction.init),
    textContexts: [ActionContext.composing.rawValue, ActionContext.dialog.rawValue])
}

extension BindableAction {
  fileprivate init(_ action: Action) {
    self.init(
      name: action.id, sentence: action.title, contexts: Set(action.contexts.map(\.rawValue)),
      keys: action.keys)
  }
}
