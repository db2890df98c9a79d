import Foundation
import Testing

/// Two people act on one another in their windows; each sees the other's actions.
@Suite(.timeLimit(.minutes(15)))
struct JourneyTests {
  @Test func `a person who declines is not asked again, and one who is removed is told`()
    async throws
  {
    try await withCrew { _, alice, bob in
      try await alice.press("C-o")
      try await alice.type("Trip")
      try await alice.press("Enter")
      try await alice.sees("▎Trip")
      try await alice.press("F5")
      try await alice.type("bob")
      try await alice.press("Enter")
      try await alice.sees("Invited: bob")
      try await alice.press("Enter")
      try await bob.sees(" invitations")
      try await bob.press("F7", "End")
      try await bob.sees("Del decline")
      try await bob.press("DC")
      try await bob.sees("Decline Trip")
      try await bob.confirm("Decline Trip")
      try await bob.waits(for: "no invitation") { screen in
        !screen.contains { $0.contains(" invitations") || $0.contains("Decline Trip") }
      }
      try await alice.press("M-2")
      try await alice.sees("▎Crew")
      try await alice.press("F8")
      try await alice.sees("Members of Crew")
      try await alice.press("Down")
      try await alice.sees("d remove")
      try await alice.type("d")
      try await alice.sees("bob gets no more messages")
      try await alice.confirm("bob gets no more messages")
      try await bob.sees("no longer shared with")
    }
  }

  @Test func `a message is changed, and its removal is undone and then not`() async throws {
    try await withCrew { world, alice, bob in
      try await alice.type("We tag on Mondey")
      try await alice.press("Enter")
      try await bob.sees("We tag on Mondey")
      try await alice.press("Up")
      try await alice.type("e")
      try await alice.sees("Change your message")
      try await alice.press("BSpace", "BSpace")
      try await alice.type("ay")
      try await alice.press("Enter")
      try await bob.sees("We tag on Monday (edited)")
      try await alice.press("Up")
      try await alice.type("d")
      try await alice.sees("The message is removed for everyone.")
      try await alice.press("C-_")
      try await alice.sees("The message stays.")
      try await bob.sees("We tag on Monday (edited)")
      try await alice.press("Up")
      try await alice.type("d")
      try await alice.sees("The message is removed for everyone.")
      // What can still be undone is performed when the window ends, and sent as soon as anybody sends.
      try await alice.press("C-q")
      try await alice.waitsForPrompt()
      try await world.did("alice", "sync")
      try await bob.sees("(removed)")
    }
  }

  @Test func `an answer and a reaction are seen by the other`() async throws {
    try await withCrew { _, alice, bob in
      try await alice.type("Train or plane?")
      try await alice.press("Enter")
      try await bob.sees("Train or plane?")
      try await bob.press("Up")
      try await bob.type("r")
      try await bob.sees("Reply to alice: Train or plane?")
      try await bob.type("Train. It has a restaurant")
      try await bob.press("Enter")
      try await alice.sees("▎You Train or plane?")
      try await alice.sees("Train. It has a restaurant")
      try await alice.press("Up")
      try await alice.type("a")
      try await alice.sees("1 👍")
      try await alice.type("1")
      try await bob.sees("👍")
      try await alice.sees("👍")
      // The same again takes it back, on both screens.
      try await alice.press("Up")
      try await alice.type("a")
      try await alice.sees("1 👍*")
      try await alice.type("1")
      for window in [alice, bob] {
        try await window.waits(for: "no reaction") { !$0.contains { $0.contains("👍") } }
      }
    }
  }

  @Test func `messages are found while typing, and Enter goes to one`() async throws {
    try await withCrew { _, alice, bob in
      for text in ["Berlin is on the way", "Warsaw is not", "Trains leave at 8"] {
        try await bob.type(text)
        try await bob.press("Enter")
        try await alice.sees(text)
      }
      try await alice.press("C-f")
      try await alice.sees("Find in Crew")
      try await alice.type("berl")
      try await alice.sees("bob: Berlin is on the way")
      try await alice.press("Tab")
      try await alice.sees("Find in all chats")
      try await alice.type("x")
      try await alice.sees("No message fits.")
      try await alice.press("BSpace")
      try await alice.sees("bob: Berlin is on the way")
      try await alice.press("Enter")
      try await alice.sees("F5 invite")
      // The message that was found is the first one to be picked.
      try await alice.press("Up")
      try await alice.type("r")
      try await alice.sees("Reply to bob: Berlin")
      try await alice.type("Good.")
      try await alice.press("Enter")
      try await bob.sees("▎You Berlin is on the way")
    }
  }

