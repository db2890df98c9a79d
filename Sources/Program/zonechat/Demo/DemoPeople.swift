import CommandSupport
import Foundation

/// The people of the demo, and what they have when it begins.
struct DemoPeople: Sendable {
  static let owner = "alice"
  /// Whom she can invite, in this order.
  static let names = ["bob", "carol", "dave", "erin"]
  /// The largest number of people who can be invited.
  static var mostParticipants: Int { names.count }

  let shell: HomeShell
  let participants: [String]

  init(shell: HomeShell, participantCount: Int) {
    self.shell = shell
    participants = Array(Self.names.prefix(participantCount))
  }

  /// The accounts, and chats in use.
  func prepare() throws {
    for name in [Self.owner] + participants { try shell.zonechat(name, "account", "create", name) }
    try chats.begin(DemoChats.trip)
    try chats.furnish(DemoChats.trip)
  }

  private var chats: DemoChats {
    DemoChats(
      zonechat: { try shell.zonechat($0, $1) }, owner: Self.owner, guests: participants,
      folder: shell.folder)
  }

  /// Writes the titles of the chats' zones to a file, and returns it.
  func writeZoneNames() throws -> URL {
    var names = ZoneNames()
    try chats.learnTitles(&names)
    let file = shell.folder.appendingPathComponent("zones.txt")
    try Data(names.text.utf8).write(to: file, options: .atomic)
    return file
  }

  /// A client for each of them.
  var clients: [DemoWindows.Client] {
    [.init(title: "Alice, who owns the chats", words: words(Self.owner))]
      + participants.map { .init(title: "\($0.capitalized), who was invited", words: words($0)) }
  }

  private func words(_ name: String) -> [String] {
    ["--profile", name, "open", StepCommands.short(DemoChats.trip.title)]
  }
}
