import ChatWords
import TerminalUI

/// Finding messages and files.
extension Action {
  package static let find = Action(
    "find", "Find messages in this chat or in all", hint: "find",
    also: ["filter", "grep", "lastlog", "look for"], slash: "search",
    argument: "[WORDS]", keys: [.control("f"), .key(.function(3))], in: .outsideDialogs,
    unless: { $0.reasonAgainstReading }, perform: { $0.model.openSearch($1) })

  package static let mentions = Action(
    "mentions", .mentions, hint: "mentions",
    also: ["highlights", "pings", "my name"], keys: [.alt("n")], in: .outsideDialogs,
    unless: { $0.reasonAgainstReading },
    perform: { screen, _ in screen.model.openSearch("to:me ", isEverywhere: true) })

  package static let files = Action(
    "files", "Show the files of this chat, or of all",
    also: ["attachments", "media", "downloads"], slash: "files", keys: [.alt("s")],
    in: .outsideDialogs, unless: { $0.reasonAgainstReading },
    perform: { screen, _ in screen.model.showFiles() })

  package static let pinned = Action(
    "pinned", .pinned, hint: "pinned",
    also: ["pins", "pinned messages"], keys: [.alt("i")], in: .outsideDialogs,
    unless: { $0.reasonAgainstReading }, perform: { screen, _ in screen.model.showPinned() })
}
