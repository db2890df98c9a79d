import TerminalUI

/// Who is in a chat.
extension Action {
  package static let invite = Action(
    "invite", "Invite people to this chat", hint: "invite", slash: "invite", argument: "NAME…",
    keys: [.key(.function(5))], in: .outsideDialogs,
    unless: { $0.reasonAgainstOwning("invite people") }, perform: { $0.model.invite($1) })

  package static let link = Action(
    "link", "Show, open or close the invitation link", slash: "link", argument: "[open|closed]",
    in: .outsideDialogs, unless: { $0.reasonAgainstOwning("see or change the link") },
    perform: { $0.model.showLink($1) })

  package static let join = Action(
    "join", "Join a chat by its invitation link", slash: "join", argument: "LINK",
    keys: [.key(.function(6))], in: .outsideDialogs, perform: { $0.model.join($1) })

  package static let members = Action(
    "members", "Show who is in this chat", hint: "members", slash: "members",
    keys: [.key(.function(8))], in: .outsideDialogs, unless: { $0.reasonAgainstReading },
    perform: { screen, _ in screen.model.showMembers() })

  package static let rename = Action(
    "rename", "Rename this chat", slash: "rename", argument: "TITLE", in: .outsideDialogs,
    unless: { $0.reasonAgainstWriting }, perform: { $0.model.rename($1) })
}
