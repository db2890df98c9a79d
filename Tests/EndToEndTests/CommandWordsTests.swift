import Foundation
import Testing

/// The words of commands for people: why a chat is closed, local times, and what to do about a mistake.
@Suite(.timeLimit(.minutes(15)))
struct CommandWordsTests {
  @Test func `every command says why a chat is closed, and none takes the copy away by the way`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "send", "Crew", "hello", "--wait")
      try await world.did("bob", "sync")
      try await world.did("alice", "delete", "Crew")
      let reason =
        "This chat is no longer shared with you. Its owner alice has probably removed you or deleted it."
      let list = try await world.did("bob", "chats")
      let line = "  Crew  [1 new, closed: \(reason.dropLast())]  alice: hello"
      #expect(list.contains(line), "\(list)")
      let read = try await world.did("bob", "read", "Crew")
      #expect(read.hasSuffix("\n-- \(reason) Your copy stays."), "\(read)")
      let members = try await world.run("bob", "members", "Crew")
      #expect(members.output == "alice  (owner)\nbob  (you)\n" && members.code == 0)
      let closed = "‘Crew’ is closed. \(reason) Your copy stays. These were its members:"
      #expect(members.words == closed + "\n")
      let plain = try await world.run("bob", "--plain", input: "/chats\n/open 1\n/members\n/quit\n")
      #expect(plain.output.contains("closed: \(reason.dropLast())"), "\(plain.output)")
      #expect(plain.output.contains(closed), "\(plain.output)")
      let json = try await world.did("bob", "chats", "--json")
      #expect(json.contains("\"sealedReason\":\"\(reason)\""), "\(json)")

      let left = try await world.run("bob", "leave", "Crew")
      #expect(left.code == 1 && left.words.contains("zonechat --profile bob hide"), "\(left)")
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["hello"])
      // A sign-out keeps what nobody can fetch again.
      try await world.did("bob", "account", "sign-out")
      try await world.did("bob", "account", "sign-in", "bob")
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["hello"])
      try await world.did("bob", "hide", "Crew")
      #expect(try await world.did("bob", "chats").isEmpty)
    }
  }

  @Test func `times for people are local, and those for programs are in UTC`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did(
        nil, "cloud", "faults", "add", "failRecords", "--code", "QUOTA_EXCEEDED"
      )
      try await world.did("alice", "send", "Crew", "waits")
      var environment = world.program.environment
      environment["TZ"] = "America/New_York"
      let there = Program(environment: environment)
      for command in [
        ["outbox"], ["outbox", "--explain"], ["events"], ["read", "Crew", "--offline"],
        ["cloud", "clock"], ["cloud", "requests"], ["cloud", "status"],
      ] {
        let shown = try await there.run(["--profile", "alice"] + command).output
        #expect(
          shown.firstMatch(of: #/\d\d\d\d-\d\d-\d\dT|\d\d:\d\d:\d\d(\.\d+)?Z/#) == nil,
          "\(command): \(shown)")
      }
      let explained = ["--profile", "alice", "outbox", "--explain"]
      let shown = try await there.run(explained).output
      #expect(shown.contains(#/\n    \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}  queued/#), "\(shown)")
      let json = try await there.run(explained + ["--json"]).output
      #expect(json.contains(#/"time":"[0-9-]+T[0-9:.]+Z"/#), "\(json)")
    }
  }

  @Test func `a mistake is answered with the possible words`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let join = try await world.run("alice", "join", "zonechat://join/none")
      #expect(join.words.contains("with at least 8 letters, digits, - and _ behind it"), "\(join)")
      let empty = try await world.run("alice", "send", "Crew", "--wait", input: "")
      #expect(empty.code == 1 && empty.words.contains("-- --wait"), "\(empty)")
      let since = try await world.run("alice", "export", "Crew", "--since", "yesterday")
      #expect(since.code == 2 && since.words.contains("2026-11-25T10:00:00Z"), "\(since)")
    }
  }

  @Test func `an invitation is declined by its title`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did("bob", "account", "create", "bob")
      try await world.did("alice", "invite", "Crew", "bob")
      try await world.did("bob", "sync")
      #expect(try await world.did("bob", "invitations").contains("Crew"))
      try await world.did("bob", "decline", "crew")
      try await world.did("bob", "sync")
      #expect(try await world.did("bob", "invitations") == "")
    }
  }

  @Test func `a mistake in a path makes no folders`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let missing = world.home.path + "/missing"
      for command in [
        ["cloud", "serve", "--data", missing + "/a/b", "--socket", world.home.path + "/s"],
        ["cloud", "restore", "--data", missing + "/a/b", world.home.path + "/none"],
        ["manual", "--pages", missing + "/a/b"],
        ["--profile", "alice", "export", "Crew", "-o", missing + "/a/b/"],
      ] {
        let told = try await world.program.run(command)
        #expect(told.code == 1, "\(command): \(told)")
        #expect(told.words.contains("there is no folder \(missing)."), "\(command): \(told)")
        #expect(!FileManager.default.fileExists(atPath: missing), "\(command)")
      }
      let pages = try await world.did(nil, "manual", "--pages", missing, "--json")
      #expect(pages.contains("{\"path\":\"\(missing)/zonechat.1\"}"), "\(pages)")
    }
  }
}
