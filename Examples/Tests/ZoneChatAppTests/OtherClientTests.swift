import Foundation
import Testing

/// This app and ZoneChat's own client, as programs, at a cloud that is a program too: each shows the other's chats.
@Suite(.timeLimit(.minutes(2))) struct OtherClientTests {
  @Test func `a chat of zonechat is a chat here`() async throws {
    try await Stage.with { stage in
      try await stage.did("alice", "account", "create", "alice")
      try await stage.did("alice", "new", "Lunch")
      try await stage.did("alice", "send", "Lunch", "Soup?", "--wait")
      let bob = try stage.app(of: "bob")
      try await stage.see("There are no chats yet.", in: bob)
      let link = try await stage.did("alice", "invite", "Lunch", "bob")
      bob.write("accept \(link)")
      try await stage.see("LUNCH (WITH ALICE)\n", in: bob)
      try await stage.see("alice: Soup?", in: bob)

      bob.write("write Pizza!")
      try await stage.see("you: Pizza!", in: bob)
      #expect(try await stage.messages("alice", "Lunch") == ["alice: Soup?", "bob: Pizza!"])
      #expect(try await stage.did("alice", "members", "Lunch").contains("bob"))

      // What this app does not have does not harm it, and stays.
      try await stage.did("alice", "react", "Lunch", "last", "👍")
      try await stage.did("alice", "pin-message", "Lunch", "last")
      try await stage.did("alice", "edit", "Lunch", "last", "Soup, or bread?")
      try await stage.see("alice: Soup, or bread?", in: bob)
      try await stage.did("alice", "rename", "Lunch", "Supper")
      try await stage.see("SUPPER (WITH ALICE)", in: bob)
      bob.write("write Bread.")
      try await stage.see("you: Bread.", in: bob)
      try await stage.did("alice", "send", "Supper", "Good.", "--wait")
      try await stage.see("alice: Good.", in: bob)
      try await stage.did("alice", "unsend", "Supper", "last")
      try await stage.see("alice: [deleted]", in: bob)
      #expect(
        try await stage.messages("alice", "Supper").prefix(3)
          == ["alice: Soup, or bread?", "bob: Pizza!", "bob: Bread."])
      #expect(try await stage.did("alice", "pinned", "Supper").contains("Pizza!"))

      try await stage.did("alice", "remove", "Supper", "bob")
      try await stage.see("A chat is gone:", in: bob)
    }
  }

  @Test func `a chat of this app is a chat of zonechat`() async throws {
    try await Stage.with { stage in
      try await stage.did("bob", "account", "create", "bob")
      let alice = try stage.app(of: "alice")
      for line in ["new Boat", "write When?", "invite bob"] { alice.write(line) }
      try await stage.see("bob joins with: accept ", in: alice)
      let link = try #require(alice.output.firstMatch(of: /accept (https:\S+)/)?.output.1)
      try await stage.did("bob", "join", String(link))
      #expect(try await stage.did("bob", "chats").contains("Boat"))
      #expect(try await stage.messages("bob", "Boat") == ["alice: When?"])

      try await stage.did("bob", "send", "Boat", "At noon.", "--wait")
      try await stage.see("bob: At noon.", in: alice)
      try await stage.did("bob", "react", "Boat", "last", "👍")
      alice.write("write Good.")
      try await stage.see("you: Good.", in: alice)
      #expect(
        try await stage.messages("bob", "Boat") == [
          "alice: When?", "bob: At noon.", "alice: Good.",
        ])
      try await stage.did("bob", "rename", "Boat", "Ship")
      try await stage.see("SHIP (WITH BOB)", in: alice)
      try await stage.did("bob", "leave", "Ship")
      try await stage.see("SHIP\n", in: alice)
      #expect(await alice.end().code == 0)
    }
  }

  @Test func `every command of this app is answered`() async throws {
    try await Stage.with { stage in
      let alice = try stage.app(of: "alice")
      for line in ["new Boat", "invite nobody", "invite nobody", "when?"] { alice.write(line) }
      let (output, code) = await alice.end()
      #expect(code == 0)
      // The same answer is given again.
      #expect(output.matches(of: /No such user can be found\./).count == 2, "\(output)")
      let lines = output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 80 } && lines.last == "BOAT", "\(output)")
    }
  }

  @Test func `both are devices of the person of one profile`() async throws {
    try await Stage.with { stage in
      try await stage.did("alice", "account", "create", "alice")
      try await stage.did("alice", "new", "Notes")
      let app = try stage.app(ofProfile: "alice")
      try await stage.see("1. Notes", in: app)
      app.write("open 1")
      app.write("write milk")
      try await stage.see("you: milk", in: app)
      try await stage.did("alice", "send", "Notes", "bread", "--wait")
      try await stage.see("you: bread", in: app)
      #expect(try await stage.messages("alice", "Notes") == ["alice: milk", "alice: bread"])
    }
  }
}
