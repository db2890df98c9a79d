import TerminalUI

extension ActionRegistry {
  private static let everywhere = Set(ActionContext.allCases)
  private static let outsideDialogs: Set<ActionContext> = [.composing, .picking, .list]

  static let composing: [Action] = [
    Action(.send, "Send the message", hint: "send", keys: [.key(.enter)], in: [.composing]),
    Action(
      .newline, "Start a new line", hint: "newline",
      keys: [.key(.enter, .alt), .control("j"), .key(.enter, .shift)], in: [.composing]),
    Action(
      .complete, "Complete a command", hint: "complete", keys: [.key(.tab)], in: [.composing]),
    Action(
      .completeBackward, "Complete with the previous match", keys: [.key(.tab, .shift)],
      in: [.composing]),
    Action(
      .historyOlder, "Show the text sent before", keys: [.key(.up, .control)],
      in: [.composing]),
    Action(
      .historyNewer, "Show the text sent after", keys: [.key(.down, .control)],
      in: [.composing]),
    Action(
      .externalEditor, "Change the text in your editor", slash: "editor", keys: [.alt("e")],
      in: [.composing]),
    Action(
      .clearText, "Clear the text; press again to restore it", keys: [.control("c")],
      in: outsideDialogs),
    Action(
      .stepBack, "Go one step back; the text stays", hint: "back", keys: [.key(.escape)],
      in: outsideDialogs),
  ]

  static let chats: [Action] = [
    Action(
      .nextNeedingMe, "Go to the next unread chat; after the last, return", hint: "next unread",
      slash: "unread", keys: [.alt("a"), .key(.function(4))], in: outsideDialogs),
    Action(
      .goToChat, "Go to a chat by name", hint: "go to chat", slash: "go", argument: "NAME",
      keys: [.control("g"), .alt("k"), .control("k").whenEmpty()], in: outsideDialogs),
    Action(
      .nextChat, "Go to the next chat in the list", slash: "next",
      keys: [.control("n"), .key(.down, .alt)], in: outsideDialogs),
    Action(
      .previousChat, "Go to the previous chat in the list", slash: "previous",
      keys: [.control("p"), .key(.up, .alt)], in: outsideDialogs),
    Action(
      .chatByNumber, "Go to a chat by its number in the list", slash: "chat", argument: "NUMBER",
      keys: (1...9).map { .alt(Character(String($0))) }, in: outsideDialogs),
    Action(
      .showList, "Go to the chat list", hint: "chats", slash: "list", keys: [.key(.function(7))],
      in: outsideDialogs),
    Action(
      .newChat, "Start a new chat", hint: "new chat", slash: "new", argument: "TITLE",
      keys: [.control("o")], in: outsideDialogs),
  ]

  static let reading: [Action] = [
    Action(
      .pageUp, "Read older messages", slash: "older", keys: [.key(.pageUp)], in: outsideDialogs),
    Action(
      .pageDown, "Read newer messages", slash: "newer", keys: [.key(.pageDown)], in: outsideDialogs),
    Action(
      .goToUnread, "Go to the first unread message", slash: "first", keys: [.alt("u")],
      in: outsideDialogs),
    Action(
      .goToOldest, "Go to the first message of the chat", slash: "oldest",
      keys: [.key(.home, .alt), .key(.home).whenEmpty()], in: [.composing]),
    Action(
      .goToDate, "Go to the first message of a day", slash: "date", argument: "YEAR-MONTH-DAY",
      in: outsideDialogs),
    Action(
      .goToNewest, "Go to the newest message", slash: "newest",
      keys: [.key(.end, .alt), .key(.end, .control), .key(.end).whenEmpty()], in: [.composing]),
  ]

  static let files: [Action] = [
    Action(
      .attach, "Send a file", slash: "attach", argument: "FILE",
      in: outsideDialogs),
    Action(
      .saveFile, "Save the file of the picked or newest message", hint: "save", slash: "save",
      argument: "[FOLDER]", keys: [.typed("s")], in: [.picking]),
  ]

  static let sharing: [Action] = [
    Action(
      .invite, "Invite people to this chat", hint: "invite", slash: "invite", argument: "NAME…",
      keys: [.key(.function(5))], in: outsideDialogs),
    Action(
      .link, "Show, open or close the invitation link", slash: "link",
      argument: "[open|closed]", in: outsideDialogs),
    Action(
      .join, "Join a chat by its invitation link", slash: "join", argument: "LINK",
      keys: [.key(.function(6))], in: outsideDialogs),
    Action(
      .members, "Show who is in this chat", hint: "members", slash: "members",
      keys: [.key(.function(8))], in: outsideDialogs),
    Action(
      .rename, "Rename this chat", slash: "rename", argument: "TITLE",
      in: outsideDialogs),
  ]