  @Test func `an address and a file open in another program`() async throws {
    try await World.with { world in
      let opened = world.home.appendingPathComponent("opened")
      try #require(mkfifo(opened.path, 0o600) == 0)
      let settings = world.home.appendingPathComponent("config")
      try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: false)
      try Data("opener = \"echo >'\(opened.path)'\"\n".utf8)
        .write(to: settings.appendingPathComponent("config.toml"))
      let file = world.home.appendingPathComponent("plan.txt")
      try Data("Friday at eight".utf8).write(to: file)
      try await withCrew(in: world) { _, alice, bob in
        try await alice.type("see https://example.com/plan")
        try await alice.press("Enter")
        try await bob.sees("https://example.com/plan")
        try await bob.press("Up")
        try await bob.type("o")
        #expect(await firstLine(of: opened) == "https://example.com/plan")
        try await alice.type("/attach \(file.path)")
        try await alice.press("Enter")
        try await alice.sees("Enter send the file")
        try await alice.press("Enter")
        // The message comes before its file, which can be opened as soon as the cloud has it.
        try await bob.waits(for: "the file in the cloud") { screen in
          screen.contains { $0.contains("▌plan.txt") }
            && !screen.contains { $0.contains("not uploaded yet") }
        }
        try await bob.press("Escape")
        try await bob.sees("Up pick message")
        try await bob.press("Up")
        try await bob.type("o")
        let copy = try #require(await firstLine(of: opened))
        #expect(copy.hasSuffix("plan.txt") && copy != file.path)
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == "Friday at eight")
      }
    }
  }

  @Test func `a member who leaves can come back at once, and then is gone for the others`()
    async throws
  {
    try await withCrew { world, alice, bob in
      try await bob.type("I am off")
      try await bob.press("Enter")
      try await alice.sees("I am off")
      for isLast in [false, true] {
        try await bob.type("/leave")
        try await bob.press("Enter")
        try await bob.sees("You get no more messages of this chat")
        try await bob.confirm("You get no more messages of this chat")
        try await bob.sees("You left ‘Crew’.")
        if !isLast {
          try await bob.press("C-_")
          try await bob.sees("‘Crew’ stays.")
          try await bob.sees("2 members")
        }
      }
      try await bob.press("C-q")
      try await bob.waitsForPrompt()
      try await world.did("bob", "sync")
      try await alice.sees("bob left")
      try await alice.sees("Nobody else reads this chat")
    }
  }

  @Test func `a message that is written without a cloud waits, and arrives when the cloud is back`()
    async throws
  {
    try await World.with { world in
      try await withCrew(in: world) { world, alice, bob in
        try await world.did(nil, "cloud", "stop")
        try await alice.sees("offline since")
        try await bob.sees("offline since")
        for text in ["written on a train", "and in a tunnel"] {
          try await alice.type(text)
          try await alice.press("Enter")
          try await alice.sees(text)
        }
        try await alice.sees("2 queued")
        try await alice.press("F9")
        try await alice.sees("written on a train")
        try await alice.press("Escape")
        try await world.did(nil, "cloud", "start")
        try await bob.sees("written on a train")
        try await bob.sees("and in a tunnel")
        for window in [alice, bob] {
          try await window.waits(for: "a connection") { screen in
            !screen.contains { $0.contains("offline") || $0.contains("queued") }
          }
        }
        try await bob.type("there you are")
        try await bob.press("Enter")
        try await alice.sees("there you are")
      }
    }
  }

  /// The first line that somebody writes into a pipe; nil where nobody does so in two minutes.
  private func firstLine(of pipe: URL) async -> String? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // Open for writing too, it does not wait for another writer, and does not end with one.
        let descriptor = open(pipe.path, O_RDWR)
        defer { close(descriptor) }
        var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count =
          poll(&wish, 1, 120_000) > 0 ? read(descriptor, &bytes, bytes.count) : 0
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        continuation.resume(returning: text.split(separator: "\n").first.map(String.init))
      }
    }
  }

  /// Windows of two people who are in one chat.
  private func withCrew(_ body: (World, Terminal, Terminal) async throws -> Void) async throws {
    try await World.with { try await withCrew(in: $0, body) }
  }

  private func withCrew(
    in world: World, _ body: (World, Terminal, Terminal) async throws -> Void
  ) async throws {
    try await world.chat("Crew", of: ["alice", "bob"])
    try await Terminal.with(world, "--profile", "alice") { alice in
      try await Terminal.with(world, "--profile", "bob") { bob in
        try await alice.sees("2 members")
        try await bob.sees("2 members")
        try await body(world, alice, bob)
      }
    }
  }
}
