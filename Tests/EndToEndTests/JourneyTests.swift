import Testing

/// What two people do with one another in their windows; each sees what the other did.
@Suite(.timeLimit(.minutes(15)))
struct JourneyTests {
  @Test func `who declines is not asked again, and who is removed is told`() async throws {
    try await withCrew { alice, bob in
      try await alice.press("C-o")
      try await alice.type("Trip")
      try await alice.press("Enter")
      try await alice.sees("> Trip")
      try await alice.press("F5")
      try await alice.type("bob")
      try await alice.press("Enter")
      try await alice.sees("Invited: bob")
      try await alice.press("Enter")
      try await bob.sees("1 invitation")
      try await bob.press("F7", "End")
      try await bob.sees("Del decline")
      try await bob.press("DC")
      try await bob.sees("Decline Trip")
      try await bob.press("Enter")
      try await bob.waits(for: "no invitation") { screen in
        !screen.contains { $0.contains("1 invitation") || $0.contains("Decline Trip") }
      }
      try await alice.press("M-2")
      try await alice.sees("> Crew")
      try await alice.press("F8")
      try await alice.sees("d remove")
      try await alice.press("Down")
      try await alice.type("d")
      try await alice.sees("bob gets no more messages")
      try await alice.press("Enter")
      try await bob.sees("no longer shared with")
    }
  }

  /// Windows of two people who are in one chat.
  private func withCrew(_ body: (Terminal, Terminal) async throws -> Void) async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Terminal.with(world, "--profile", "alice") { alice in
        try await Terminal.with(world, "--profile", "bob") { bob in
          try await alice.sees("2 members")
          try await bob.sees("2 members")
          try await body(alice, bob)
        }
      }
    }
  }
}
