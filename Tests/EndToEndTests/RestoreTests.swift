import Foundation
import Testing

/// A cloud that goes back to an older copy, or loses everything, and those who go on using it.
@Suite(.timeLimit(.minutes(15)))
struct RestoreTests {
  private struct Report: Decodable {
    var accounts: Int
    var previous: String?
  }

  @Test func `after a restore everyone sees the cloud's data, and their own data that it lost`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "send", "Crew", "before")
      let copy = world.home.appendingPathComponent("copy").path
      try await world.did(nil, "cloud", "backup", copy)
      try await world.did("alice", "send", "Crew", "lost")
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["before", "lost"])
      try await world.did("carol", "account", "create", "carol")
      let refused = try await world.run(nil, "cloud", "restore", copy)
      #expect(refused.code == 1 && refused.words.contains("Stop it first"), "\(refused.words)")
      try await world.did(nil, "cloud", "stop")
      let report = try await world.did(nil, "cloud", "restore", copy, "--json")
      let restored = try JSONDecoder().decode(Report.self, from: Data(report.utf8))
      #expect(restored.accounts == 2 && restored.previous != nil)
      try await world.did(nil, "cloud", "start")
      // The feed comes past where everyone stood.
      for number in 1...3 { try await world.did("bob", "send", "Crew", "after \(number)") }
      try await world.did("alice", "sync")
      let after = (1...3).map { "after \($0)" }
      let shown = try await world.messages("alice", in: "Crew")
      #expect(Set(shown.map(\.text)) == Set(["before", "lost"] + after))
      #expect(shown.filter { $0.state == "failed" }.map(\.text) == ["lost"])
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["before"] + after)
      let why = try await world.did("alice", "outbox", "--explain")
      #expect(why.contains("The cloud has lost this message"))
      try await world.did("alice", "outbox", "retry", "Crew")
      try await world.did("alice", "sync")
      try await world.did("bob", "sync")
      #expect(
        Set(try await world.messages("bob", in: "Crew").map(\.text))
          == Set(["before", "lost"] + after))
      let gone = try await world.run("carol", "sync")
      #expect(gone.code == 4 && gone.words.contains("not accept this account"), "\(gone.words)")
    }
  }

  @Test func `an account that went with the store is said to be gone, with the way out`()
    async throws
  {
    try await World.with { world in
      try await world.did("alice", "account", "create", "alice")
      try await world.did("alice", "new", "Only here")
      try await world.did("alice", "sync")
      try await world.did(nil, "cloud", "stop")
      for suffix in ["", "-wal", "-shm"] {
        let path = world.home.path + "/data/cloud/cloud.sqlite" + suffix
        try? FileManager.default.removeItem(atPath: path)  // A log need not be there.
      }
      try await world.did(nil, "cloud", "start")
      let gone = try await world.run("alice", "sync")
      #expect(gone.code == 4)
      for words in ["does not accept this account", "account sign-in", "account sign-out"] {
        #expect(gone.words.contains(words), "\(gone.words)")
      }
      // Nobody else has the chats any more.
      let left = try await world.run("alice", "account", "sign-out", "--json")
      struct SignedOut: Decodable { var keptIn: String }
      let kept = try JSONDecoder().decode(SignedOut.self, from: Data(left.output.utf8)).keptIn
      #expect(FileManager.default.fileExists(atPath: kept + "/replica.sqlite"), "\(left)")
      try await world.did("alice", "account", "create", "alice")
      try await world.did("alice", "new", "Again")
      #expect(try await world.run("alice", "sync").code == 0)
    }
  }
}
