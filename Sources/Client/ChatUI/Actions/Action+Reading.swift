import ChatModel
import ChatWords
import TerminalUI

/// Moving through the messages of a chat, and what is shown beside them.
extension Action {
  package static let pageUp = Action(
    "page-up", .older,
    also: ["history", "scroll", "scroll up", "scrollback"], keys: [.key(.pageUp)],
    in: .outsideDialogs,
    unless: { $0.reasonAgainstReading }, perform: { screen, _ in screen.turnPage(by: -1) })

  package static let pageDown = Action(
    "page-down", .newer,
    also: ["scroll down"], keys: [.key(.pageDown)], in: .outsideDialogs,
    unless: { $0.reasonAgainstReading }, perform: { screen, _ in screen.turnPage(by: 1) })

  package static let goToUnread = Action(
    "go-to-unread", .first, hint: "first unread", keys: [.alt("u")], in: .outsideDialogs,
    unless: {
      $0.conversation?.window?.unread == nil ? "This chat has no unread messages." : nil
    }, perform: { screen, _ in screen.model.conversation?.go(to: .unread) })

  package static let goToOldest = Action(
    "go-to-oldest", .oldest,
    also: ["top", "beginning", "first message"],
    keys: [.key(.home, .alt), .key(.home).whenEmpty()], in: [.composing],
    unless: { $0.reasonAgainstReading },
    perform: { screen, _ in screen.model.conversation?.go(to: .oldest) })

  package static let goToDate = Action(
    "go-to-date", .date,
    also: ["day", "calendar", "jump to date"], in: .outsideDialogs,
    unless: { $0.reasonAgainstReading },
    perform: { $0.goToDate($1) })

  package static let goToNewest = Action(
    "go-to-newest", "Go to the newest message",
    also: ["bottom", "end of chat", "latest", "last"], slash: "newest",
    keys: [.key(.end, .alt), .key(.end, .control), .key(.end).whenEmpty()], in: [.composing],
    unless: { $0.reasonAgainstReading }, perform: { screen, _ in screen.model.goToEnd() })

  package static let sidePanel = Action(
    "side-panel", .panel,
    also: ["info panel", "details panel"], keys: [.alt("p")], in: .outsideDialogs,
    unless: { $0.reasonAgainstReading }, perform: { screen, _ in screen.togglePanel() })

  package static let about = Action(
    "about", .about, also: ["about this chat", "chat info", "group info"], keys: [.alt("o")],
    in: .outsideDialogs,
    unless: { $0.reasonAgainstReading }, perform: { screen, _ in screen.choosePanel() })

  package static let nextPanel = Action(
    "next-panel", "Show the next panel: about, members, pinned, files, search, outbox",
    keys: [.alt("p"), .key(.tab, .shift)], in: [.dialog],
    unless: { $0.overlay?.isPanel == true ? nil : "This dialog has no panel beside it." },
    perform: { screen, _ in screen.model.showNextPanel() })

  package static let twoChats = Action(
    "two-chats", .beside,
    also: [
      "split", "split screen", "split view", "split window", "side by side", "two chats",
      "second chat", "columns",
    ], keys: [.alt("t")], in: .outsideDialogs,
    unless: { $0.reasonAgainstBeside }, perform: { $0.model.toggleBeside($1) })

  package static let otherChat = Action(
    "other-chat", .other, hint: "other chat", keys: [.alt("w")], in: .outsideDialogs,
    unless: { $0.reasonAgainstOther }, perform: { screen, _ in screen.model.goToOther() })

  package static let narrower = Action(
    "narrower", .narrower, keys: [.alt(",")], in: .everywhere,
    unless: { $0.reasonAgainstWidening },
    perform: { screen, _ in screen.widen(by: -2) })

  package static let wider = Action(
    "wider", .wider, keys: [.alt(".")], in: .everywhere,
    unless: { $0.reasonAgainstWidening },
    perform: { screen, _ in screen.widen(by: 2) })

  package static let bareView = Action(
    "bare-view", .bare,
    also: ["select", "select text", "full screen", "zen", "focus"], keys: [.alt("l")],
    in: .outsideDialogs,
    perform: { screen, _ in screen.model.toggleBareView() })
}
