import Testing

/// Two people who have never met: from the first screen of the one to a message that the other reads.
@Suite(.timeLimit(.minutes(5)))
struct FirstContactTests {
  /// A key, what the window shows then, what is typed there, and what shows that.
  private typealias Step = (key: String, shows: String, typed: String, shown: String)

  @Test
  func `four keys and two texts lead from the first screen to a message in a stranger's hands`()
    async throws
  {
    let steps: [Step] = [
      ("Enter", "only you see them", "", ""),
      ("C-g", "Go to chat", "bob", "write to bob"),
      ("Enter", "No messages yet", "Hello bob", "Hello bob"),
      ("Enter", "✓", "", ""),
    ]
    try await World.with { world in
      try await world.did("bob", "account", "create", "bob")
      try await Terminal.with(world, "--profile", "anna", rows: 30) { anna in
        try await anna.sees("> anna")
        for step in steps {
          try await anna.press(step.key)
          try await anna.sees(step.shows)
          guard !step.typed.isEmpty else { continue }
          try await anna.type(step.typed)
          try await anna.sees(step.shown)
        }
        try await Terminal.with(world, "--profile", "bob", rows: 30) { bob in
          try await bob.sees("1 invitation")
          try await bob.press("F7", "End")
          try await bob.sees("Del decline")
          try await bob.press("Enter")
          try await bob.sees("You may read and write there")
          try await bob.confirm("anna writes to you: “Hello bob”")
          try await bob.sees("You joined the chat.")
          // The command leads to the same chat as the window.
          try await world.did("bob", "msg", "anna", "Hello anna", "--wait")
          try await bob.sees("Hello anna")
        }
        try await anna.sees("Hello anna")
      }
    }
  }
}
