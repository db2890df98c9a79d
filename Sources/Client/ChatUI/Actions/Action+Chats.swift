import ChatWords
import TerminalUI

/// Going from chat to chat, and the chat list.
extension Action {
  package static let nextNeedingMe = Action(
    "next-unread", "Go to the next unread chat; after the last, return", hint: "next unread",
    also: ["unread", "new messages", "next unread chat"],
    slash: "unread", keys: [.alt("a"), .key(.function(4))], in: .outsideDialogs,
    unless: { $0.reasonAgainstMoving }, perform: { screen, _ in screen.model.openNextNeedingMe() })

  package static let goToChat = Action(
    "go-to-chat", "Go to a chat, a person or an invitation by name", hint: "go to chat",
    also: ["switch", "jump", "goto"],
    slash: "go", argument: "NAME",
    of: .chat, keys: [.control("g"), .alt("k"), .control("k").whenEmpty()], in: .outsideDialogs,
    perform: { $0.model.goToChat($1) })

  package static let message = Action(
    "message", .message, hint: "write to somebody",
    also: [
      "dm", "direct", "direct message", "private message", "query", "friend", "friends",
      "add friend", "contact", "contacts", "add contact",
    ], in: .outsideDialogs,
    perform: { $0.model.message($1) })

  package static let nextChat = Action(
    "next-chat", .next, keys: [.control("n"), .key(.down, .alt)], in: .outsideDialogs,
    unless: { $0.reasonAgainstMoving }, perform: { screen, _ in screen.model.openNext(offset: 1) })

  package static let previousChat = Action(
    "previous-chat", .previous, keys: [.control("p"), .key(.up, .alt)], in: .outsideDialogs,
    unless: { $0.reasonAgainstMoving }, perform: { screen, _ in screen.model.openNext(offset: -1) })

  package static let chatByNumber = Action(
    "chat-by-number", "Go to a chat by its number in the list", slash: "chat", argument: "NUMBER",
    keys: (1...9).map { .alt(Character(String($0))) }, in: .outsideDialogs,
    unless: { $0.reasonAgainstMoving }, perform: { $0.model.goToChat(number: $1) })

  package static let showList = Action(
    "show-list", "Go to the chat list", hint: "chats",
    also: ["sidebar", "chat list"], slash: "list", keys: [.key(.function(7))],
    in: .outsideDialogs,
    perform: { screen, _ in screen.model.focusList(screen.model.focus != .list) })

  package static let newChat = Action(
    "new-chat", .new, hint: "new chat",
    also: ["create", "create chat", "group", "new group", "room", "channel", "begin"],
    keys: [.control("o")], in: .outsideDialogs,
    perform: { $0.model.newChat($1) })

  package static let pin = Action(
    "pin", .pin, hint: "pin",
    also: ["favourite", "favorite", "star", "unpin"], keys: [.typed("*")], in: [.list],
    unless: { $0.reasonAgainstPinningChat }, perform: { screen, _ in screen.model.togglePin() })

  package static let archive = Action(
    "archive", .archive, hint: "archive",
    also: ["hide", "close", "close chat", "unarchive", "hide chat"], keys: [.typed("-")],
    in: [.list],
    unless: { $0.reasonAgainstChoosing }, perform: { screen, _ in screen.model.toggleArchive() })

  package static let notifications = Action(
    "notifications", .notify, hint: "notify",
    also: [
      "notification", "notifications", "notify", "sound", "alerts", "bell", "beep", "ring",
    ], keys: [.typed("=")],
    in: [.list],
    unless: { $0.reasonAgainstNotifying }, perform: { $0.model.setNotifications($1) })

  package static let mute = Action(
    "mute", .mute, hint: "mute", also: ["unmute", "silence", "silent", "quiet", "snooze"],
    keys: [.typed("!")], in: [.list],
    unless: { $0.reasonAgainstNotifying },
    perform: { $0.model.mute($1, now: $0.now(), $0.time) })

  package static let markRead = Action(
    "mark-read", .markRead, hint: "mark read",
    also: ["read", "seen", "mark as read", "catch up", "clear unread"], keys: [.alt("c")],
    in: .outsideDialogs,
    unless: { $0.reasonAgainstMarkingRead }, perform: { screen, _ in screen.model.markRead() })

  package static let markAllRead = Action(
    "mark-all-read", .markAllRead, also: ["read all", "mark all as read", "catch up with all"],
    keys: [.alt("C")], in: .outsideDialogs,
    unless: { $0.list.totals.unreadChatCount == 0 ? "Nothing is unread." : nil },
    perform: { screen, _ in screen.model.markAllRead() })

  package static let outbox = Action(
    "outbox", .outbox, hint: "outbox",
    also: ["queue", "queued", "unsent", "pending", "failed"], keys: [.key(.function(9))],
    in: .outsideDialogs,
    perform: { screen, _ in screen.model.showOutbox() })

  package static let listUp = Action(
    "list-up", "Go up in the list", keys: [.key(.up)], in: [.list],
    perform: { screen, _ in screen.model.list.moveSelection(by: -1) })

  package static let listDown = Action(
    "list-down", "Go down in the list", keys: [.key(.down)], in: [.list],
    perform: { screen, _ in screen.model.list.moveSelection(by: 1) })

  package static let listFirst = Action(
    "list-first", "Go to the first chat in the list", keys: [.key(.home)], in: [.list],
    perform: { screen, _ in screen.model.list.selectFirst() })

  package static let listLast = Action(
    "list-last", "Go to the last entry in the list", keys: [.key(.end)], in: [.list],
    perform: { screen, _ in screen.model.list.selectLast() })

  package static let listFilter = Action(
    "list-filter", "Filter the list by letters of a name; a letter that is no key begins it too",
    hint: "filter", keys: [.typed("/")], in: [.list],
    perform: { screen, _ in screen.model.filterList(by: "") })

  package static let listOpen = Action(
    "list-open", "Open the chat or invitation", hint: "open", keys: [.key(.enter)], in: [.list],
    unless: { $0.reasonAgainstOpening },
    perform: { screen, _ in screen.model.openSelection() })
}
