package import ClientSettings
import TerminalUI

/// A heading of the help and what stands below it.
package struct HelpSection: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var keys: String
    package var title: String
  }

  package var title: String
  package var entries: [Entry]

  /// Every action and line key once, made from the registry.
  package static func all(
    startingWith first: ActionContext, _ keymap: Keymap
  ) -> [HelpSection] {
    func entries(_ isWanted: (Action) -> Bool) -> [Entry] {
      ActionRegistry.all.filter(isWanted).map { entry($0, keymap) }
    }
    let order = [first] + ActionContext.allCases.filter { $0 != first }
    let special = order.map { context in
      HelpSection(
        title: context.title,
        entries: entries { $0.contexts == [context] })
    }
    let shared = HelpSection(
      title: "Everywhere", entries: entries { $0.contexts.count > 1 })
    let editing = HelpSection(
      title: "Line keys",
      entries: EditingCommand.allCases.map { command in
        Entry(
          keys: keymap.keys(of: command).map { KeyName.of($0.event) }.joined(separator: ", "),
          title: command.title)
      })
    let special1 = special.prefix(1)
    return (special1 + [shared] + special.dropFirst() + [editing, marks(keymap)]).filter {
      !$0.entries.isEmpty
    }
  }

  private static func marks(_ keymap: Keymap) -> HelpSection {
    let pick = keymap.way(to: .pickMessage)
    let (retry, drop) = (keymap.way(to: .retry), keymap.way(to: .drop))
    return HelpSection(
      title: "Marks",
      entries: [
        Entry(keys: "~", title: "a draft waits in this chat"),
        Entry(
          keys: "^", title: "the chat is pinned, for you; in a chat, the message, for everyone"),
        Entry(keys: "-, -@", title: "you are told of nothing in this chat, or only of your name"),
        Entry(keys: "3", title: "unread messages"),
        Entry(keys: "@2", title: "unread messages that name you"),
        Entry(
          keys: "·2",
          title: "own messages that wait to be sent; beside a message, its place"),
        Entry(keys: "✓", title: "the message is in the cloud"),
        Entry(
          keys: "!",
          title: "sending failed: \(pick) picks the message and shows why, then \(retry) or \(drop)"
        ),
        Entry(keys: "ro", title: "you may only read"),
        Entry(keys: "×", title: "the chat is closed; your copy stays"),
        Entry(keys: "+", title: "an invitation that you have not answered"),
      ])
  }

  private static func entry(_ action: Action, _ keymap: Keymap) -> Entry {
    var ways = keymap.keys(of: action).map { KeyName.of($0.event) }
    if action == .chatByNumber { ways = range(ways) }
    if let slash = action.slashText { ways.append(slash) }
    return Entry(keys: ways.joined(separator: ", "), title: action.title)
  }

  /// `Alt+1…9` for the keys of several numbers; as they are if they have different modifiers.
  private static func range(_ keys: [String]) -> [String] {
    guard let first = keys.first, let last = keys.last, keys.count > 2 else { return keys }
    let prefix = first.prefix { $0 != "+" } + "+"
    guard keys.allSatisfy({ $0.hasPrefix(prefix) }) else { return keys }
    return [first + "…" + last.dropFirst(prefix.count)]
  }
}
