package import ClientSettings
import TerminalUI

/// A heading of the help and what stands below it.
package struct HelpSection: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var keys: String
    package var title: String
    /// Other words under which people look for it.
    var names: [String] = []
  }

  package var title: String
  package var entries: [Entry]

  /// Every action and line key once, made from the registry; what counts in one context comes first.
  package static func all(
    startingWith first: ActionContext, _ keymap: Keymap
  ) -> [HelpSection] {
    let near = first.isDialog && first != .dialog ? [first, .dialog] : [first]
    let order = near + ActionContext.allCases.filter { !near.contains($0) }
    /// The context under which an action stands; nil if it counts everywhere outside dialogs.
    func place(of action: Action) -> ActionContext? {
      action.contexts.isSuperset(of: Set<ActionContext>.outsideDialogs)
        ? nil : order.first { action.contexts.contains($0) }
    }
    func section(_ title: String, at wanted: ActionContext?) -> HelpSection {
      HelpSection(
        title: title,
        entries: ActionRegistry.all.filter { place(of: $0) == wanted }.map { entry($0, keymap) })
    }
    let sections = order.map { section($0.title, at: $0) }
    let editing = HelpSection(
      title: "Line keys",
      entries: EditingCommand.allCases.map { command in
        Entry(
          keys: keymap.keys(of: command).map { KeyName.of($0.event) }.joined(separator: ", "),
          title: command.title)
      })
    let shared = section("Everywhere", at: nil)
    return
      (sections.prefix(near.count) + [shared] + sections.dropFirst(near.count)
      + [editing, marks(keymap)]).filter { !$0.entries.isEmpty }
  }

  /// The section with only what fits typed words; nil if nothing does.
  func found(by typed: String) -> HelpSection? {
    var section = self
    section.entries = entries.filter {
      ActionMatch.of(typed, title: $0.title, names: [$0.keys] + $0.names) != nil
    }
    return section.entries.isEmpty ? nil : section
  }

  private static func marks(_ keymap: Keymap) -> HelpSection {
    let pick = keymap.way(to: .pickMessage)
    let (retry, drop) = (keymap.way(to: .retry), keymap.way(to: .drop))
    return HelpSection(
      title: "Marks",
      entries: [
        Entry(keys: "~", title: "a draft waits in this chat"),
        Entry(keys: "^", title: "the message is pinned, for everyone"),
        Entry(
          keys: "a faint name",
          title: "you are told of nothing in this chat, or it is closed or archived"),
        Entry(keys: "3", title: "unread messages"),
        Entry(keys: "@2", title: "unread messages that name you"),
        Entry(
          keys: "·2",
          title: "own messages that wait to be sent; beside a message, its place"),
        Entry(keys: "↑", title: "the message is being sent"),
        Entry(keys: "✓", title: "this message of yours and those above it are in the cloud"),
        Entry(keys: "✓✓ 2/3", title: "two of three have read them; without numbers, all have"),
        Entry(
          keys: "!",
          title: "sending failed: \(pick) picks the message and shows why, then \(retry) or \(drop)"
        ),
        Entry(keys: "?", title: "new messages of this chat cannot be fetched; it is tried again"),
        Entry(keys: "×", title: "the chat is closed; your copy stays"),
        Entry(keys: "+", title: "an invitation that you have not answered"),
      ])
  }

  private static func entry(_ action: Action, _ keymap: Keymap) -> Entry {
    var ways = keymap.keys(of: action).map { KeyName.of($0.event) }
    if action == .chatByNumber { ways = range(ways) }
    if let slash = action.slashText { ways.append(slash) }
    return Entry(keys: ways.joined(separator: ", "), title: action.title, names: action.names)
  }

  /// `Alt+1…9` for the keys of several numbers; as they are if they have different modifiers.
  private static func range(_ keys: [String]) -> [String] {
    guard let first = keys.first, let last = keys.last, keys.count > 2 else { return keys }
    let prefix = first.prefix { $0 != "+" } + "+"
    guard keys.allSatisfy({ $0.hasPrefix(prefix) }) else { return keys }
    return [first + "…" + last.dropFirst(prefix.count)]
  }
}
