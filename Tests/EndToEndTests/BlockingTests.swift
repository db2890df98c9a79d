import Testing

/// Blocking somebody, with real windows and a real cloud.
@Suite(.timeLimit(.minutes(15)))
struct BlockingTests {
  @Test func `who is blocked is folded in the other's window, on all devices, and never learns it`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Terminal.with(world, "--profile", "alice") { alice in
        try await Terminal.with(world, "--profile", "bob") { bob in
          try await alice.sees("2 members")
          try await bob.sees("2 members")
          try await alice.type("first words")
          try await alice.press("Enter")
          try await bob.sees("first words")
          try await bob.type("/block alice")
          try await bob.press("Enter")
          try await bob.sees("1 message of alice, whom you have blocked")
          try await alice.type("second words")
          try await alice.press("Enter")
          try await bob.sees("2 messages of alice, whom you have blocked")
          try await bob.type("I wrote this")
          try await bob.press("Enter")
          try await alice.sees("I wrote this")
          #expect(try await !bob.screen().contains { $0.contains("words") })
          // Another device of the same person.
          try await world.did("phone", "account", "sign-in", "bob")
          try await until("the block on bob's telephone") {
            try await world.did("phone", "sync")
            return try await world.did("phone", "blocked") == "alice"
          }
          try await bob.press("Up")
          try await bob.press("Up")
          try await bob.press("Enter")
          try await bob.sees("second words")
          try await bob.press("Escape")
          // Text right behind Escape is a key with Alt.
          try await bob.sees("Up pick message")
          try await bob.type("/unblock alice")
          try await bob.press("Enter")
          try await bob.sees("alice is not blocked any more")
          #expect(try await !alice.screen().contains { $0.contains("block") })
        }
      }
    }
  }

  @Test func `the commands print whom one has blocked, and fold their messages for people alone`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "send", "Crew", "@bob hello", "--wait")
      let blocked = try await world.run("bob", "block", "alice")
      #expect(blocked.code == 0 && blocked.words.contains("alice is blocked"), "\(blocked)")
      let undoing = "‘zonechat --profile bob unblock alice’ takes it back."
      #expect(blocked.words.contains(undoing), "\(blocked)")
      #expect(try await world.did("bob", "blocked") == "alice")
      let chats = try await world.did("bob", "chats", "--json")
      #expect(chats.contains(#""unread":0"#), "\(chats)")
      let read = try await world.did("bob", "read", "Crew", "--json")
      #expect(read.contains("@bob hello") && read.contains(#""isOfBlockedPerson":true"#), "\(read)")
      let plain = try await world.run("bob", "--plain", input: "/open Crew\n/unfold\n/quit\n")
      #expect(plain.output.contains("1 message of alice, whom you have blocked."), "\(plain)")
      #expect(plain.output.contains(": @bob hello"), "\(plain)")
      // For people they are one line, until somebody else writes.
      try await world.did("alice", "send", "Crew", "and more", "--wait")
      try await world.did("bob", "send", "Crew", "an answer", "--wait")
      try await world.did("alice", "send", "Crew", "a last word", "--wait")
      try await world.did("alice", "pin-message", "Crew", "last")
      try await world.did("alice", "sync")
      try await world.did("bob", "sync")
      let folded = try await world.did("bob", "read", "Crew")
      let lines = folded.split(separator: "\n").filter { $0.contains("blocked") }
      #expect(lines.count == 2, "\(folded)")
      #expect(
        lines.first?.hasSuffix("2 messages of alice, whom you have blocked; --unfold prints them.")
          == true, "\(folded)")
      #expect(folded.contains("an answer") && !folded.contains("hello"), "\(folded)")
      let unfolded = try await world.did("bob", "read", "Crew", "--unfold")
      #expect(unfolded.contains("@bob hello") && !unfolded.contains("blocked"), "\(unfolded)")
      #expect(try await !world.did("bob", "pinned", "Crew").contains("a last word"))
      #expect(try await world.did("bob", "search", "from:alice").contains("a last word"))
      try await world.did("bob", "unblock", "alice")
      #expect(try await world.run("bob", "blocked").words == "No blocked people.\n")
      let nobody = try await world.run("bob", "block", "carol")
      #expect(nobody.code == 1 && nobody.words.contains("Nobody called ‘carol’"), "\(nobody)")
      let oneself = try await world.run("bob", "block", "bob")
      #expect(
        oneself.code == 1 && oneself.words.contains("You cannot block yourself."), "\(oneself)")
    }
  }
}
