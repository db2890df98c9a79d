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

  /// A dialog's last line, which names the usual keys, with the keys that count.
  func footer(_ text: String) -> String {
    let usual: [String: Action] = [
      "Enter": .dialogConfirm, "Esc": .dialogCancel, "Up": .dialogUp, "Down": .dialogDown,
      "PgUp": .dialogPageUp, "PgDn": .dialogPageDown,
    ]
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      usual[String(word)].map(way) ?? String(word)
    }.joined(separator: " ")
  }
}

extension SettingsVocabulary {
  /// The words of this client.
  package static let chat = SettingsVocabulary(
    actions: ActionRegistry.all.map(BindableAction.init)
      + EditingCommand.allCases.map(BindableAction.init),
    textContexts: [ActionContext.composing.rawValue, ActionContext.dialog.rawValue],
    essential: [Action.send, .dialogConfirm, .dialogCancel].map(\.id))
}

extension BindableAction {
  fileprivate init(_ action: Action) {
    self.init(
      name: action.id, sentence: action.title, contexts: Set(action.contexts.map(\.rawValue)),
      keys: action.keys)
  }

  /// In a dialog, the dialog's own keys count before these.
  fileprivate init(_ command: EditingCommand) {
    self.init(
      name: command.rawValue, sentence: command.title,
      contexts: [ActionContext.composing.rawValue], keys: command.keys.map { KeyBinding($0) })
    givesWay = true
  }
}
