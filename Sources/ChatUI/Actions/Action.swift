package import TerminalUI

/// One thing to do, with every way to reach it.
package struct Action: Sendable {
  /// How an action is written in the composer.
  package struct SlashForm: Sendable, Equatable {
    /// Without the slash.
    package var name: String
    /// The argument after the name, as help shows it; empty if there is none.
    package var argument: String
  }

  package var id: ActionID
  /// The effect of the action, as an order: "Start a new chat".
  package var title: String
  /// One or two words for the hint bar; nil if the bar does not show the action.
  package var hint: String?
  package var slash: SlashForm?
  package var keys: [KeyBinding]
  package var contexts: Set<ActionContext>

  init(
    _ id: ActionID, _ title: String, hint: String? = nil, slash: String? = nil,
    argument: String = "", keys: [KeyBinding] = [], in contexts: Set<ActionContext>
  ) {
    self.id = id
    self.title = title
    self.hint = hint
    self.slash = slash.map { SlashForm(name: $0, argument: argument) }
    self.keys = keys
    self.contexts = contexts
  }

  /// The keys as words, the first one first.
  package var keyNames: [String] { keys.map { KeyName.of($0.event) } }

  /// `/new TITLE`.
  package var slashText: String? {
    slash.map { $0.argument.isEmpty ? "/" + $0.name : "/\($0.name) \($0.argument)" }
  }
}
