import Foundation
import Testing

/// A person without an account opens the client in a real terminal.
@Suite(.timeLimit(.minutes(15)))
struct FirstRunTests {
  private func profile(_ name: String, in world: World) -> String {
    world.home.appendingPathComponent("data/profiles/\(name)").path
  }

  @Test func `Enter takes the name, and a chat explains the keys`() async throws {
    try await World.with { world in
      try await Terminal.with(world, "--profile", "anna", rows: 30) { anna in
        try await anna.sees("> anna")
        try await anna.press("Enter")
        try await anna.sees("notes to yourself")
        try await anna.type("My first line")
        try await anna.press("Enter")
        try await anna.waits(for: "a sent line") { screen in
          screen.contains { $0.contains("My first line") && $0.contains("✓") }
        }
        try await anna.press("C-q")
        try await anna.waitsForPrompt()
      }
      // The account exists, so nothing is asked and nothing is made any more, here or elsewhere.
      try await Terminal.with(world, "--profile", "anna", rows: 30) { anna in
        try await anna.sees("My first line")
        #expect(try await !anna.screen().contains { $0.contains("Your name") })
      }
      try await world.did("laptop", "account", "sign-in", "anna")
      try await world.did("laptop", "sync")
      for device in ["anna", "laptop"] {
        let chats = try await world.did(device, "chats", "--json").split(separator: "\n")
        #expect(chats.count == 1, "\(device): \(chats)")
        let texts = try await world.messages(device, in: "First").map(\.text)
        #expect(texts.count == 10 && texts.last == "My first line", "\(device): \(texts)")
      }
      try await world.did("anna", "archive", "First")
      try await world.did("anna", "delete", "First")
      #expect(try await world.did("anna", "chats", "--json") == "")
    }
  }

  @Test func `a name that is wrong or taken is said, with a way out`() async throws {
    try await World.with { world in
      try await world.did("bob", "account", "create", "bob")
      try await Terminal.with(world, "--profile", "second") { window in
        try await window.sees("> second")
        try await window.type("second one")
        try await window.sees("An account name must have")
        try await window.press("C-u")
        try await window.type("bob")
        try await window.press("Enter")
        try await window.sees("There is an account ‘bob’ already.")
        try await window.type("by")
        try await window.press("Enter")
        try await window.sees("First steps")
        try await window.sees("bobby")
      }
    }
  }

  @Test func `a terminal of lines asks the same, and its chat explains the words`() async throws {
    try await World.with { world in
      try await PseudoTerminal.with(
        world, [Program.executable.path, "--profile", "anna", "--plain"]
      ) { terminal in
        try await terminal.sees("What is your name?")
        terminal.type("\r")
        try await terminal.sees("The account ‘anna’ is made.")
        try await terminal.sees("‘First steps’, only you")
        try await terminal.sees("help lists all words.")
        terminal.type("quit\r")
        #expect(await terminal.ended() == .exited(0))
      }
    }
  }

  @Test func `leaving makes nothing and gives the terminal back`() async throws {
    try await World.with { world in
      for key in ["Escape", "C-c"] {
        try await Terminal.with(world, "--profile", "anna") { anna in
          try await anna.sees("> anna")
          try await anna.press(key)
          try await anna.waitsForPrompt()
          try await anna.type("stty -a | grep -o ' echo ' && echo back-$((40+2))")
          try await anna.press("Enter")
          try await anna.sees("back-42")
        }
      }
      let data = world.home.appendingPathComponent("data").path
      #expect(!FileManager.default.fileExists(atPath: data))
    }
  }

  @Test func `without a cloud the question says so, and goes on when there is one`() async throws {
    try await World.with { world in
      try await world.did(nil, "cloud", "start")
      try await world.did(nil, "cloud", "stop")
      try await Terminal.with(world, "--profile", "anna") { anna in
        try await anna.sees("> anna")
        try await anna.press("Enter")
        try await anna.sees("The cloud was stopped.")
        try await world.did(nil, "cloud", "start")
        try await anna.press("Enter")
        try await anna.sees("First steps")
      }
    }
  }

  @Test func `commands and pipes ask nothing`() async throws {
    try await World.with { world in
      for arguments in [["send", "Trip", "hello"], ["read", "Trip"], ["chats"], []] {
        let result = try await world.program.run(["--profile", "anna"] + arguments)
        #expect(result.code == (arguments.isEmpty ? 2 : 3), "\(arguments): \(result.words)")
      }
      #expect(!FileManager.default.fileExists(atPath: profile("anna", in: world)))
    }
  }
}
