import Foundation
import Testing

/// `docs/chat-format.md` is a fixture: its commands make a chat as another client would, and ZoneChat
/// works on it.
@Suite(.timeLimit(.minutes(5)))
struct ChatFormatTests {
  private struct Chat: Decodable {
    var id: String
    var name: String
    var members: Int
  }

  @Test func `a chat that was made by the page is a chat here, and its questions are answered`()
    async throws
  {
    try await World.with { world in
      try await CloudProcess.with(world) { cloud in
        try await DocumentedExample.expectAnswers(
          of: ["docs/chat-format.md"], against: cloud, in: world)
        for (person, passphrase) in [("alice", "correct horse"), ("bob", "battery staple")] {
          let file = world.home.appendingPathComponent("passphrase-\(person)")
          // Lines may end as other systems end them.
          try Data("\(passphrase)\r\nnot this\r\n".utf8).write(to: file)
          try await world.did(
            person, "account", "sign-in", person, "--cloud", cloud.url, "--passphrase-file",
            file.path)
        }
        try await Self.expectTheChat(in: world)
      }
    }
  }

  private static func expectTheChat(in world: World) async throws {
    for (person, other) in [("alice", "bob"), ("bob", "alice")] {
      let line = try await world.did(person, "chats", "--json")
      let chat = try JSONDecoder().decode(Chat.self, from: Data(line.utf8))
      #expect(chat.id == "lounge" && chat.members == 2)
      #expect(chat.name == other, "a chat without a name is called by who is in it")
    }
    try await world.did("bob", "read", "lounge", "--peek")
    #expect(
      try await world.messages("bob", in: "lounge").map(\.text)
        == ["Train or plane?", "Boat!", "Walking?"])
    try await world.did("bob", "send", "alice", "By night.")
    try await world.did("alice", "sync")
    #expect(try await world.messages("alice", in: "bob").last?.text == "By night.")
    #expect(try await world.did("alice", "read", "bob", "--offline").contains("👍"))
  }
}
