import Testing

/// Actions of people on messages and on one another, in real terminals.
@Suite(.timeLimit(.minutes(15)))
struct ActingScreenTests {
  @Test func `a pin of one stands out for the other, who takes it back`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Terminal.with(world, "--profile", "alice") { alice in
        try await Terminal.with(world, "--profile", "bob", columns: 160, rows: 50) { bob in
          try await alice.sees("Crew")
          try await bob.sees("Crew")
          try await alice.type("We tag on Monday")
          try await alice.press("Enter")
          try await bob.sees("We tag on Monday")
          try await bob.press("Up")
          try await bob.type("p")
          try await bob.sees("^ pinned")
          try await alice.sees("2 members · 1 pinned")
          try await alice.press("M-i")
          try await alice.sees("Pinned by bob")
          try await alice.type("u")
          try await alice.sees("No pinned messages.")
          try await bob.press("M-i")
          try await bob.sees("No pinned messages.")
        }
      }
    }
  }

  @Test func `somebody met in a chat is written to by name`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob", "carol"])
      try await Terminal.with(world, "--profile", "alice") { alice in
        try await Terminal.with(world, "--profile", "bob") { bob in
          try await alice.sees("3 members")
          try await bob.sees("3 members")
          try await alice.press("C-g")
          try await alice.type("bob")
          try await alice.sees("write to bob")
          try await alice.press("Enter")
          try await alice.sees("No messages yet")
          try await alice.type("just us")
          try await alice.press("Enter")
          try await alice.sees("✓")
          // It is in bob's list without a word of his.
          try await world.did("bob", "sync")
          try await bob.press("M-a")
          try await bob.sees("just us")
          #expect(try await !bob.screen().contains { $0.contains("invitation") })
        }
      }
    }
  }

  @Test func `files are found, and the earlier text of a message is shown`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Terminal.with(world, "--profile", "alice") { alice in
        try await alice.sees("2 members")
        try await alice.press("M-s")
        try await alice.sees("No files in this chat.")
        try await alice.press("Escape")
        try await alice.sees("F5 invite")
        try await alice.type("We tag on Mondey")
        try await alice.press("Enter")
        try await alice.sees("✓")
        try await alice.press("Up")
        try await alice.type("e")
        try await alice.sees("Change your message")
        try await alice.press("BSpace", "BSpace")
        try await alice.type("ay")
        try await alice.press("Enter")
        try await alice.sees("(edited)")
        try await alice.press("Up", "Enter")
        try await alice.sees("Earlier versions")
        try await alice.sees("We tag on Mondey")
      }
    }
  }
}
