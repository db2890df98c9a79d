/// The verbs that more than one surface has.
///
/// The full screen has them as slash commands, the client line by line as words, the command line as commands. A verb
/// that only one of them has, or that means something else there, stands beside its effect: in `ChatUI/Actions`, where
/// `ActionRegistry.commands` lists all slash commands, or in `PlainClient/Commands`.
extension ChatVerb {
  package static let next = ChatVerb("next", "Go to the next chat in the list")
  package static let previous = ChatVerb("previous", "Go to the previous chat in the list")
  package static let new = ChatVerb("new", "Start a new chat", argument: "TITLE")
  package static let message = ChatVerb(
    "msg", "Write to a person by name, in a chat of two", argument: "NAME TEXT",
    of: .person)
  package static let rename = ChatVerb("rename", "Rename the chat", argument: "TITLE")
  package static let pin = ChatVerb("pin", "Pin the chat to the top of the list", or: "unpin it")
  package static let archive = ChatVerb(
    "archive", "Archive the chat until something new comes", or: "bring it back")
  package static let notify = ChatVerb(
    "notify", "Set which messages of the chat notify you", argument: "[all|mentions|none]")
  package static let mute = ChatVerb(
    "mute", "Mute the chat for an hour or another time", or: "end that", argument: "[TIME]")
  package static let leave = ChatVerb("leave", "Leave the chat; the others keep it")
  package static let delete = ChatVerb("delete", "Delete the chat for everyone")
  package static let hide = ChatVerb("hide", "Remove a closed chat from this device")
  package static let uploadAgain = ChatVerb(
    "upload-again", "Bring back an own chat that was deleted elsewhere")

  package static let members = ChatVerb("members", "Show who is in the chat")
  package static let invite = ChatVerb(
    "invite", "Invite people to the chat", argument: "NAME…", of: .accounts)
  package static let link = ChatVerb(
    "link", "Show, open or close the invitation link", argument: "[open|closed]")
  package static let permission = ChatVerb(
    "permission", "Let a member write, or only read", argument: "NAME read-only|read-write")
  package static let remove = ChatVerb(
    "remove", "Remove a member from the chat, or withdraw an invitation", argument: "NAME")
  package static let limit = ChatVerb(
    "limit", "Set how much each member may store in the chat", argument: "SIZE|none")
  package static let stopSharing = ChatVerb(
    "stop-sharing", "Remove all other members, and keep the chat")
  package static let invitations = ChatVerb("invitations", "List your invitations")
  package static let join = ChatVerb(
    "join", "Join a chat by its invitation link", argument: "LINK")
  package static let decline = ChatVerb("decline", "Decline the invitation")
  package static let block = ChatVerb(
    "block", "Block a person: fold their messages, and hear nothing of them", argument: "NAME",
    of: .person)
  package static let unblock = ChatVerb(
    "unblock", "Hear a blocked person again", argument: "NAME", of: .person)
  package static let blocked = ChatVerb("blocked", "Show whom you have blocked")

  package static let older = ChatVerb("older", "Read older messages")
  package static let newer = ChatVerb("newer", "Read newer messages")
  package static let first = ChatVerb("first", "Go to the first unread message")
  package static let oldest = ChatVerb("oldest", "Go to the first message of the chat")
  package static let date = ChatVerb(
    "date", "Go to the first message of a day", argument: "DAY")
  package static let mentions = ChatVerb(
    "mentions", "Show the messages that name you, of all chats")
  package static let pinned = ChatVerb("pinned", "Show the pinned messages of the chat")

  package static let attach = ChatVerb("attach", "Send a file", argument: "FILE", of: .file)
  package static let paste = ChatVerb("paste", "Attach the picture that is in the clipboard")
  package static let save = ChatVerb(
    "save", "Save the file of the message", argument: "[FOLDER]", of: .folder)
  package static let reply = ChatVerb("reply", "Answer the message")
  package static let edit = ChatVerb("edit", "Change the text of your message")
  package static let unsend = ChatVerb("unsend", "Remove your message for everyone")
  package static let react = ChatVerb(
    "react", "React with an emoji, or take the reaction back", argument: "[EMOJI]")
  package static let pinMessage = ChatVerb(
    "pin-message", "Pin the message for everyone", or: "take the pin back")
  package static let markUnread = ChatVerb("mark-unread", "Mark as unread from this message on")
  package static let markRead = ChatVerb("mark-read", "Mark all messages of the chat as read")
  package static let markAllRead = ChatVerb("mark-all-read", "Mark all chats as read")
  package static let drop = ChatVerb("drop", "Take back an unsent message")
  package static let outbox = ChatVerb("outbox", "Show what waits to be sent, and why")

  package static let quit = ChatVerb("quit", "Quit; everything is saved")
  package static let pick = ChatVerb("pick", "Pick a message")
  package static let copy = ChatVerb("copy", "Copy the text of the message")
  package static let editor = ChatVerb("editor", "Change the text in your editor")
  package static let everything = ChatVerb(
    "everything", "Show everything that can be done, and do it")
  package static let thread = ChatVerb(
    "thread", "Show what answers the message, and answer there")
  package static let panel = ChatVerb("panel", "Show or hide the panel beside the messages")
  package static let about = ChatVerb(
    "about", "Choose in the panel: pinned messages, files, links or answers")
  package static let beside = ChatVerb(
    "beside", "Show a second chat beside this one, or hide it", argument: "[NAME]",
    of: .chat)
  package static let other = ChatVerb("other", "Go to the other of two chats")
  package static let narrower = ChatVerb("narrower", "Make the chat list or the panel narrower")
  package static let wider = ChatVerb("wider", "Make the chat list or the panel wider")
  package static let bare = ChatVerb(
    "bare", "Show only the messages, to select text; again to go back")
  package static let mouse = ChatVerb("mouse", "Turn the mouse off for the client, or on again")
  package static let redraw = ChatVerb("redraw", "Redraw the screen")
  package static let suspend = ChatVerb("suspend", "Suspend ZoneChat, and go to the shell")
}
