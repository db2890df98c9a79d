import Foundation
import Testing

/// The lines of a chat that are not messages.
@Suite(.timeLimit(.minutes(5)))
struct EventLineTests {
  private struct Event: Decodable {
    var kind: String
    var person: String?
    var by: String?
    var name: String?
    var text: String
  }

  @Test func `joining, renaming and removal stand between the messages`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "send", "Crew", "one")
      try await world.did("alice", "rename", "Crew", "Team")
      try await world.did("bob", "sync")
      try await world.did("bob", "send", "Team", "two")
      try await world.did("alice", "remove", "Team", "bob")
      let lines = try await world.did("alice", "read", "Team").split(separator: "\n").map(
        String.init)
      #expect(
        lines.map { $0.hasPrefix("-- ") } == [true, false, true, false, true], "\(lines)")
      #expect(lines.first?.hasSuffix("  bob joined") == true)
      #expect(lines.last?.hasSuffix("  You removed bob") == true)
      let events = try await world.did("alice", "read", "Team", "--json").split(separator: "\n")
        .compactMap { try? JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
      #expect(events.map(\.kind) == ["joined", "renamed", "removed"])
      #expect(events.map(\.person) == ["bob", nil, "bob"])
      #expect(events.last?.by == "alice")
    }
  }

  @Test func `an open window says it too`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Watcher.with(world, person: "bob") { window in
        try await world.did("alice", "send", "Crew", "ready")
        await window.sees(count: 1)
        try await world.did("alice", "permission", "Crew", "bob", "read-only")
        await window.sees("alice let you only read")
      }
    }
  }
}
