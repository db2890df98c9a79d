import Foundation
import Testing

/// Accounts that end: by their person, and by the administrator.
@Suite(.timeLimit(.minutes(10)))
struct AccountEndTests {
  /// The program with a home of its own for people, so that what is exported to it is found and removed.
  private static func program(in world: World) throws -> (program: Program, home: URL) {
    let home = world.home.appendingPathComponent("person")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
    var program = world.program
    program.environment["HOME"] = home.path
    return (program, home)
  }

  @Test func `an account is deleted with its chats exported, and its name is never given again`()
    async throws
  {
    try await World.with { world in
      let (program, home) = try Self.program(in: world)
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("bob", "send", "Crew", "from bob", "--wait")
      try await world.did("bob", "new", "Trip")
      try await world.did("bob", "send", "Trip", "into the hills", "--wait")
      try await world.did("alice", "join", try await world.did("bob", "invite", "Trip", "alice"))
      try await world.did("alice", "sync")

      let unsure = try await program.run(["--profile", "bob", "account", "delete"])
      #expect(unsure.code == 2 && unsure.words.contains("--yes bob"), "\(unsure)")
      let wrong = try await program.run(["--profile", "bob", "account", "delete", "--yes", "alice"])
      #expect(wrong.code == 2 && wrong.words.contains("Nothing was done"), "\(wrong)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])

      let done = try await program.run(["--profile", "bob", "account", "delete", "--yes", "bob"])
      #expect(done.code == 0, "\(done)")
      for words in [
        "‘Trip’ with alice", "‘Crew’ of alice", "2 chats", "with everything that it stores",
        "The name ‘bob’ is not given again",
      ] {
        #expect(done.words.contains(words), "\(words): \(done.words)")
      }
      let folders = try FileManager.default.contentsOfDirectory(atPath: home.path)
      let folder = home.appendingPathComponent(try #require(folders.first))
      #expect(folders.count == 1 && folder.lastPathComponent.hasPrefix("zonechat-bob-"))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          == ["Crew.jsonl", "Trip.jsonl"])
      let trip = try String(
        contentsOf: folder.appendingPathComponent("Trip.jsonl"), encoding: .utf8)
      #expect(trip.contains("into the hills"))

      // Who has no chats learns the same of the account.
      try await world.did("carol", "account", "create", "carol")
      let bare = try await program.run([
        "--profile", "carol", "account", "delete", "--yes", "carol",
      ])
      #expect(bare.code == 0 && bare.words.contains("with everything that it stores"), "\(bare)")
      #expect(bare.words.contains("The name ‘carol’ is not given again"), "\(bare)")

      let status = try await world.run("bob", "account", "status")
      #expect(status.code == 3, "\(status)")
      for name in ["bob", "BOB"] {
        let again = try await world.run("other", "account", "create", name)
        #expect(again.code == 1 && again.words.contains("already"), "\(again)")
      }
      let signIn = try await world.run("other", "account", "sign-in", "bob")
      #expect(signIn.code != 0, "\(signIn)")
      try await world.did("alice", "sync")
      #expect(try await world.messages("alice", in: "Crew").map(\.text) == ["from bob"])
      let members = try await world.did("alice", "members", "Crew")
      #expect(!members.contains("bob"), "\(members)")
      let closed = try await world.did("alice", "chats", "--json")
      let line = closed.split(separator: "\n").first { $0.contains("Trip") }
      #expect(line?.contains(#""access":"sealed""#) == true, "\(closed)")
      let invited = try await world.run("alice", "invite", "Crew", "bob")
      #expect(invited.code != 0, "\(invited)")
    }
  }

  @Test func `a window of a disabled account says that its keys are over, and keeps what waits`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Terminal.with(world, "--profile", "bob", columns: 160) { window in
        try await window.sees("2 members")
        let disabled = try await world.did(nil, "cloud", "accounts", "disable", "bob")
        #expect(disabled.contains("bob is disabled"), "\(disabled)")
        try await window.type("still here")
        try await window.press("Enter")
        try await window.sees("The cloud does not")
        let list = try await world.did(nil, "cloud", "accounts")
        #expect(list.contains("disabled"), "\(list)")
        let refused = try await world.run("other", "account", "sign-in", "bob")
        #expect(refused.words.contains("This account is disabled"), "\(refused)")
        let waiting = try await world.messages("bob", in: "Crew")
        #expect(waiting.map(\.text) == ["still here"] && waiting[0].state == "queued")
      }
      try await world.did(nil, "cloud", "accounts", "enable", "bob")
      try await world.did("bob", "account", "sign-in", "bob")
      try await world.did("bob", "sync")
      try await world.did("alice", "sync")
      #expect(try await world.messages("alice", in: "Crew").map(\.text) == ["still here"])
      let log = try await world.did(nil, "cloud", "log")
      #expect(log.contains("disable") && log.contains("enable"), "\(log)")
    }
  }

  @Test func `an administrator deletes an account only by its name`() async throws {
    try await World.with { world in
      try await world.did("mallory", "account", "create", "mallory")
      let unsure = try await world.run(nil, "cloud", "accounts", "delete", "mallory")
      #expect(unsure.code == 2 && unsure.words.contains("--yes mallory"), "\(unsure)")
      let done = try await world.did(
        nil, "cloud", "accounts", "delete", "mallory", "--yes", "mallory")
      #expect(done.contains("mallory is deleted"), "\(done)")
      #expect(try await !world.did(nil, "cloud", "accounts").contains("mallory"))
      let all = try await world.did(nil, "cloud", "accounts", "list", "--all")
      #expect(all.contains("mallory") && all.contains("deleted"), "\(all)")
    }
  }
}