  static let picking: [Action] = [
    Action(
      .pickMessage, "Pick a message", hint: "pick message", slash: "pick",
      keys: [.key(.up).whenEmpty()], in: [.composing]),
    Action(
      .pickOlder, "Pick the message above", hint: "older", keys: [.key(.up), .typed("k")],
      in: [.picking]),
    Action(
      .pickNewer, "Pick the message below", hint: "newer", keys: [.key(.down), .typed("j")],
      in: [.picking]),
    Action(
      .pickOldest, "Pick the first message", keys: [.key(.home), .typed("g")], in: [.picking]),
    Action(
      .pickNewest, "Pick the last message",
      keys: [.key(.end), .typed("G"), .key(.end, .alt), .key(.end, .control)], in: [.picking]),
    Action(
      .showDetails, "Show when the message was sent, and its state", hint: "details",
      keys: [.key(.enter), .typed("v")], in: [.picking]),
    Action(
      .retry, "Send a failed message again", hint: "retry", slash: "retry", keys: [.typed("r")],
      in: [.picking]),
    Action(
      .drop, "Take back an unsent message", hint: "drop", slash: "drop", keys: [.typed("d")],
      in: [.picking]),
    Action(
      .reply, "Answer the message", hint: "reply", slash: "reply", keys: [.typed("r")],
      in: [.picking]),
    Action(
      .edit, "Change the text of your message", hint: "edit", slash: "edit", keys: [.typed("e")],
      in: [.picking]),
    Action(
      .unsend, "Remove your message for everyone", hint: "delete", slash: "unsend",
      keys: [.typed("d"), .key(.delete)], in: [.picking]),
    Action(
      .undo, "Undo the removal of a message", slash: "undo", keys: [.control("_")],
      in: outsideDialogs),
    Action(
      .react, "React with an emoji, or take the reaction back", hint: "react", slash: "react",
      argument: "[EMOJI]", keys: [.typed("a"), .typed("+")], in: [.picking]),
    Action(
      .forward, "Put the text into another chat", slash: "forward", keys: [.typed("f")],
      in: [.picking]),
    Action(
      .markUnread, "Make unread from this message on", keys: [.typed("u")], in: [.picking]),
    Action(
      .goToQuoted, "Go to the message that this one answers", keys: [.typed("t")],
      in: [.picking]),
    Action(
      .openLink, "Open the web address in the message", hint: "open", slash: "open",
      keys: [.typed("o")], in: [.picking]),
    Action(
      .unfold, "Show a long message whole, or its beginning", hint: "unfold", keys: [.typed("x")],
      in: [.picking]),
    Action(
      .copyMessage, "Copy the text of the message", hint: "copy", slash: "copy",
      keys: [.typed("y")], in: [.picking]),
  ]

  static let list: [Action] = [
    Action(.listUp, "Go up in the list", keys: [.key(.up)], in: [.list]),
    Action(.listDown, "Go down in the list", keys: [.key(.down)], in: [.list]),
    Action(.listFirst, "Go to the first chat in the list", keys: [.key(.home)], in: [.list]),
    Action(.listLast, "Go to the last entry in the list", keys: [.key(.end)], in: [.list]),
    Action(
      .listOpen, "Open the chat or invitation", hint: "open", keys: [.key(.enter)], in: [.list]),
  ]

  static let dialogs: [Action] = [
    Action(.dialogConfirm, "Confirm", keys: [.key(.enter)], in: [.dialog]),
    Action(
      .dialogCancel, "Close the dialog, or stop its request",
      keys: [.key(.escape), .control("c"), .control("g")], in: [.dialog]),
    Action(.dialogUp, "Go up", keys: [.key(.up), .control("p")], in: [.dialog]),
    Action(.dialogDown, "Go down", keys: [.key(.down), .control("n")], in: [.dialog]),
    Action(.dialogPageUp, "Go one page up", keys: [.key(.pageUp)], in: [.dialog]),
    Action(.dialogPageDown, "Go one page down", keys: [.key(.pageDown)], in: [.dialog]),
  ]

  static let program: [Action] = [
    Action(
      .help, "Show all keys and commands", hint: "help", slash: "help",
      keys: [.key(.function(1))], in: everywhere),
    Action(
      .bareView, "Show only the messages, to select text; again to go back", slash: "bare",
      keys: [.alt("l")], in: outsideDialogs),
    Action(
      .mouse, "Turn the mouse off for the client, or on again", slash: "mouse",
      keys: [.alt("m")], in: outsideDialogs),
    Action(.redraw, "Redraw the screen", slash: "redraw", keys: [.control("l")], in: everywhere),
    Action(
      .suspend, "Suspend ZoneChat, and go to the shell", slash: "suspend", keys: [.control("z")],
      in: everywhere),
    Action(
      .quit, "Quit; everything is saved", slash: "quit", keys: [.control("q")], in: everywhere),
  ]
}
