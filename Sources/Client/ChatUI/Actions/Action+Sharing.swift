import ChatWords
import TerminalUI

/// The actions on the members of a chat.
extension Action {
  package static let invite = Action(
    "invite", .invite, hint: "invite",
    also: [
      "add", "add member", "add person", "share", "share chat", "invite someone", "invite people",
      "invite friend",
    ], keys: [.key(.function(5))],
    in: .outsideDialogs,
    unless: { $0.reasonAgainstSharing("invite people") }, perform: { $0.model.invite($1) })

  package static let link = Action(
    "link", .link,
    also: ["qr", "qr code", "invitation link", "join link"], in: .outsideDialogs,
    unless: { $0.reasonAgainstSharing("see or change the link") },
    perform: { $0.model.showLink($1) })

  package static let join = Action(
    "join", .join,
    also: ["accept", "open link"], keys: [.key(.function(6))], in: .outsideDialogs,
    perform: { $0.model.join($1) })

  package static let members = Action(
    "members", .members, hint: "members",
    also: [
      "who", "whois", "people", "participants", "kick", "names", "permissions", "rights", "promote",
      "admin", "moderator", "roles",
    ],
    keys: [.key(.function(8))], in: .outsideDialogs,
    unless: { $0.reasonAgainstReading }, perform: { screen, _ in screen.model.showMembers() })

  package static let limitMembers = Action(
    "limit-members", .limit,
    also: ["quota", "storage"], in: .outsideDialogs,
    unless: { $0.reasonAgainstSharing("limit its members") },
    perform: { $0.model.limitMembers($1) })

  package static let block = Action(
    "block", .block,
    also: ["ban", "ignore", "mute person"], in: .outsideDialogs,
    perform: { $0.model.block($1, true) })

  package static let unblock = Action(
    "unblock", .unblock,
    also: ["unban", "unignore"], in: .outsideDialogs, perform: { $0.model.block($1, false) })

  package static let blocked = Action(
    "blocked", .blocked,
    also: ["block list", "ban list", "ignored"], in: .outsideDialogs,
    perform: { screen, _ in screen.model.showBlocked() })

  package static let rename = Action(
    "rename", .rename,
    also: ["title", "topic", "name", "subject", "change title"], in: .outsideDialogs,
    unless: { $0.reasonAgainstWriting },
    perform: { $0.model.rename($1) })

  package static let leaveChat = Action(
    "leave-chat", .leave, hint: "leave",
    also: ["part", "exit chat", "leave group"], keys: [.key(.delete)], in: [.list],
    unless: { $0.reasonAgainstLeaving }, perform: { screen, _ in screen.model.leaveChat() })

  package static let deleteChat = Action(
    "delete-chat", .delete, hint: "delete",
    also: ["destroy", "delete chat"], keys: [.key(.delete)], in: [.list],
    unless: { $0.reasonAgainstOwning("delete it", of: $0.chatInHand) },
    perform: { screen, _ in screen.model.deleteChat() })

  package static let stopSharing = Action(
    "stop-sharing", .stopSharing,
    also: ["unshare", "remove all"], in: .outsideDialogs,
    unless: { $0.reasonAgainstSharing("stop sharing it") },
    perform: { screen, _ in screen.model.stopSharing() })

  package static let hideChat = Action(
    "hide-chat", .hide, hint: "remove chat", keys: [.key(.delete)], in: [.list],
    unless: { $0.reasonAgainstHiding }, perform: { screen, _ in screen.model.hideChat() })

  package static let uploadAgain = Action(
    "upload-again", .uploadAgain, hint: "bring back", in: .outsideDialogs,
    unless: { $0.reasonAgainstUploading }, perform: { screen, _ in screen.model.uploadAgain() })

  package static let decline = Action(
    "decline", .decline, hint: "decline",
    also: ["reject", "refuse"], keys: [.key(.delete)], in: [.list],
    unless: {
      $0.selectedInvitation == nil
        ? "No invitation is chosen. \($0.keymap.way(to: .showList)) goes to the list." : nil
    },
    perform: { screen, _ in screen.model.selectedInvitation.map(screen.model.decline) })
}
