package import ChatWords
package import TerminalUI

/// One thing to do: every way to reach it, when it is possible, and what it does.
///
/// A new action is one of these in a file of its subject, and one line in `ActionRegistry`.
package struct Action: Sendable, Identifiable {
  /// Names the action in the settings, in lower case with hyphens.
  package let id: String
  /// The effect of the action, as an order.
  package let title: String
  /// One or two words for the hint bar, or for the last line of its dialog; nil if neither shows the action.
  package let hint: String?
  /// Other words under which people look for the action in the palette, in lower case.
  let names: [String]
  /// The form in which the action is written in the composer; nil if it is not.
  package let slash: ChatVerb?
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
  ///   - hint: for the hint bar.
  ///   - names: other words under which people look for it.
  ///   - slash: the slash command, without the slash.
  ///   - argument: the text after the slash command.
  ///   - kind: the kind of thing that the argument names.
  ///   - keys: the keys, the most important one first.
  ///   - contexts: where the keys work.
  ///   - isSilent: whether the reason against it stays unsaid.
  ///   - reasonAgainst: why it is not possible now.
  ///   - perform: the effect; none for an action that a dialog performs.
  init(
    _ id: String, _ title: String, hint: String? = nil, also names: [String] = [],
    slash: String? = nil, argument: String = "", of kind: ChatVerb.ArgumentKind? = nil,
    keys: [KeyBinding] = [],
    in contexts: Set<ActionContext>,
    isSilent: Bool = false,
    unless reasonAgainst: @escaping @MainActor @Sendable (AppModel) -> String? = { _ in nil },
    perform: (@MainActor @Sendable (ChatScreen, String) -> Void)? = nil
  ) {
    self.id = id
    self.title = title
    self.hint = hint
    self.names = names
    self.slash = slash.map { ChatVerb($0, title, argument: argument, of: kind) }
    self.keys = keys
    self.contexts = contexts
    self.isSilent = isSilent
    self.reasonAgainst = reasonAgainst
    self.perform = perform
  }

  /// An action that another surface has too: the verb is its slash command, and says what it does.
  init(
    _ id: String, _ verb: ChatVerb, hint: String? = nil, also names: [String] = [],
    keys: [KeyBinding] = [],
    in contexts: Set<ActionContext>,
    unless reasonAgainst: @escaping @MainActor @Sendable (AppModel) -> String? = { _ in nil },
    perform: @escaping @MainActor @Sendable (ChatScreen, String) -> Void
  ) {
    self.init(
      id, verb.title, hint: hint, also: names, slash: verb.name, argument: verb.argument,
      of: verb.kind,
      keys: keys, in: contexts, unless: reasonAgainst, perform: perform)
  }

  /// Whether its keys count in a context: those of every dialog do so in each.
  package func counts(in context: ActionContext) -> Bool {
    contexts.contains(context) || context.isDialog && contexts.contains(.dialog)
  }

  /// `/new TITLE`.
  package var slashText: String? { slash.map { "/" + $0.usage } }
}

extension Action: Hashable {
  package static func == (a: Action, b: Action) -> Bool { a.id == b.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
