import Foundation
import GRDB
import Testing

/// The fate of unsent messages and other changes if the page is lost by which the rows of their table are found.
@Suite(.timeLimit(.minutes(15)))
struct DoctorPageTests {
  @Test func `messages to which no page leads any more are lost, and each is counted`()
    async throws
  {
    try await World.with { world in
      try await world.longChat("Crew", of: ["alice", "bob"])
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "send", "Crew", "written offline")
      try await world.did("alice", "send", "Crew", "and this")
      try await loseRoot(of: "message", world)
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("alice", "doctor", "--repair")
      #expect(repaired.code == 1 && repaired.output.contains("0 messages"), "\(repaired)")
      #expect(repaired.output.contains("2 unsent changes could not be kept"), "\(repaired)")
      try await world.did("bob", "sync")
      let shown = try await world.messages("bob", in: "Crew").map(\.text)
      #expect(shown.count == 300 && shown.last == "message 300")
      #expect(try await world.messages("alice", in: "Crew").map(\.text) == shown)
    }
  }

  @Test func `a change that has lost its place in the outbox is sent, whatever it is`() async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "send", "Crew", "one", "--wait")
      try await world.did("bob", "send", "Crew", "two", "--wait")
      try await world.did("alice", "sync")
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "edit", "Crew", "last", "one, changed")
      let two = try #require(try await world.messages("alice", in: "Crew").last)
      try await world.did("alice", "react", "Crew", two.id, "🎉")
      try await world.did("alice", "send", "Crew", "three")
      try await loseRoot(of: "outbox", world)
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("alice", "doctor", "--repair")
      #expect(repaired.code == 0, "\(repaired)")
      try await world.did("bob", "sync")
      #expect(
        try await world.messages("bob", in: "Crew").map(\.text) == ["one, changed", "two", "three"])
      #expect(try await world.did("bob", "read", "Crew").contains("🎉"))
      #expect(try await world.did("alice", "outbox", "--json").isEmpty)
    }
  }

  /// Fills the page with zeros by which the rows of a table are found.
  private func loseRoot(of table: String, _ world: World) async throws {
    let file = world.home.appendingPathComponent("data/profiles/alice/replica.sqlite")
    let queue = try DatabaseQueue(path: file.path)
    let page = try await queue.read {
      try Int.fetchOne(
        $0, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [table])
    }
    try queue.close()
    let handle = try FileHandle(forUpdating: file)
    defer { try? handle.close() }
    try handle.seek(toOffset: UInt64((try #require(page) - 1) * 4096))
    try handle.write(contentsOf: Data(count: 4096))
  }
}
