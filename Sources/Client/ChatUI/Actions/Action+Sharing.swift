import TerminalUI

/// The actions on the members of a chat.
extension Action {
  package static let invite = Action(
    "invite", "Invite people to this chat", hint: "invite", slash: "invite", argument: "NAME…",
    of: .accounts, keys: [.key(.function(5))], in: .outsideDialogs,
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

  package static let leaveChat = Action(
    "leave-chat", "Leave this chat; the others keep it", hint: "leave", slash: "leave",
    keys: [.key(.delete)], in: [.list],
    unless: { $0.reasonAgainstLeaving }, perform: { screen, _ in screen.model.leaveChat() })

  package static let deleteChat = Action(
    "delete-chat", "Delete this chat for everyone", hint: "delete", slash: "delete",
    keys: [.key(.delete)], in: [.list],
    unless: { $0.reasonAgainstOwning("delete it", of: $0.chatInHand) },
    perform: { screen, _ in screen.model.deleteChat() })

  package static let stopSharing = Action(
    "stop-sharing", "Remove all other members, and keep this chat", slash: "stop-sharing",
    in: .outsideDialogs, unless: { $0.reasonAgainstOwning("stop sharing it") },
    perform: { screen, _ in screen.model.stopSharing() })

  package static let hideChat = Action(
    "hide-chat", "Remove a closed chat from this device", hint: "remove", slash: "hide",
    keys: [.key(.delete)], in: [.list], unless: { $0.reasonAgainstHiding },
    perform: { screen, _ in screen.model.hideChat() })

  package static let uploadAgain = Action(
    "upload-again", "Bring back an own chat that was deleted elsewhere", hint: "bring back",
    slash: "upload-again", in: .outsideDialogs, unless: { $0.reasonAgainstUploading },
    perform: { screen, _ in screen.model.uploadAgain() })

  package static let decline = Action(
    "decline", "Decline the invitation", hint: "decline", slash: "decline",
    keys: [.key(.delete)], in: [.list],
    unless: {
      $0.selectedInvitation == nil
        ? "No invitation is chosen. \($0.keymap.way(to: .showList)) goes to the list." : nil
    },
    perform: { screen, _ in screen.model.selectedInvitation.map(screen.model.decline) })
}
