import Foundation
import Testing

/// Devices that are signed in to one account over a network, seen, signed out, and left with another passphrase.
@Suite(.timeLimit(.minutes(15)))
struct SessionTests {
  private static let newPassphrase = "staple battery"

  /// A server with anna, who is signed in on a laptop too, and has a chat ‘Trip’ on both.
  private func withTwoDevices(
    _ body: (SelfMadeServer, _ anna: World, _ laptop: World) async throws -> Void
  ) async throws {
    try await World.with { anna in
      try await World.with { laptop in
        try await SelfMadeServer.with(anna) { server in
          try await server.signUp("anna", on: anna)
          try await anna.did(nil, "new", "Trip")
          try await anna.did(nil, "sync")
          try await laptop.did(
            nil, "account", "sign-in", "anna", "--cloud", server.url, "--ca", server.authority,
            "--passphrase-file", try SelfMadeServer.passphraseFile(on: laptop))
          try await laptop.did(nil, "sync")
          try await body(server, anna, laptop)
        }
      }
    }
  }

  private struct Session: Decodable {
    var id: String
    var device: String
    var address: String
    var isCurrent: Bool
  }

  private func sessions(of machine: World) async throws -> [Session] {
    try await machine.did(nil, "account", "sessions", "--json").split(separator: "\n").map {
      try JSONDecoder().decode(Session.self, from: Data($0.utf8))
    }
  }

  private func newPassphraseFile(on machine: World) throws -> String {
    let file = machine.home.appendingPathComponent("new-passphrase")
    try Data((Self.newPassphrase + "\n").utf8).write(to: file)
    return file.path
  }

  private static let refusal = "does not accept this account's keys any more"

  @Test func `a window whose session ends elsewhere says what to do, and sends after signing in`()
    async throws
  {
    try await withTwoDevices { server, anna, laptop in
      let found = try await sessions(of: anna)
      #expect(found.count == 2 && found.allSatisfy { $0.address == "127.0.0.1" }, "\(found)")
      #expect(found.allSatisfy { !$0.device.isEmpty }, "\(found)")
      let table = try await anna.did(nil, "account", "sessions")
      #expect(table.contains("(this one)"), "\(table)")
      let (own, other) = (
        try #require(found.first { $0.isCurrent }), try #require(found.first { !$0.isCurrent })
      )
      let refused = try await anna.run(nil, "account", "sessions", "--end", own.id)
      #expect(refused.code == 2 && refused.words.contains("account sign-out"), "\(refused)")
      try await Terminal.with(laptop, "open", "Trip") { window in
        try await window.sees("Trip")
        try await anna.did(nil, "account", "sessions", "--end", String(other.id.prefix(8)))
        #expect(try await sessions(of: anna).map(\.id) == [own.id])
        try await window.waits(for: "the end of the session") { screen in
          screen.contains { $0.contains("stopped") || $0.contains("The cloud does not") }
        }
        // Also where the list is narrow, the way out is on the screen.
        try await window.sees("sign-in anna’")
        try await window.type("kept for later")
        try await window.press("Enter")
        try await window.sees("kept for later")
        let why = try await laptop.run(nil, "outbox", "--explain")
        #expect((why.output + why.words).contains(Self.refusal), "\(why)")
        #expect((why.output + why.words).contains("zonechat account sign-in anna"), "\(why)")
        // The open window takes the keys that the profile gets.
        try await laptop.did(
          nil, "account", "sign-in", "anna", "--passphrase-file",
          try SelfMadeServer.passphraseFile(on: laptop))
        // It calls the window's engine, which may still say how its last try has ended.
        _ = try await laptop.run(nil, "sync")
        try await window.waits(for: "a sent line") { screen in
          screen.contains { $0.contains("kept for later") && $0.contains("✓") }
        }
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      try await anna.did(nil, "sync")
      #expect(try await anna.messages(nil, in: "Trip").map(\.text) == ["kept for later"])
      // All others, in one order.
      #expect(
        try await anna.did(nil, "account", "sessions", "--end-others") == "1 session was ended.")
      #expect(try await laptop.run(nil, "sync").code == 4)
    }
  }

