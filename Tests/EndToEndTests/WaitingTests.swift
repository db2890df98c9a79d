import Foundation
import GRDB
import Testing

/// The words about changes that wait: why, for how long, and how to name them.
@Suite(.timeLimit(.minutes(15)))
struct WaitingTests {
  @Test func `a full storage is called that`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did(nil, "cloud", "limits", "--account", "alice", "--quota", "10")
      #expect(try await world.did(nil, "cloud", "limits").contains("of alice  10 bytes"))
      try await world.did("alice", "send", "Crew", "no room", "--quiet")
      let full = try await world.run("alice", "sync")
      #expect(full.code == 4 && full.words.contains("Your storage is full"), "\(full.words)")
      for words in [
        ["send", "Crew", "x"], ["send", "Crew", "x", "--wait", "--timeout", "4"],
        ["send", "Crew", "--lines", "--wait", "--timeout", "4"], ["edit", "Crew", "last", "y"],
        ["react", "Crew", "last", "👍"],
      ] {
        let result = try await world.program.run(["--profile", "alice"] + words, input: "x\ny\n")
        #expect(result.code == (words.contains("--wait") ? 4 : 0), "\(words): \(result)")
        #expect(result.words.contains("Your storage is full"), "\(words): \(result)")
      }
      let status = try await world.did("alice", "account", "status", "--json")
      #expect(status.contains(#""isReachable":true"#), "\(status)")
      #expect(!status.contains("trouble"), "\(status)")
      #expect(status.contains(#""waiting":"Your storage is full"#), "\(status)")
      // Nothing is missing here.
      let read = try await world.run("alice", "read", "Crew")
      #expect(
        read.code == 0 && read.words.contains("Everything new is here")
          && read.words.contains("not sent yet (Your storage is full"), "\(read.words)")
    }
  }

  @Test func `a member fills the owner's room, or only what the owner has set`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      let text = String(repeating: "x", count: 4000)
      try await world.did("alice", "limit", "Crew", "10kB")
      for _ in 0..<2 { try await world.did("bob", "send", "Crew", text, "--wait") }
      let more = String(repeating: "y", count: 4000)
      let refused = try await world.run("bob", "send", "Crew", more, "--wait", "--timeout", "4")
      #expect(refused.code == 4, "\(refused)")
      #expect(
        refused.words.contains("its owner lets each member use 10.0 kB. Unsend files of yours"),
        "\(refused.words)")
      // The owner sees who uses what, and has room.
      try await world.did("alice", "send", "Crew", text, "--wait")
      let members = try await world.did("alice", "members", "Crew")
      #expect(members.contains("kB of 10.0 kB"), "\(members)")
      let lines = try await world.did("alice", "members", "Crew", "--json").split(separator: "\n")
      let bob = try #require(lines.first { $0.contains(#""name":"bob""#) })
      #expect(bob.contains(#""memberBytes":10000"#) && bob.contains(#""bytes":8"#), "\(bob)")
      #expect(try await !world.did("alice", "read", "Crew").contains("yyyyyyyy"))
      // Without a limit the message goes, until the owner's own storage is full.
      try await world.did("alice", "limit", "Crew", "none")
      try await world.did("bob", "sync")
      #expect(try await world.did("alice", "read", "Crew").contains("yyyyyyyy"))
      try await world.did(nil, "cloud", "limits", "--account", "alice", "--quota", "1000")
      let full = try await world.run("bob", "send", "Crew", text, "--wait", "--timeout", "4")
      #expect(full.code == 4 && full.words.contains("owner is full"), "\(full.words)")
      let own = try await world.run("alice", "send", "Crew", text, "--wait", "--timeout", "4")
      #expect(own.words.contains("Your storage is full: ‘Crew’ has "), "\(own.words)")
      let wrong = try await world.run("alice", "limit", "Crew", "much")
      #expect(wrong.code == 2 && wrong.words.contains("for example 50MB"), "\(wrong)")
    }
  }

  @Test func `a message that the cloud has not answered is called that`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did(
        nil, "cloud", "faults", "add", "delay", "--operation", "records/modify", "--milliseconds",
        "30000")
      let sent = try await world.run("alice", "send", "Crew", "x", "--wait", "--timeout", "2")
      #expect(sent.code == 4, "\(sent)")
      #expect(sent.words.contains("yet: the cloud has not confirmed it in 2 s."), "\(sent)")
    }
  }

  @Test func `the limit of time of --lines is no trouble of the disk`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did(
        nil, "cloud", "faults", "add", "delay", "--operation", "records/modify", "--milliseconds",
        "400")
      let lines = (1...6000).map { "line \($0)" }.joined(separator: "\n")
      let sent = try await world.run("alice", "send", "Crew", "--lines", input: lines)
      #expect(sent.code == 0 && sent.words.contains("not sent yet. They are kept"), "\(sent.words)")
    }
  }

  @Test func `ids and times of waiting changes are as other commands print and take them`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let kept = try await world.did("alice", "send", "Crew", "kept", "--wait")
      try await world.did("alice", "pin-message", "Crew", "last")
      #expect(try await world.did("alice", "pinned", "Crew", "--ids").hasPrefix(kept + "  2"))
      try await world.did(
        nil, "cloud", "faults", "add", "fail", "--operation", "records/modify", "--code",
        "ZONE_BUSY", "--retry-after", "3000")
      let sent = try await world.run("alice", "send", "Crew", "unsent", "--wait", "--timeout", "2")
      let id = sent.output.trimmingCharacters(in: .newlines)
      #expect(sent.code == 4 && !id.isEmpty, "\(sent)")
      let waiting = try await world.did("alice", "outbox", "--ids", "--explain")
      let line = try #require(waiting.split(separator: "\n").first)
      #expect(line.hasPrefix("\(id)  ‘Crew’  message  unsent  [waiting until 2"), "\(waiting)")
      #expect(line.contains(/until \d{4}-\d\d-\d\d \d\d:\d\d\]$/), "\(waiting)")
      // The plain list has the reason on the same line.
      let plain = try await world.did("alice", "outbox", "--ids")
      let short = try #require(plain.split(separator: "\n").first)
      #expect(short.hasPrefix(line) && short.contains("]  It waits until 2"), "\(plain)")
      #expect(short.hasSuffix("."), "\(plain)")
      #expect(try await world.did("alice", "outbox", "drop", "Crew", id) == "unsent")
    }
  }

  @Test func `a message that damage has taken is dropped by its id`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did(nil, "cloud", "stop")
      let id = "lost"
      let file = world.home.appendingPathComponent("data/profiles/alice/replica.sqlite")
      let queue = try DatabaseQueue(path: file.path)
      try await queue.write {
        try $0.execute(
          sql: "INSERT INTO outbox (chatID, recordName, kind) SELECT id, ?, 'message' FROM chat",
          arguments: [id])
      }
      try queue.close()
      try await world.did(nil, "cloud", "start")
      _ = try await world.run("alice", "sync")
      let failed = try await world.did("alice", "outbox", "--ids", "--explain")
      #expect(failed.contains(id + "  ‘Crew’") && failed.contains("outbox drop"), "\(failed)")
      try await world.did("alice", "outbox", "drop", "Crew", id)
      #expect(try await world.did("alice", "outbox", "--json").isEmpty)
      #expect(try await world.run("alice", "outbox", "drop", "Crew", id).code == 1)
    }
  }
}
