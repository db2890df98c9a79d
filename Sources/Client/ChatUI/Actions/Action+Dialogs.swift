import TerminalUI

/// Keys of every dialog.
extension Action {
  package static let dialogConfirm = Action(
    "dialog-confirm", "Confirm", keys: [.key(.enter)], in: [.dialog],
    perform: { screen, _ in screen.confirmDialog() })

  package static let dialogCancel = Action(
    "dialog-cancel", "Close the dialog, or stop its request",
    keys: [.key(.escape), .control("c"), .control("g")], in: [.dialog],
    perform: { screen, _ in screen.model.cancelOverlay() })

  package static let dialogUp = Action(
    "dialog-up", "Go up", keys: [.key(.up), .control("p")], in: [.dialog],
    perform: { screen, _ in screen.model.overlay?.move(by: -1) })

  package static let dialogDown = Action(
    "dialog-down", "Go down", keys: [.key(.down), .control("n")], in: [.dialog],
    perform: { screen, _ in screen.model.overlay?.move(by: 1) })

  package static let dialogPageUp = Action(
    "dialog-page-up", "Go one page up", keys: [.key(.pageUp)], in: [.dialog],
    perform: { screen, _ in screen.model.overlay?.move(by: -max(1, screen.size.height / 2)) })

  package static let dialogPageDown = Action(
    "dialog-page-down", "Go one page down", keys: [.key(.pageDown)], in: [.dialog],
    perform: { screen, _ in screen.model.overlay?.move(by: max(1, screen.size.height / 2)) })
}

/// Keys of single dialogs; `ScreenDialog.perform` does what they are for.
extension Action {
  package static let newChatKind = Action(
    "new-chat-kind", "Make the new chat sealed, or plain again", hint: "sealed", keys: [.key(.tab)],
    in: [.newChat])

  package static let membersChangeRight = Action(
    "members-change-right", "Let the member write, or only read", hint: "change the right",
    keys: [.typed("w")], in: [.members])

  package static let membersRemove = Action(
    "members-remove", "Remove the member, withdraw the invitation, or leave", hint: "remove",
    keys: [.typed("d"), .key(.delete)], in: [.members])

  package static let membersBlock = Action(
    "members-block", "Block the member, or hear them again", hint: "block", keys: [.typed("b")],
    in: [.members])

  package static let membersNumber = Action(
    "members-number", "Show the number to compare with the member", hint: "number",
    keys: [.typed("n")], in: [.members])

  package static let membersCompared = Action(
    "members-compared", "Note that the number is the same, or take that back", hint: "compared",
    keys: [.typed("c")], in: [.members])

  package static let blockedUnblock = Action(
    "blocked-unblock", "Hear the person again", hint: "unblock", keys: [.typed("u")],
    in: [.blocked])

  package static let pinnedUnpin = Action(
    "pinned-unpin", "Unpin the message for everyone", hint: "unpin", keys: [.typed("u")],
    in: [.pinned])

  package static let filesOpen = Action(
    "files-open", "Open the file", hint: "open", keys: [.typed("o")], in: [.files])

  package static let filesSave = Action(
    "files-save", "Save the file", hint: "save", keys: [.typed("s")], in: [.files])

  package static let filesFind = Action(
    "files-find", "Find files by words", hint: "find", keys: [.typed("/")], in: [.files])

  package static let filesAllChats = Action(
    "files-all-chats", "Show the files of all chats, or of this chat again", hint: "all chats",
    keys: [.key(.tab)], in: [.files])

  package static let searchAllChats = Action(
    "search-all-chats", "Find in all chats, or in this chat again", hint: "all chats",
    keys: [.key(.tab)], in: [.search])

  package static let outboxRetry = Action(
    "outbox-retry", "Send again what failed", hint: "retry", keys: [.typed("r")], in: [.outbox])

  package static let outboxEdit = Action(
    "outbox-edit", "Take the message back into the text of its chat", hint: "edit",
    keys: [.typed("e")], in: [.outbox])

  package static let outboxDiscard = Action(
    "outbox-discard", "Discard the message with its text", hint: "discard", keys: [.typed("d")],
    in: [.outbox])

  package static let outboxCopy = Action(
    "outbox-copy", "Copy the texts of what is marked, or of the selected entry", hint: "copy",
    keys: [.typed("y")], in: [.outbox])

  package static let outboxMark = Action(
    "outbox-mark", "Mark the entry, or take its mark away", hint: "mark", keys: [.typed(" ")],
    in: [.outbox])

  package static let threadReply = Action(
    "thread-reply", "Answer the selected message", hint: "reply", keys: [.typed("r")],
    in: [.thread])

  package static let pasteAsFile = Action(
    "paste-as-file", "Attach the text as a file", hint: "as a file", keys: [.typed("f")],
    in: [.paste])

  package static let pasteAsCode = Action(
    "paste-as-code", "Insert the text as code", hint: "as code", keys: [.typed("c")],
    in: [.paste])

  package static let inviteChangeRight = Action(
    "invite-change-right", "Let the invited people write, or only read", hint: "rights",
    keys: [.key(.tab)], in: [.invite])

  package static let inviteWriteAlone = Action(
    "invite-write-alone", "Write to just the person, in a chat of the two of you",
    hint: "write to them", keys: [.alt("t"), .key(.function(6))], in: [.invite])

  package static let inviteNewPerson = Action(
    "invite-new-person", "Make a link for somebody without an account", hint: "somebody new",
    keys: [.alt("n"), .key(.function(5))], in: [.invite, .link])

  package static let linkCopy = Action(
    "link-copy", "Copy the link", hint: "copy", keys: [.typed("y")], in: [.link])

  package static let linkCode = Action(
    "link-code", "Show the link as a QR code, or hide the code", hint: "QR code",
    keys: [.typed("q")], in: [.link])

  package static let linkOpenness = Action(
    "link-openness", "Open the link to everyone who has it, or close it again", hint: "open it",
    keys: [.typed("o")], in: [.link])

  package static let invitationDecline = Action(
    "invitation-decline", "Decline the invitation that is shown", hint: "decline",
    keys: [.typed("d")], in: [.invitation])

  package static let linkCopyCommand = Action(
    "link-copy-command", "Copy the command that opens the link", hint: "copy the command",
    keys: [.typed("y")], in: [.linkOfOtherServer])
}