  @Test func `a copy of the keys is worth nothing after a new passphrase`() async throws {
    try await withTwoDevices { server, anna, laptop in
      try await World.with { thief in
        let folder = "data/profiles/default"
        let place = thief.home.appendingPathComponent(folder)
        try FileManager.default.createDirectory(
          at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.copyItem(
          at: anna.home.appendingPathComponent(folder + "/account.json"),
          to: place.appendingPathComponent("account.json"))
        try await thief.did(nil, "sync")
        #expect(try await thief.did(nil, "chats").contains("Trip"))
        // With the key alone nobody changes the passphrase.
        let guess = thief.home.appendingPathComponent("guess")
        try Data("wrong horse\n".utf8).write(to: guess)
        let wrong = try await thief.run(
          nil, "account", "passphrase", "--passphrase-file", guess.path, "--new-passphrase-file",
          guess.path)
        #expect(wrong.code == 1 && wrong.words.contains("The passphrase is wrong"), "\(wrong)")

        try await Terminal.with(anna, "open", "Trip") { window in
          try await window.sees("Trip")
          try await anna.did(
            nil, "account", "passphrase", "--passphrase-file",
            try SelfMadeServer.passphraseFile(on: anna), "--new-passphrase-file",
            try newPassphraseFile(on: anna))
          // The open window of the profile goes on with the new keys.
          try await window.type("still here")
          try await window.press("Enter")
          try await window.waits(for: "a sent line") { screen in
            screen.contains { $0.contains("still here") && $0.contains("✓") }
          }
          try await window.press("C-q")
          try await window.waitsForPrompt()
        }
        for machine in [thief, laptop] {
          let refused = try await machine.run(nil, "sync")
          #expect(refused.code == 4 && refused.words.contains(Self.refusal), "\(refused)")
        }
        #expect(try await sessions(of: anna).map(\.isCurrent) == [true])
        let old = try await laptop.run(
          nil, "account", "sign-in", "anna", "--passphrase-file",
          try SelfMadeServer.passphraseFile(on: laptop))
        #expect(old.code == 3, "\(old)")
        try await laptop.did(
          nil, "account", "sign-in", "anna", "--passphrase-file",
          try newPassphraseFile(on: laptop))
        try await laptop.did(nil, "sync")
        #expect(try await laptop.messages(nil, in: "Trip").map(\.text) == ["still here"])
      }
    }
  }

  @Test func `at a terminal the passphrases are asked for, and elsewhere nothing is`() async throws
  {
    try await World.with { anna in
      try await SelfMadeServer.with(anna) { server in
        try await server.signUp("anna", on: anna)
        let refused = try await anna.run(nil, "account", "passphrase")
        #expect(refused.code == 2, "\(refused)")
        #expect(
          refused.words.contains("--passphrase-file FILE and --new-passphrase-file FILE"),
          "\(refused)")
        try await PseudoTerminal.with(
          anna, [Program.executable.path, "account", "passphrase"]
        ) { terminal in
          try await terminal.sees("Present passphrase: ")
          terminal.type(SelfMadeServer.passphrase + "\r")
          try await terminal.sees("New passphrase, at least 8 characters: ")
          terminal.type("short\r")
          try await terminal.sees("A passphrase must have at least 8 characters")
          terminal.type(Self.newPassphrase + "\r")
          try await terminal.sees("The same again: ")
          terminal.type(Self.newPassphrase + "\r")
          try await terminal.sees("anna has another passphrase now.")
          #expect(await terminal.ended() == .exited(0))
        }
        try await anna.did(nil, "sync")
      }
    }
  }

  @Test func `on the cloud of one machine no present passphrase is needed`() async throws {
    try await World.with { world in
      try await world.did("alice", "account", "create", "alice")
      let refused = try await world.run("alice", "account", "passphrase")
      #expect(refused.code == 2, "\(refused)")
      #expect(!refused.words.contains("Use --passphrase-file"), "\(refused)")
      try await world.did(
        "alice", "account", "passphrase", "--new-passphrase-file", try newPassphraseFile(on: world))
      try await world.did("alice", "new", "Still mine")
      try await world.did("alice", "sync")
    }
  }
}
