/// Something that people look for and that ZoneChat does not do, with the reason and what is there instead.
package struct MissingThing: Sendable, Identifiable {
  /// What it would do, as an order.
  let title: String
  /// Why it is not there, and what comes near; whole sentences.
  let reason: String
  /// The words under which people look for it.
  let names: [String]

  package var id: String { title }

  static let all: [MissingThing] = [
    MissingThing(
      title: "Show who is here, or that you are away",
      reason: "Nobody sees whether you are here or writing, and you see it of nobody.",
      names: [
        "away", "afk", "status", "set status", "online", "offline", "presence", "last seen",
        "invisible", "typing", "typing indicator",
      ]),
    MissingThing(
      title: "Keep a message for yourself alone",
      reason:
        "Everybody sees a message that you pin. Marking it as unread is for you alone.",
      names: [
        "bookmark", "bookmarks", "save message", "saved messages", "star message",
        "favourite message", "favorite message",
      ]),
    MissingThing(
      title: "Send a message later",
      reason: "A message is sent at once, or as soon as there is a connection.",
      names: [
        "schedule", "schedule message", "scheduled", "send later", "delay", "reminder",
        "remind me", "timer",
      ]),
    MissingThing(
      title: "Report a person",
      reason: "Nobody reads reports. /block blocks a person; who runs your server can do more.",
      names: ["report", "report person", "report spam", "spam", "abuse"]),
    MissingThing(
      title: "Empty a chat of its messages",
      reason:
        "Messages stay. /archive puts a chat away; /delete deletes one of yours for everyone.",
      names: ["clear history", "clear chat", "delete history", "empty chat", "clear messages"]),
    MissingThing(
      title: "Call people, or record your voice",
      reason: "ZoneChat sends texts and files. /attach sends a file.",
      names: ["call", "video call", "phone call", "voice", "voice message", "record"]),
    MissingThing(
      title: "Make a poll", reason: "There are no polls. People can react to a message.",
      names: ["poll", "vote", "survey"]),
    MissingThing(
      title: "Change your name, or show a picture of you",
      reason: "An account keeps its name, and has no picture.",
      names: [
        "nick", "nickname", "change name", "display name", "avatar", "profile picture",
      ]),
    MissingThing(
      title: "Encrypt messages from end to end",
      reason: "ZoneChat has no end-to-end encryption: who runs the cloud can read messages.",
      names: ["encryption", "encrypt", "e2e", "e2ee", "end to end", "secret chat"]),
    MissingThing(
      title: "Change the font, or the size of the letters",
      reason: "Your terminal decides that. In many, Ctrl and + or − change the size.",
      names: [
        "font", "fonts", "font size", "text size", "zoom", "zoom in", "zoom out", "bigger",
        "larger", "smaller",
      ]),
    MissingThing(
      title: "Change the language",
      reason: "ZoneChat speaks English. Only days are written as your locale says.",
      names: ["language", "languages", "locale", "translate", "translation"]),
  ]
}
