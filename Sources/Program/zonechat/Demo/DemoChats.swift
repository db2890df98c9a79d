import CommandSupport
import Foundation

/// Chats in use, as a person finds them: an answer, a reaction, a file, something unread.
struct DemoChats: Sendable {
  /// A chat in which people talk.
  struct Talk: Sendable {
    var title: String
    var question: String
    var answer: String
    var fileName: String
    var fileText: String
  }

  /// The trip that the demo's people plan.
  static let trip = Talk(
    title: "Trip to Gdańsk 🚆", question: "Gdańsk in May? The plane is cheap.",
    answer: "Rather the train. It has a restaurant 🍽", fileName: "timetable.txt",
    fileText: "Berlin 10:37\nGdańsk 16:12\n")
  /// The same beside the tour, in which the trip is planned.
  static let film = Talk(
    title: "Film night", question: "Friday at eight? I have the projector.",
    answer: "Gladly. I bring popcorn 🍿", fileName: "programme.txt",
    fileText: "20:00 short films\n21:00 the long one\n")

  /// Runs a command as somebody; returns what it printed.
  let zonechat: @Sendable (_ person: String, _ arguments: [String]) throws -> String
  let owner: String
  let guests: [String]
  /// The folder of the file that is sent.
  let folder: URL

  /// Makes the chat, with everybody in it.
  func begin(_ talk: Talk) throws {
    try act(owner, "new", talk.title)
    for guest in guests { try admit(guest, to: StepCommands.short(talk.title)) }
  }

  /// Writes the messages of a chat, and another chat with something that its owner has not read.
  func furnish(_ talk: Talk) throws {
    let chat = StepCommands.short(talk.title)
    try act(owner, "send", chat, talk.question)
    guard let guest = guests.first else { return }
    try act(guest, "send", chat, talk.answer, "--reply-to", "last")
    try act(owner, "react", chat, "last", "👍")
    let file = folder.appendingPathComponent(talk.fileName)
    try Data(talk.fileText.utf8).write(to: file)
    try act(guest, "send", chat, "This one?", "--attach", file.path, "--wait")
    try act(owner, "new", "Groceries")
    try admit(guest, to: "Groceries")
    try act(guest, "send", "Groceries", "Bread, and something for Sunday")
  }

  /// Learns how the owner's chats are called.
  func learnTitles(_ names: inout ZoneNames) throws {
    struct Chat: Decodable { var id, title: String }
    let lines = try zonechat(owner, ["chats", "--json"]).split(separator: "\n")
    for line in lines {
      let chat = try JSONDecoder().decode(Chat.self, from: Data(line.utf8))
      names.learn(chat.id, title: chat.title)
    }
  }

  /// The owner invites, and the guest joins.
  private func admit(_ guest: String, to chat: String) throws {
    try act(guest, "join", try zonechat(owner, ["invite", chat, guest]))
  }

  private func act(_ person: String, _ arguments: String...) throws {
    _ = try zonechat(person, arguments)
  }
}
