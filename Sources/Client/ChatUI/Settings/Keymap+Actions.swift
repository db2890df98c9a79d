import ChatWords
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
  package static let chat = {
    var vocabulary = words
    vocabulary.slashCommands = Set(ActionRegistry.commands.map(\.name))
    return vocabulary
  }()

  private static let words = SettingsVocabulary(
    actions: ActionRegistry.all.map(BindableAction.init)
      + EditingCommand.allCases.map(BindableAction.init),
    textContexts: Set(ActionContext.allCases.filter(\.takesText).map(\.rawValue)),
    essential: [Action.send, .dialogConfirm, .dialogCancel].map(\.id))
}

extension BindableAction {
  fileprivate init(_ action: Action) {
    let contexts = ActionContext.allCases.filter(action.counts(in:))
    self.init(
      name: action.id, sentence: action.title, contexts: Set(contexts.map(\.rawValue)),
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
