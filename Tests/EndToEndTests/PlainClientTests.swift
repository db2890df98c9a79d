import Foundation
import Testing

/// The client line by line, as a real process.
@Suite(.timeLimit(.minutes(15)))
struct PlainClientTests {
  /// `zonechat --plain` of somebody, with these lines as its input.
  private func plain(_ world: World, _ person: String, _ lines: String...) async throws
    -> Program.Result
  {
    try await world.run(
      person, "--plain", input: lines.map { $0 + "\n" }.joined())
  }

  private func expectPlain(_ text: String) {
    let bad = text.unicodeScalars.filter {
      $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
    }
    #expect(bad.isEmpty, "\(Array(bad)) in \(text)")
  }

  @Test func `a pipe writes, reads and ends with a true exit code`() async throws {
    try await World.with { world in
      try await world.chat("Family", of: ["alice", "bob"])
      let sent = try await plain(world, "alice", "open family", "hello", "second line")
      #expect(sent.code == 0, "\(sent.output)\(sent.words)")
      expectPlain(sent.output)
      #expect(
        try await world.messages("alice", in: "Family").map(\.state).allSatisfy { $0 == "sent" })
      let read = try await plain(world, "bob", "unread")
      #expect(read.code == 0)
      #expect(read.output.contains("‘Family’, 2 members, 2 new messages."))
      #expect(read.output.contains("1. alice, ") && read.output.contains(": second line"))
      // What was said counts as read.
      #expect(try await plain(world, "bob", "unread").output.contains("There is nothing new"))
      for lines in [["open nowhere"], ["hello"], ["open family", "/nothing"], ["reply 3 x"]] {
        let failed = try await world.run(
          "alice", "--plain", input: lines.map { $0 + "\n" }.joined())
        #expect(failed.code == 1, "\(lines): \(failed.output)")
      }
      // A question is answered by a line; without an answer nothing is done.
      let unanswered = try await plain(world, "alice", "/new Short", "delete-chat")
      #expect(unanswered.code == 1 && unanswered.output.contains("yes or no?"))
      let answered = try await plain(world, "alice", "open short", "delete-chat", "yes")
      #expect(answered.code == 0, "\(answered.output)")
      #expect(try await !world.did("alice", "chats").contains("Short"))
      // A chat that the command line names, and a last line without an end.
      let named = try await world.run("alice", "--plain", "Family", input: "no line end")
      #expect(named.code == 0, "\(named.output)\(named.words)")
      #expect(try await world.messages("alice", in: "Family").last?.text == "no line end")
      #expect(try await world.run("nobody", "--plain", input: "chats\n").code == 3)
    }
  }

  @Test func `messages that a pipe writes without a cloud are kept`() async throws {
    try await World.with { world in
      try await world.chat("Family", of: ["alice", "bob"])
      try await world.did(nil, "cloud", "stop")
      let sent = try await plain(world, "alice", "open family", "later")
      #expect(sent.code == 0, "\(sent.output)")
      #expect(sent.output.contains("not sent yet"))
      try await world.did(nil, "cloud", "start")
      try await world.did("alice", "sync")
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Family").map(\.text) == ["later"])
    }
  }

  @Test func `two people in two simple terminals`() async throws {
    try await World.with { world in
      let shell = "export TERM=dumb; exec sh"
      try await Terminal.with(world, "--profile", "anna", shell: shell) { anna in
        try await anna.sees("What is your name?")
        try await anna.press("Enter")
        try await anna.sees("ZoneChat, line by line, as anna.")
        try await Terminal.with(world, "--profile", "bob", "--plain", shell: shell) { bob in
          try await bob.sees("What is your name?")
          try await bob.type("bob")
          try await bob.press("Enter")
          try await bob.sees("as bob.")
          try await anna.type("/new Trip")
          try await anna.press("Enter")
          try await anna.sees("‘Trip’, only you")
          try await anna.type("/invite bob")
          try await anna.press("Enter")
          // She is in no chat of his: he is not told, and finds her invitation where he looks for it.
          try await until("the invitation") {
            try await world.did("bob", "invitations").contains("anna invites you to ‘Trip’")
          }
          try await bob.type("invitations")
          try await bob.press("Enter")
          try await bob.sees("You have no chat with anna yet. accept 1 joins")
          try await bob.type("accept 1")
          try await bob.press("Enter")
          try await bob.sees("You joined the chat.")
          try await bob.sees("No messages yet.")
          try await anna.sees("bob joined.")
          try await bob.type("I am in")
          try await bob.press("Enter")
          try await bob.sees("10 is sent.")
          try await anna.sees("10. bob, ")
          try await anna.type("react 10 thumbs up")
          try await anna.press("Enter")
          try await bob.sees("anna reacted to 10 with")
          try await anna.type("open nowhere")
          try await anna.press("Enter")
          try await anna.sees("There is no chat ‘nowhere’.")
          try await anna.press("C-d")
          try await anna.waitsForPrompt()
          try await bob.type("quit")
          try await bob.press("Enter")
          try await bob.waitsForPrompt()
        }
      }
    }
  }

  @Test func `a window and a line client of one profile see each other's messages`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Terminal.with(world, "--profile", "alice") { screen in
        try await screen.sees("▎Crew")
        try await Terminal.with(world, "--profile", "alice", "--plain", "Crew") { lines in
          try await lines.sees("No messages yet.")
          try await screen.type("from the screen")
          try await screen.press("Enter")
          try await lines.sees("1. you, ")
          try await lines.type("from the lines")
          try await lines.press("Enter")
          try await screen.sees("from the lines")
          try await kill(lines.clientProcess(), SIGTERM)
          try await lines.waitsForPrompt()
        }
      }
    }
  }
}
