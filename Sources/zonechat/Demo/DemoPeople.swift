import Composition
import Foundation

/// The people of the demo, and what they have when it begins.
struct DemoPeople: Sendable {
  static let owner = "alice"
  static let chatTitle = "Trip to Gdańsk 🚆"
  /// Whom she can invite, in this order.
  static let names = ["bob", "carol", "dave", "erin"]
  /// How many can be invited.
  static var mostParticipants: Int { names.count }

  let shell: HomeShell
  let participants: [String]

  init(shell: HomeShell, participantCount: Int) {
    self.shell = shell
    participants = Array(Self.names.prefix(participantCount))
  }

  /// The accounts, and one chat in which all of them are.
  func prepare() throws {
    for name in [Self.owner] + participants { try shell.zonechat(name, "account", "create", name) }
    try shell.zonechat(Self.owner, "new", Self.chatTitle)
    for name in participants { try shell.admit(name, to: "Trip", of: Self.owner) }
  }

  /// A client for each of them.
  var clients: [DemoWindows.Client] {
    [.init(title: "Alice, who owns the chats", words: words(Self.owner))]
      + participants.map { .init(title: "\($0.capitalized), who was invited", words: words($0)) }
  }

  private func words(_ name: String) -> [String] { ["--profile", name, "open", "Trip"] }

  /// What a person finds in chats that are in use: an answer, a reaction, a file, something unread.
  func furnish() throws {
    let (alice, bob) = (Self.owner, participants[0])
    try shell.zonechat(alice, "send", "Trip", "Gdańsk in May? The plane is cheap.")
    try shell.zonechat(
      bob, "send", "Trip", "Rather the train. It has a restaurant 🍽", "--reply-to", "last")
    try shell.zonechat(alice, "react", "Trip", "last", "👍")
    let timetable = shell.folder.appendingPathComponent("timetable.txt")
    try Data("Berlin 10:37\nGdańsk 16:12\n".utf8).write(to: timetable)
    try shell.zonechat(bob, "send", "Trip", "This one?", "--attach", timetable.path, "--wait")
    try shell.zonechat(alice, "new", "Groceries")
    try shell.admit(bob, to: "Groceries", of: alice)
    try shell.zonechat(bob, "send", "Groceries", "Bread, and something for Sunday")
  }
}
