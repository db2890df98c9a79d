package import TerminalUI

/// One thing to do: every way to reach it, when it is possible, and what it does.
///
/// A new action is one of these in a file of its subject, and one line in `ActionRegistry`.
package struct Action: Sendable, Identifiable {
  /// The form in which an action is written in the composer.
  package struct SlashForm: Sendable, Equatable {
    /// Without the slash.
    package var name: String
    /// The argument after the name, as help shows it; empty if there is none.
    package var argument: String
    /// The kind of thing that the argument names, if completion knows it.
    package var kind: SlashCommand.ArgumentKind?
  }

  /// Names the action in the settings, in lower case with hyphens.
  package let id: String
  /// The effect of the action, as an order: "Start a new chat".
  package let title: String
  /// One or two words for the hint bar, or for the last line of its dialog; nil if neither shows the action.
  package let hint: String?
  package let slash: SlashForm?
  /// The keys where the settings say nothing else; `Keymap.keys(of:)` has the keys that count.
  package let keys: [KeyBinding]
  package let contexts: Set<ActionContext>
  /// Whether the reason against the action is not shown, because pressing its key is no mistake.
  let isSilent: Bool
  /// The reason why the action is not possible now, as a sentence; nil when it is possible.
  let reasonAgainst: @MainActor @Sendable (AppModel) -> String?
  /// Does it, with the argument of the slash command or an empty text; nil if only dialogs do it.
  let perform: (@MainActor @Sendable (ChatScreen, String) -> Void)?

  /// - Parameters:
  ///   - id: the name in the settings.
  ///   - title: the effect, as an order.
  ///   - hint: for the hint bar, or the last line of a dialog.
  ///   - slash: the slash command, without the slash.
  ///   - argument: the text after the slash command.
  ///   - kind: the kind of thing that the argument names.
  ///   - keys: the keys, the most important one first.
  ///   - contexts: where the keys work.
  ///   - isSilent: whether the reason against it stays unsaid.
  ///   - reasonAgainst: why it is not possible now.
  ///   - perform: the effect; none for an action that a dialog performs.
  init(
    _ id: String, _ title: String, hint: String? = nil, slash: String? = nil,
    argument: String = "", of kind: SlashCommand.ArgumentKind? = nil, keys: [KeyBinding] = [],
    in contexts: Set<ActionContext>,
    isSilent: Bool = false,
    unless reasonAgainst: @escaping @MainActor @Sendable (AppModel) -> String? = { _ in nil },
    perform: (@MainActor @Sendable (ChatScreen, String) -> Void)? = nil
  ) {
    self.id = id
    self.title = title
    self.hint = hint
    self.slash = slash.map { SlashForm(name: $0, argument: argument, kind: kind) }
    self.keys = keys
    self.contexts = contexts
    self.isSilent = isSilent
    self.reasonAgainst = reasonAgainst
    self.perform = perform
  }

  /// Whether its keys count in a context: those of every dialog do so in each.
  package func counts(in context: ActionContext) -> Bool {
    contexts.contains(context) || context.isDialog && contexts.contains(.dialog)
  }

  /// `/new TITLE`.
  package var slashText: String? {
    slash.map { $0.argument.isEmpty ? "/" + $0.name : "/\($0.name) \($0.argument)" }
  }
}

extension Action: Hashable {
  package static func == (a: Action, b: Action) -> Bool { a.id == b.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
