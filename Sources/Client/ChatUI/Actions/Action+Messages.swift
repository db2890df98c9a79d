import ChatModel
import ChatWords
import TerminalUI

/// The actions on a message: the picked one, or the newest that fits.
extension Action {
  package static let retry = Action(
    "retry", "Send a failed message again", hint: "retry",
    also: ["resend", "send again"], slash: "retry", keys: [.typed("r")],
    in: [.picking, .details],
    unless: { $0.messageToRetry == nil ? "Only a failed message can be sent again." : nil },
    perform: { screen, _ in screen.model.retry() })

  package static let drop = Action(
    "drop", .drop, hint: "drop",
    also: ["cancel", "cancel sending", "take back"], keys: [.typed("d")], in: [.picking, .details],
    unless: { $0.messageToDrop == nil ? "Only an unsent message can be taken back." : nil },
    perform: { screen, _ in screen.model.drop() })

  package static let reply = Action(
    "reply", .reply, hint: "reply",
    also: ["quote", "thread", "answer", "respond"], keys: [.typed("r")], in: [.picking],
    unless: { $0.reasonAgainstAnswering }, perform: { screen, _ in screen.model.reply() })

  package static let edit = Action(
    "edit", .edit, hint: "edit",
    also: ["change", "correct", "fix"], keys: [.typed("e")], in: [.picking],
    unless: {
      $0.reasonAgainstWriting
        ?? ($0.messageToEdit == nil ? "You can only change the text of your own messages." : nil)
    }, perform: { screen, _ in screen.model.edit() })

  package static let unsend = Action(
    "unsend", .unsend, hint: "remove",
    also: ["delete", "delete message", "remove message", "redact"],
    keys: [.typed("d"), .key(.delete)], in: [.picking],
    unless: {
      $0.reasonAgainstWriting
        ?? ($0.messageToUnsend == nil ? "You can only remove your own messages." : nil)
    }, perform: { screen, _ in screen.model.unsend() })

  package static let undo = Action(
    "undo", "Undo what was done last, within 8 seconds", hint: "undo",
    also: ["restore", "revert"], slash: "undo",
    keys: [.control("_")],
    in: .outsideDialogs, perform: { screen, _ in screen.model.undo() })

  package static let react = Action(
    "react", .react, hint: "react",
    also: ["reaction", "emoji", "emoji picker", "like", "thumbs up", "smile"],
    keys: [.typed("a"), .typed("+")],
    in: [.picking],
    unless: { $0.reasonAgainstAnswering }, perform: { $0.model.react($1) })

  package static let pinMessage = Action(
    "pin-message", .pinMessage, hint: "pin",
    keys: [.typed("p")], in: [.picking],
    unless: { $0.reasonAgainstPinning },
    perform: { screen, _ in screen.model.togglePinnedMessage() })

  package static let forward = Action(
    "forward", "Put the text into another chat, or send the file there", hint: "forward",
    also: ["send to", "share message"],
    slash: "forward",
    keys: [.typed("f")],
    in: [.picking],
    unless: {
      $0.reasonAgainstFolded($0.conversation?.pickedMessage)
        ?? ($0.messageToAnswer == nil ? "A removed message has no text." : nil)
    },
    perform: { screen, _ in screen.model.forward() })

  package static let markUnread = Action(
    "mark-unread", ChatVerb.markUnread.title, hint: "mark unread",
    also: ["unread from here", "remind", "later"], keys: [.typed("u")],
    in: [.picking],
    unless: { $0.conversation?.pickedMessage == nil ? AppModel.nothingPicked : nil },
    perform: { screen, _ in screen.model.markUnread() })

  package static let goToQuoted = Action(
    "go-to-quoted", "Go to the message that this one answers", hint: "go to answered",
    keys: [.typed("t")],
    in: [.picking],
    unless: { $0.quotedMessage == nil ? "This message answers none that is here." : nil },
    perform: { screen, _ in screen.model.goToQuoted() })

  package static let thread = Action(
    "thread", .thread, hint: "answers", keys: [.typed("T")], in: [.picking],
    unless: {
      $0.reasonAgainstFolded($0.conversation?.pickedMessage)
        ?? ($0.messageWithThread == nil ? AppModel.nothingPicked : nil)
    },
    perform: { screen, _ in screen.model.showThread() })

  package static let open = Action(
    "open", "Open the web address or the file of the message", hint: "open",
    also: ["url", "browser", "web", "view", "link address"], slash: "open",
    keys: [.typed("o")], in: [.picking],
    unless: { $0.openTarget == nil ? "This message has no web address and no file." : nil },
    perform: { screen, _ in screen.model.open() })

  package static let unfold = Action(
    "unfold", "Show a long message whole, or its beginning", hint: "unfold",
    also: ["expand", "more", "collapse"], keys: [.typed("x")],
    in: [.picking],
    unless: {
      $0.conversation?.pickedMessage.map { TimelineLayout.isLong($0) } == true
        ? nil : "Only a long message is folded."
    }, perform: { screen, _ in screen.model.conversation?.toggleFold() })

  package static let saveFile = Action(
    "save-file", .save, hint: "save",
    also: ["download", "save as", "save file"], keys: [.typed("s")], in: [.picking],
    unless: { $0.fileTarget == nil ? "Only a message with a file can be saved." : nil },
    perform: { $0.model.saveFile($1) })

  package static let copyMessage = Action(
    "copy", .copy, hint: "copy",
    also: ["yank", "clipboard", "copy text"], keys: [.typed("y")], in: [.picking],
    unless: {
      guard let message = $0.conversation?.actedMessage else { return AppModel.nothingPicked }
      return $0.reasonAgainstFolded(message)
    },
    perform: { screen, _ in screen.model.copyMessage() })

  package static let showDetails = Action(
    "details", "Show when the message was sent, and its state, or what is folded", hint: "details",
    also: ["info", "receipts", "read by", "seen by", "who read"],
    keys: [.key(.enter), .typed("v")], in: [.picking],
    unless: { $0.conversation?.actedMessage == nil ? AppModel.nothingPicked : nil },
    perform: { screen, _ in screen.model.showDetails() })
}
