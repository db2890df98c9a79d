import Foundation
import Testing

/// The full-screen client in a real terminal.
@Suite(.timeLimit(.minutes(15)))
struct ScreenTests {
  @Test func `text that one person types is seen by the other`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Terminal.with(world, "--profile", "alice") { alice in
        try await Terminal.with(world, "--profile", "bob", columns: 160, rows: 50) { bob in
          try await alice.sees("Crew")
          try await bob.sees("Crew")
          try await alice.type("Hello Bob, 你好 👋")
          try await alice.press("Enter")
          try await bob.sees("Hello Bob, 你好 👋")
          try await alice.sees("✓")
          try await bob.type("two")
          try await bob.press("M-Enter")
          try await bob.type("lines")
          try await bob.press("Enter")
          try await alice.sees("two")
          try await alice.sees("lines")
        }
      }
    }
  }

  @Test func `from nothing to a chat of two, in windows alone`() async throws {
    try await World.with { world in
      try await Terminal.with(world, "--profile", "bob") { bob in
        try await bob.sees("> bob")
        try await bob.press("Enter")
        try await bob.sees("First steps")
        try await Terminal.with(world, "--profile", "alice") { alice in
          try await alice.sees("> alice")
          try await alice.press("Enter")
          try await alice.sees("First steps")
          try await alice.type("/new Trip")
          try await alice.press("Enter")
          try await alice.sees("▎Trip")
          try await alice.type("/invite bob")
          try await alice.press("Enter")
          try await alice.sees("Invited: bob")
          try await alice.press("Enter")
          // She is in no chat of his: her invitation is listed, and not told.
          try await bob.sees(" invitations")
          try await bob.press("F7")
          try await bob.press("End")
          try await bob.press("Enter")
          try await bob.sees("You may read and write there")
          try await bob.confirm("You may read and write there")
          try await bob.sees("▎Trip")
          try await alice.sees("2 members")
          try await bob.type("I am in")
          try await bob.press("Enter")
          try await alice.sees("I am in")
        }
      }
    }
  }

  @Test func `a link opens the client with its invitation`() async throws {
    try await World.with { world in
      for person in ["alice", "bob"] { try await world.did(person, "account", "create", person) }
      try await world.did("alice", "new", "Trip")
      let link = try await world.did("alice", "invite", "Trip", "bob")
      // The second line is the one of the desktop's entry.
      for line in [["--profile", "bob", link], ["open", "--profile", "bob", "--", link]] {
        try await Terminal.with(world, line) { bob in
          try await bob.sees("alice invites you to ‘Trip’")
          try await bob.press("C-q")
          try await bob.waitsForPrompt()
        }
      }
      let wrong = try await world.run("bob", "zonechat://leave/x")
      #expect(
        wrong.code == 1 && wrong.words.contains("is not an invitation link"), "\(wrong.words)")
      let screenless = try await world.run("bob", link)
      #expect(screenless.code == 2 && screenless.words.contains("needs a terminal"))
    }
  }

  @Test func `every way out gives the terminal back`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      // `WayOutTests` try every signal; here a real shell takes the terminal again.
      for way in [nil, SIGTERM, SIGSEGV] as [Int32?] {
        try await Terminal.with(world, "--profile", "alice") { alice in
          try await alice.sees("F1 help")
          if let way {
            try await kill(alice.clientProcess(), way)
          } else {
            try await alice.press("C-q")
          }
          try await alice.waitsForPrompt()
          // What is typed shows again, and Enter is Enter again.
          try await alice.type("stty -a | grep -o ' echo ' && echo back-$((40+2))")
          try await alice.press("Enter")
          try await alice.sees("back-42")
        }
      }
    }
  }

  @Test func `the demo opens both sides and leaves nothing behind`() async throws {
    try await World.with { world in
      for way in [nil, SIGTERM, SIGHUP] as [Int32?] {
        try await Terminal.with(world, "demo", columns: 160, rows: 50) { demo in
          try await demo.waits(for: "both sides") { screen in
            screen.contains { $0.components(separatedBy: "It has a restaurant").count == 3 }
          }
          try await demo.type("Hi from Alice")
          try await demo.press("Enter")
          try await demo.waits(for: "both sides") { screen in
            screen.contains { $0.components(separatedBy: "Hi from Alice").count == 3 }
          }
          // Below them stands what that was for the cloud.
          try await demo.waits(for: "the wire") { screen in
            screen.contains {
              $0.contains(/alice +private +records\/modify +OK +\d+ ms +Trip to Gdańsk/)
            }
          }
          // The columns have titles, also when many lines have come.
          try await demo.sees("OUTCOME")
          if let way {
            try await kill(demo.clientProcess(), way)
          } else {
            try await demo.press("C-q")
            // A key that comes before the other side has the whole width goes to the side that leaves.
            try await demo.waits(for: "one side") { screen in
              screen.contains { $0.contains(String(repeating: "─", count: 121)) }
            }
            try await demo.press("C-q", until: "prompt", Terminal.isPrompt)
          }
          try await demo.waitsForPrompt()
          let left = try FileManager.default.contentsOfDirectory(atPath: world.temporary.path)
          #expect(left == [])
        }
      }
    }
  }

  @Test func `at 80 by 24 the demo's log keeps its titles, and the last row says what ends what`()
    async throws
  {
    try await World.with { world in
      try await Terminal.with(world, "demo", columns: 80, rows: 24) { demo in
        try await demo.sees("Ctrl+B 1-2: person, d: end all | Ctrl+Q: end one")
        try await demo.sees("It has a restaurant")
        for text in ["One more", "Two more", "Three more", "Four more"] {
          try await demo.type(text)
          try await demo.press("Enter")
          try await demo.sees(text)
        }
        try await demo.waits(for: "the titles above the newest requests") { screen in
          screen[19].contains(/^TIME +WHO +DATABASE +OPERATION +OUTCOME +ZONE/)
            && screen[20...22].allSatisfy { $0.contains(#/^\d\d:\d\d:\d\d +(alice|bob) /#) }
        }
        try await demo.press("C-q")
        try await demo.waits(for: "the other person's window") { $0[0].hasPrefix("── Bob") }
        try await demo.press("C-q", until: "prompt", Terminal.isPrompt)
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.temporary.path) == [])
      }
    }
  }

  @Test func `the tour plays by itself below three clients, and ends with them`() async throws {
    try await World.with { world in
      let command = ["demo", "--participants", "2", "--tour"]
      try await Terminal.with(world, command, columns: 160, rows: 50) { demo in
        try await demo.waits(for: "three clients, the tour and the wire") { screen in
          ["── alice ", "── bob ", "── carol ", "── The tour ", "What the cloud"]
            .allSatisfy { title in screen.contains { $0.contains(title) } }
        }
        // Its people have chats already, and the captions say what they would type.
        try await demo.waits(for: "chats in use") { screen in
          let text = screen.joined(separator: "\n")
          return text.components(separatedBy: "Gladly. I bring").count >= 3
            && text.contains("programme.txt") && text.contains(/━ [12] new ━/)
        }
        try await demo.waits(for: "a command") { screen in
          screen.contains { $0.contains("alice$ zonechat invite Trip bob carol") }
        }
        try await demo.sees("└ carol  invited")
        // Nobody types; the message is on the screens side by side.
        try await demo.waits(for: "the first message") { screen in
          screen.contains { $0.components(separatedBy: "Train or plane?").count >= 3 }
        }
        // What earlier steps showed; the keys are the tour's.
        try await demo.press("Left", until: "an earlier step") { screen in
          screen.contains { $0.contains("Looking back") }
            && screen.contains { $0.contains("── alice, as it was") }
        }
        try await demo.press("q")
        try await demo.waitsForPrompt()
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.temporary.path) == [])
      }
    }
  }

  @Test func `a recording plays in a terminal, and ends as the tour did`() async throws {
    try await World.with { world in
      let scenario = world.home.appendingPathComponent("begin.yaml")
      let text = """
        scenario: A beginning
        people: [alice, bob]
        steps:
          - {as: alice, create: Weekend, say: "She begins."}
          - {as: alice, invite: bob, say: "She invites Bob."}
        """
      try Data(text.utf8).write(to: scenario)
      let file = world.home.appendingPathComponent("begin.cast")
      try await world.did(nil, "demo", "--scenario", scenario.path, "--record", file.path)
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      let header = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
      #expect(header?["version"] as? Int == 2)
      #expect(header?["width"] as? Int == 80 && header?["height"] as? Int == 24)
      var output = ""
      var marks: [String] = []
      var last = 0.0
      for line in lines.dropFirst() {
        let event = try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
        let time = try #require(event[0] as? Double)
        let written = try #require(event[2] as? String)
        #expect(time >= last)
        last = time
        if event[1] as? String == "o" { output += written } else { marks.append(written) }
      }
      #expect(marks == ["She begins.", "She invites Bob."])
      #expect(last > 8, "the time to read is in it")
      // Nothing of the machine is in it, and no question that a terminal would answer.
      #expect(!output.contains(world.home.path) && !output.contains("\u{1B}[c"))
      let left = try FileManager.default.contentsOfDirectory(atPath: world.temporary.path)
      #expect(left == [])
      let bytes = world.home.appendingPathComponent("begin.bytes")
      try Data(output.utf8).write(to: bytes)
      try await Terminal.with(
        world, "keys", shell: "stty -echo; cat '\(bytes.path)'; exec cat >/dev/null"
      ) { player in
        try await player.waits(for: "the last picture") { screen in
          ["Step 2 of 2", "She invites Bob.", "That was it.", "└ bob", "Weekend"]
            .allSatisfy { words in screen.contains { $0.contains(words) } }
        }
      }
      // A file that is there stays.
      let again = try await world.run(
        nil, "demo", "--scenario", scenario.path, "--record", file.path)
      #expect(again.code == 1 && again.words.contains("--force"), "\(again.words)")
    }
  }

  @Test func `a scenario plays below its people's windows, and ends with them`() async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("begin.yaml")
      let text = """
        scenario: A beginning
        people: [alice, bob]
        steps:
          - {as: alice, create: Weekend, say: "She \\e[31mbegins."}
          - as: alice
            expect: {chats: [Weekend], unread: 0}
        """
      try Data(text.utf8).write(to: file)
      let command = ["demo", "--scenario", file.path]
      try await Terminal.with(world, command, columns: 160, rows: 50) { demo in
        try await demo.waits(for: "both windows and what plays") { screen in
          ["── alice ", "── bob ", "── A beginning ", "What the cloud", "She ", "begins."]
            .allSatisfy { title in screen.contains { $0.contains(title) } }
        }
        try await demo.waits(for: "the end, and the chat in alice's window") { screen in
          screen.contains { $0.contains("That was it.") }
            && screen.contains { $0.contains(/^▎Weekend/) }
        }
        // The keys go to the pane of the steps, which leaves with all windows.
        try await demo.press("C-q", until: "prompt", Terminal.isPrompt)
      }
      // Without a terminal it is printed, and a scenario that fails is a failure.
      try Data((text + "\n  - as: bob\n    expect: {within: 0 s, chats: [Weekend]}\n").utf8)
        .write(to: file)
      let printed = try await world.program.run(command)
      #expect(printed.code == 1 && printed.output.contains("begins."), "\(printed)")
      #expect(!printed.output.contains("\u{1B}") && printed.output.contains("✗ bob"))
      let left = try FileManager.default.contentsOfDirectory(atPath: world.temporary.path)
      #expect(left == [])
    }
  }

  @Test func `a draft survives a kill`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "new", "Notes")
      try await Terminal.with(world, "--profile", "alice", "open", "Crew") { first in
        try await first.sees("F1 help")
        try await first.type("half a thou")
        try await first.sees("half a thou")
        // The list of a window of another chat marks this one as soon as the draft is on disk.
        try await Terminal.with(world, "--profile", "alice", "open", "Notes") { second in
          try await second.waits(for: "the mark of a draft") { screen in
            screen.contains { $0.contains(/Crew +~/) }
          }
        }
        try await kill(first.clientProcess(), SIGKILL)
        try await Terminal.with(world, "--profile", "alice", "open", "Crew") { again in
          try await again.sees("half a thou")
        }
      }
    }
  }

  @Test func `hostile text and odd sizes`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("bob", "send", "Crew", "evil \u{1B}[2J\u{1B}]0;title\u{7}\u{202E}dne")
      try await Terminal.with(world, "--profile", "alice", columns: 60, rows: 15) { alice in
        try await alice.sees("evil")
        for (columns, rows) in [(240, 70), (20, 5), (5, 2), (80, 24)] {
          try await alice.resize(columns: columns, rows: rows)
        }
        try await alice.waits(for: "the whole screen") { screen in
          screen.count >= 24 && screen.contains { $0.contains("evil") }
            && screen.contains { $0.contains("F1 help") }
        }
        let scalars = try await alice.screen().joined().unicodeScalars
        #expect(!scalars.contains("\u{202E}"))
      }
    }
  }
}
