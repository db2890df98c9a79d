import Foundation
import Testing

/// The list of chats from the shell: what a person wants of it follows the account.
@Suite(.timeLimit(.minutes(5)))
struct ChatListTests {
  private struct Chat: Decodable, Equatable {
    var name: String
    var isPinned: Bool
    var isArchived: Bool
    var notifications: String
  }

  private func chats(_ person: String, in world: World) async throws -> [String] {
    try await world.did(person, "chats", "--json").split(separator: "\n").map {
      let chat = try JSONDecoder().decode(Chat.self, from: Data($0.utf8))
      let words: [String?] = [
        chat.name, chat.isPinned ? "pinned" : nil, chat.isArchived ? "archived" : nil,
        chat.notifications,
      ]
      return words.compactMap(\.self).joined(separator: " ")
    }
  }

  @Test func `messages are pinned for everyone, and their earlier texts are known`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      for text in ["one", "two"] { try await world.did("alice", "send", "Crew", text) }
      try await world.did("bob", "sync")
      for message in try await world.messages("bob", in: "Crew") {
        try await world.did("bob", "pin-message", "Crew", message.id)
      }
      let pins = try await world.did("alice", "pinned", "Crew").split(separator: "\n")
      #expect(pins.map { $0.hasSuffix("alice: two") } == [true, false])
      try await world.did("alice", "unpin-message", "Crew", "last")
      #expect(try await !world.did("bob", "pinned", "Crew").contains("two"))
      try await world.did("alice", "edit", "Crew", "last", "three")
      #expect(try await world.did("alice", "history", "Crew", "last").hasSuffix("alice: two"))
    }
  }

  @Test func `pins, mutes and the archive are on every device`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "new", "Plans")
      try await world.did("alice", "pin", "Crew")
      try await world.did("alice", "archive", "Plans")
      try await world.did("alice", "notify", "Plans", "none")
      let wanted = ["Crew pinned default", "Plans archived none"]
      #expect(try await chats("alice", in: world) == wanted)
      try await world.did(
        "phone", "account", "sign-in", "alice")
      #expect(try await chats("phone", in: world) == wanted)
      #expect(try await world.did("phone", "chats").contains("[archived, muted]"))
      try await world.did("phone", "unpin", "Crew")
      try await world.did("phone", "unarchive", "Plans")
      #expect(try await chats("alice", in: world).contains("Plans none"))
      #expect(try await chats("bob", in: world) == ["Crew default"])
      let refused = try await world.run("alice", "notify", "Crew", "sometimes")
      #expect(refused.code == 2)
    }
  }
}
