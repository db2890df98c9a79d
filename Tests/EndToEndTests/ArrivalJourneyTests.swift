import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A link of a server is opened on another machine: two homes, and a server with TLS between them.
@Suite(.timeLimit(.minutes(15)))
struct ArrivalJourneyTests {
  /// The GUID of no chat.
  private static let unknown = "AAAABBBBCCCCDDDDEEEEFFFF"

  /// Runs `body` with a server, and with the machines of its owner anna and of a friend.
  ///
  /// Anna has a chat ‘Trip’, whose link is open.
  private func withServer(
    _ body: (SelfMadeServer, _ anna: World, _ friend: World, _ link: String) async throws -> Void
  ) async throws {
    try await World.with { anna in
      try await World.with { friend in
        try await SelfMadeServer.with(anna) { server in
          try await server.signUp("anna", on: anna)
          try await anna.did(nil, "new", "Trip")
          let link = try await anna.did(nil, "invite", "Trip", "--open-link")
          try await body(server, anna, friend, link)
        }
      }
    }
  }

  private func contents(_ folder: String, of world: World) -> [String] {
    let path = world.home.appendingPathComponent(folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// What the profile ‘default’ keeps of its account, with the address of its cloud.
  private func account(on world: World) throws -> String {
    try String(
      contentsOf: world.home.appendingPathComponent("data/profiles/default/account.json"),
      encoding: .utf8)
  }

  /// Joins the chat of a link as an order, which asks nothing.
  @discardableResult
  private func join(
    _ link: String, as name: String, on machine: World, profile: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> String {
    try await machine.did(
      profile, "join", link, "--name", name, "--passphrase-file",
      try SelfMadeServer.passphraseFile(on: machine), at: location)
  }

  @Test func `a friend on a new machine comes in by one link`() async throws {
    try await withServer { server, anna, friend, link in
      #expect(link.hasPrefix("\(server.url)/join/"), "\(link)")
      #expect(link.contains("#Trip,ca="), "\(link)")
      try await Terminal.with(friend, link, rows: 30) { window in
        try await window.sees("This leads to the server \(server.host)")
        try await window.press("Enter")
        try await window.sees("anna invites you to ‘Trip’")
        try await window.sees("this server can read what is written there.")
        // The letters take the place of the offered name.
        try await window.type("bob")
        try await window.press("Enter")
        try await window.sees("A passphrase for ‘bob’")
        try await window.type(SelfMadeServer.passphrase)
        try await window.press("C-r")
        try await window.sees("> \(SelfMadeServer.passphrase)")
        try await window.press("Enter")
        try await window.sees("anna invites you to ‘Trip’.")
        try await window.confirm("You may read and write there.")
        try await window.sees("▎Trip")
        try await window.type("I am in")
        try await window.press("Enter")
        try await window.waits(for: "a sent line") { screen in
          screen.contains { $0.contains("I am in") && $0.contains("✓") }
        }
        try await anna.did(nil, "sync")
        #expect(try await anna.messages(nil, in: "Trip").map(\.text) == ["I am in"])
        try await anna.did(nil, "send", "Trip", "--wait", "Welcome, bob")
        try await window.sees("Welcome, bob")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      // The friend's machine has no cloud of its own.
      #expect(contents("data", of: friend) == ["profiles"])
      #expect(contents("data/profiles", of: friend) == ["default"])
      // The link is known now: nothing is asked, and nothing is made a second time.
      try await Terminal.with(friend, link, rows: 30) { window in
        try await window.sees("You are in ‘Trip’ already.")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      #expect(contents("data/profiles", of: friend) == ["default"])
    }
  }

  @Test func `nothing is sent to a host that no profile knows before Enter`() async throws {
    try await World.with { friend in
      let listener = try SilentListener()
      let link = "https://127.0.0.1:\(listener.port)/join/\(Self.unknown)#Trip"
      try await Terminal.with(friend, link) { window in
        try await window.sees("This leads to the server 127.0.0.1:\(listener.port)")
        #expect(!listener.hasCaller)
        try await window.press("Escape")
        try await window.waitsForPrompt()
      }
      #expect(!listener.hasCaller)
      #expect(contents("data", of: friend) == [])
    }
  }

  @Test(arguments: [
    ["open", "--", "http://chat.example/join/AAAABBBBCCCC"],
    ["--plain", "https://chat.example/join/no-link?from=a-page"],
  ])
  func `a link that is wrong is not taken for a chat's name`(words: [String]) async throws {
    try await World.with { friend in
      try await PseudoTerminal.with(friend, [Program.executable.path] + words) { terminal in
        try await terminal.sees("link")
        #expect(await terminal.ended() != .exited(0))
      }
      #expect(contents("data", of: friend) == [])
    }
  }

  @Test func `line by line it is the same`() async throws {
    try await withServer { server, anna, friend, link in
      try await PseudoTerminal.with(
        friend, [Program.executable.path, "--plain", link]
      ) { terminal in
        try await terminal.sees("This leads to the server \(server.host)")
        terminal.type("\r")
        try await terminal.sees("anna invites you to ‘Trip’")
        try await terminal.sees("What is your name?")
        terminal.type("bob\r")
        try await terminal.sees("Passphrase, at least 8 characters: ")
        terminal.type(SelfMadeServer.passphrase + "\r")
        try await terminal.sees("The same again: ")
        terminal.type(SelfMadeServer.passphrase + "\r")
        try await terminal.sees("The account ‘bob’ is made.")
        try await terminal.sees("You may read and write there.")
        // An answer counts only when there was time to read the question.
        var refusals = 0
        repeat {
          let seen = refusals
          terminal.type("yes\r")
          try await terminal.waits(for: "an answer") {
            refusals = $0.text.ranges(of: "That came too soon").count
            return refusals > seen || $0.text.contains("You joined the chat.")
          }
        } while !terminal.text.contains("You joined the chat.")
        terminal.type("quit\r")
        #expect(await terminal.ended() == .exited(0))
      }
      #expect(contents("data", of: friend) == ["profiles"])
    }
  }

  @Test func `an order joins without a question, signs up or signs in`() async throws {
    try await withServer { server, anna, friend, link in
      // Without a name it says what is missing, and makes nothing.
      let nameless = try await friend.run(nil, "join", link)
      #expect(nameless.code == 3 && nameless.words.contains("--name NAME"), "\(nameless.words)")
      #expect(contents("data", of: friend) == [])
      #expect(try await join(link, as: "bob", on: friend).contains("Joined ‘Trip’"))
      #expect(try await join(link, as: "bob", on: friend).contains("already in ‘Trip’"))
      try await friend.did(nil, "send", "Trip", "--wait", "hello")
      // Another device of the same person: the name is taken, and the passphrase is its own.
      try await World.with { laptop in
        try await join(link, as: "bob", on: laptop)
        #expect(try await laptop.messages(nil, in: "Trip").map(\.text) == ["hello"])
        let file = laptop.home.appendingPathComponent("wrong")
        try Data("battery staple\n".utf8).write(to: file)
        let stranger = try await laptop.run(
          "other", "join", link, "--name", "anna", "--passphrase-file", file.path)
        #expect(
          stranger.code == 1 && stranger.words.contains("its passphrase is another one"),
          "\(stranger.words)")
        #expect(contents("data/profiles", of: laptop) == ["default"])
      }
      // A link that leads nowhere on the server makes no account.
      let nowhere = link.replacing(/join\/[^#]+/, with: "join/" + Self.unknown)
      let lost = try await friend.run("third", "join", nowhere, "--name", "carl")
      #expect(lost.code == 1 && lost.words.contains("leads nowhere"), "\(lost.words)")
      // Nor does a link for another server than the one that answers.
      let forged = link.replacing(/ca=[^,]+/, with: "ca=" + String(repeating: "A", count: 43))
      let wrong = try await friend.run("third", "join", forged, "--name", "carl")
      #expect(
        wrong.code == 1 && wrong.words.contains("is not the one that this link was made for"),
        "\(wrong.words)")
      #expect(contents("data/profiles", of: friend) == ["default"])
    }
  }

  @Test func `where new accounts need an invitation, only accounts sign in`() async throws {
    try await withServer { server, anna, friend, link in
      try await anna.did(
        nil, "cloud", "limits", "--sign-up", "invitation", "--cloud",
        "unix:" + anna.home.appendingPathComponent("server.sock").path)
      let refused = try await friend.run(
        nil, "join", link, "--name", "bob", "--passphrase-file",
        try SelfMadeServer.passphraseFile(on: friend))
      // The name may be that of an account that bob wishes to have.
      let advice =
        "\(server.host) takes new people by invitation only. Ask its administrator for an invitation to the server"
      #expect(
        refused.code == 3 && refused.words.contains("There is no account ‘bob’")
          && refused.words.contains(advice), "\(refused.words)")
      let nameless = try await friend.run(nil, "join", link)
      #expect(nameless.code == 3 && nameless.words.contains(advice), "\(nameless.words)")
      #expect(!nameless.words.contains("passphrase is wrong"), "\(nameless.words)")
      try await administer(anna, "limits", "--members-invite", "3")
      let asked = try await friend.run(nil, "join", link)
      #expect(
        asked.code == 3 && asked.words.contains("Ask anna for an invitation to the server"),
        "\(asked.words)")
      #expect(contents("data/profiles", of: friend) == [])
      try await Terminal.with(friend, link, rows: 30) { window in
        try await window.sees("This leads to")
        try await window.press("Enter")
        // The sentence breaks where the row ends.
        try await window.sees("anna for an invitation to the server")
        try await window.sees("The name of your account")
        try await window.type("anna")
        try await window.press("Enter")
        try await window.sees("The passphrase of ‘anna’")
        try await window.type(SelfMadeServer.passphrase)
        try await window.press("Enter")
        try await window.sees("You are in ‘Trip’ already.")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      // The account had its first steps elsewhere.
      let chats = try await friend.did(nil, "chats", "--json").split(separator: "\n")
      #expect(chats.count == 1, "\(chats)")
    }
  }

  /// Runs a command of the server's administrator, who is on its machine.
  @discardableResult
  private func administer(_ anna: World, _ words: String...) async throws -> String {
    let socket = "unix:" + anna.home.appendingPathComponent("server.sock").path
    let result = try await anna.program.run(["cloud"] + words + ["--cloud", socket])
    #expect(result.code == 0, "cloud \(words): \(result.words)")
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func typePassphrase(
    _ passphrase: String = SelfMadeServer.passphrase, in window: Terminal
  ) async throws {
    try await window.type(passphrase)
    try await window.press("Enter")
  }

  @Test func `where new accounts need an invitation, its link lets in one`() async throws {
    try await withServer { server, anna, friend, link in
      try await administer(anna, "limits", "--sign-up", "invitation")
      let invitation = try await administer(
        anna, "invite", "bob", "--address", server.url, "--from", "Anna B")
      #expect(invitation.contains(",code="), "\(invitation)")
      try await Terminal.with(friend, invitation, rows: 30) { window in
        try await window.sees("This leads to the server \(server.host)")
        try await window.press("Enter")
        try await window.sees("The administrator (Anna B) invites you to")
        // The name is that of the invitation.
        try await window.sees("> bob")
        try await window.press("Enter")
        try await window.sees("A passphrase for ‘bob’")
        try await typePassphrase(in: window)
        // The link leads to no chat, so the list of chats opens.
        try await window.sees("Welcome!")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      #expect(contents("data", of: friend) == ["profiles"])
      #expect(contents("data/profiles", of: friend) == ["default"])
      let steps = try await friend.messages(nil, in: "First").map(\.text)
      #expect(
        steps.contains { $0.contains("/link: a link to a chat, also for a friend") }, "\(steps)")
      // Where somebody is signed in already, the code is not needed.
      #expect(try await friend.did(nil, "join", invitation) == "Signed in as bob.")
      try await World.with { other in
        let file = try SelfMadeServer.passphraseFile(on: other)
        let late = try await other.run(
          nil, "join", invitation, "--name", "carl", "--passphrase-file", file)
        #expect(
          late.code == 1 && late.words.contains("Nothing was made on this machine"),
          "\(late.words)")
        try await Terminal.with(other, invitation, rows: 30) { window in
          try await window.sees("This leads to the server")
          try await window.press("Enter")
          try await window.waitsForPrompt()
        }
        #expect(contents("data", of: other) == [])
        // An order makes an account too, in the profile that it names.
        let second = try await administer(anna, "invite", "--address", server.url)
        try await other.did(
          "work", "account", "create", "carl", "--invitation", second, "--passphrase-file", file)
        #expect(contents("data/profiles", of: other) == ["work"])
        #expect(try await other.did("work", "account", "status").contains(server.url))
      }
    }
  }

  @Test func `whoever opens the link of a chat first can paste the invitation at the question`()
    async throws
  {
    try await withServer { server, anna, friend, link in
      try await administer(anna, "limits", "--sign-up", "invitation")
      let invitation = try await administer(anna, "invite", "bob", "--address", server.url)
      try await Terminal.with(friend, link, rows: 30) { window in
        try await window.sees("This leads to the server \(server.host)")
        try await window.press("Enter")
        try await window.sees("You can also paste it here.")
        try await window.type(invitation)
        try await window.sees("Enter: follow this link")
        try await window.press("Enter")
        // The way to the chat is not lost, and the server is not asked about again.
        try await window.sees("anna invites you to ‘Trip’")
        try await window.sees("> bob")
        try await window.press("Enter")
        try await window.sees("A passphrase for ‘bob’")
        try await typePassphrase(in: window)
        try await window.sees("anna invites you to ‘Trip’.")
        try await window.confirm("You may read and write there.")
        try await window.sees("▎Trip")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
    }
  }

  @Test func `the list of processes shows no code of a link`() async throws {
    try await withServer { server, anna, friend, link in
      let invitation = try await administer(anna, "invite", "bob", "--address", server.url)
      let code = try #require(invitation.firstMatch(of: /,code=([A-Za-z0-9_-]+)/)).output.1
      func expectCovered(_ window: PseudoTerminal) throws {
        let file = try String(contentsOfFile: "/proc/\(window.process)/cmdline", encoding: .utf8)
        #expect(file.contains("\(server.url)/join#"), "\(file)")
        #expect(file.contains("code=*") && !file.contains(code), "\(file)")
      }
      let program = Program.executable.path
      try await PseudoTerminal.with(friend, [program, invitation]) { window in
        try await window.sees("This leads to the server")
        try expectCovered(window)
      }
      try await PseudoTerminal.with(friend, [program, "--plain", invitation]) { window in
        try await window.sees("This leads to the server")
        window.type("\r")
        try await window.sees("What is your name?")
        try expectCovered(window)
      }
      // A command that reads the link from its standard input has it in no argument at all.
      let joined = try await friend.run(
        nil, "join", "-", "--name", "bob", "--passphrase-file",
        try SelfMadeServer.passphraseFile(on: friend), input: invitation + "\n")
      #expect(joined.code == 0 && joined.words.contains("Made the account ‘bob’"), "\(joined)")
      let nothing = try await friend.run(nil, "join", "-", input: "")
      #expect(nothing.code == 2 && nothing.words.contains("no link"), "\(nothing.words)")
    }
  }

  @Test func `a member invites somebody who has no account`() async throws {
    try await withServer { server, anna, friend, link in
      try await administer(anna, "limits", "--sign-up", "invitation")
      let refused = try await anna.run(nil, "invite", "Trip", "--new-person")
      #expect(refused.code == 1, "\(refused.words)")
      try await administer(anna, "limits", "--members-invite", "2")
      let invitation = try await anna.did(nil, "invite", "Trip", "--new-person")
      #expect(invitation.hasPrefix("\(server.url)/join/"), "\(invitation)")
      #expect(try await join(invitation, as: "bob", on: friend).contains("Joined ‘Trip’"))
      // Who has made codes sees what has become of them, and takes back what is open.
      let second = try await anna.did(nil, "invite", "Trip", "--new-person")
      struct Code: Decodable {
        var id: String
        var state: String
        var lastUsedBy: String?
      }
      func codes() async throws -> [Code] {
        try await anna.did(nil, "account", "invitations", "--json").split(separator: "\n").map {
          try JSONDecoder().decode(Code.self, from: Data($0.utf8))
        }
      }
      let made = try await codes()
      #expect(made.map(\.state) == ["used", "open"] && made.map(\.lastUsedBy) == ["bob", nil])
      let table = try await anna.did(nil, "account", "invitations")
      #expect(table.contains("used up") && table.contains("bob"), "\(table)")
      #expect(!table.contains("MADE BY"), "\(table)")
      let open = try #require(made.last)
      try await anna.did(nil, "account", "invitations", "revoke", open.id)
      #expect(try await codes().map(\.state) == ["used", "revoked"])
      let unknown = try await anna.run(nil, "account", "invitations", "revoke", "nothing1")
      #expect(unknown.code == 1 && unknown.words.contains("no link ‘nothing1’"), "\(unknown)")
      // Nobody comes in by the link any more.
      try await World.with { other in
        let late = try await other.run(
          nil, "join", second, "--name", "carl", "--passphrase-file",
          try SelfMadeServer.passphraseFile(on: other))
        #expect(late.code == 1 && late.words.contains("taken back"), "\(late.words)")
      }
    }
  }

  @Test func `another device signs in by a link, without the passphrase`() async throws {
    try await withServer { server, anna, friend, link in
      let device = try await anna.did(
        nil, "account", "link-device", "--passphrase-file",
        try SelfMadeServer.passphraseFile(on: anna))
      #expect(device.hasPrefix("\(server.url)/join#"), "\(device)")
      try await Terminal.with(friend, device, rows: 30) { window in
        try await window.sees("This leads to the server \(server.host)")
        try await window.press("Enter")
        try await window.sees("signs in the account ‘anna’")
        #expect(contents("data/profiles", of: friend) == [])
        try await window.press("Enter")
        try await window.sees("Trip")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      try await friend.did(nil, "send", "Trip", "--wait", "from the other device")
      try await anna.did(nil, "sync")
      #expect(
        try await anna.messages(nil, in: "Trip").map(\.text) == ["from the other device"])
      // It counts once.
      try await World.with { thief in
        let late = try await thief.run(nil, "account", "sign-in", "anna", "--link", device)
        #expect(late.code == 1 && late.words.contains("Nothing was made"), "\(late.words)")
        #expect(contents("data", of: thief) == [])
      }
      // Where the profile's session is over, such a link signs in again; where it is not, nothing is used.
      func deviceLink() async throws -> String {
        try await anna.did(
          nil, "account", "link-device", "--passphrase-file",
          try SelfMadeServer.passphraseFile(on: anna))
      }
      let again = try await deviceLink()
      #expect(try await friend.did(nil, "join", again) == "Signed in as anna.")
      try await anna.did(nil, "account", "sessions", "--end-others")
      #expect(try await friend.run(nil, "sync", "--timeout", "10").code != 0)
      let last = try await deviceLink()
      #expect(try await friend.did(nil, "join", last) == "Signed in as anna.")
      try await friend.did(nil, "send", "Trip", "--wait", "signed in again")
      #expect(contents("data/profiles", of: friend) == ["default"])
      // In the home of somebody else it is an order only with the name of the account.
      try await World.with { bob in
        try await server.signUp("bob", on: bob)
        let found = try await deviceLink()
        let refused = try await bob.run(nil, "join", found)
        #expect(
          refused.code == 2 && refused.words.contains("repeat the command with --name anna"),
          "\(refused.words)")
        #expect(contents("data/profiles", of: bob) == ["default"])
        #expect(try await bob.did(nil, "join", found, "--name", "anna") == "Signed in as anna.")
        #expect(try await bob.did(nil, "account", "status").contains("bob"))
      }
      // Without the passphrase there is no link.
      let wrong = anna.home.appendingPathComponent("wrong")
      try Data("battery staple\n".utf8).write(to: wrong)
      let refused = try await anna.run(
        nil, "account", "link-device", "--passphrase-file", wrong.path)
      #expect(refused.code == 1 && !refused.output.contains("code="), "\(refused.words)")
    }
  }

  @Test func `a link for a new passphrase asks for that alone`() async throws {
    try await withServer { server, anna, friend, link in
      let reset = try await administer(
        anna, "accounts", "reset", "anna", "--address", server.url)
      try await Terminal.with(friend, reset, rows: 30) { window in
        try await window.sees("This leads to the server")
        try await window.press("Enter")
        try await window.sees("A new passphrase for ‘anna’")
        try await typePassphrase("battery staple", in: window)
        try await window.sees("Trip")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      try await World.with { other in
        let old = try await other.run(
          nil, "account", "sign-in", "anna", "--link", link, "--passphrase-file",
          try SelfMadeServer.passphraseFile(on: other))
        #expect(old.code == 3, "\(old.words)")
        let file = other.home.appendingPathComponent("new")
        try Data("battery staple\n".utf8).write(to: file)
        try await other.did(
          nil, "account", "sign-in", "anna", "--link", link, "--passphrase-file", file.path)
      }
      // On the machine where the account was signed in, its own profile gets the new keys.
      let file = anna.home.appendingPathComponent("newest")
      try Data("a third phrase\n".utf8).write(to: file)
      let again = try await administer(
        anna, "accounts", "reset", "anna", "--address", server.url)
      try await anna.did(nil, "join", again, "--passphrase-file", file.path)
      #expect(contents("data/profiles", of: anna) == ["default"])
      try await anna.did(nil, "sync")
    }
  }

  @Test func `the address of a server is enough`() async throws {
    try await withServer { server, anna, friend, link in
      try await Terminal.with(friend, server.host, "--ca", server.authority, rows: 30) { window in
        try await window.sees("This leads to the server \(server.host)")
        try await window.press("Enter")
        try await window.sees("Your name")
        try await window.press("Down")
        try await window.sees("The name of your account")
        try await window.type("anna")
        try await window.press("Enter")
        try await window.sees("The passphrase of ‘anna’")
        try await typePassphrase(in: window)
        try await window.sees("Trip")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      #expect(contents("data/profiles", of: friend) == ["default"])
    }
  }

  @Test func `a window asks which of several profiles it opens, and a command does not`()
    async throws
  {
    try await withServer { server, anna, friend, link in
      try await join(link, as: "bob", on: friend, profile: "home")
      try await join(link, as: "bea", on: friend, profile: "work")
      let command = try await friend.run(nil, "chats")
      #expect(command.code == 3, "\(command.words)")
      try await Terminal.with(friend) { window in
        try await window.sees("Several profiles of this machine are signed in.")
        try await window.sees("> home: bob on \(server.host)")
        try await window.press("Down")
        try await window.sees("> work: bea on \(server.host)")
        try await window.press("Enter")
        try await window.sees("F1 help")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      // The last one stands first; ‘a’ takes it for always.
      try await Terminal.with(friend) { window in
        try await window.sees("> work: bea on \(server.host), used ")
        try await window.type("a")
        try await window.sees("F1 help")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      try await Terminal.with(friend) { window in
        try await window.sees("F1 help")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      try await Terminal.with(friend, "--choose") { window in
        try await window.sees("Several profiles of this machine are signed in.")
        try await window.press("Escape")
        try await window.waitsForPrompt()
      }
    }
  }

  @Test func `the link of a server never touches the cloud of this machine`() async throws {
    try await withServer { server, anna, friend, link in
      try await friend.did(nil, "account", "create", "bob")
      try await friend.did(nil, "cloud", "stop")
      // The default profile is of the cloud of this machine, so the server gets one of its own.
      try await join(link, as: "bob", on: friend)
      #expect(contents("data/profiles", of: friend) == ["127.0.0.1", "default"])
      #expect(await friend.cloudProcess() == nil)
      let named = try await friend.run("default", "join", link)
      #expect(named.code == 2 && named.words.contains("Leave out --profile"), "\(named.words)")
      // In a window of that cloud the link is refused, with the command for it.
      try await friend.did(nil, "cloud", "start")
      try await Terminal.with(friend, "--profile", "default", rows: 30) { window in
        try await window.sees("F1 help")
        try await window.type("/join \(link)")
        try await window.press("Enter")
        try await window.sees("This link is of the server \(server.host)")
        try await window.press("C-q")
      }
    }
  }

  @Test func `several profiles of a server ask, and the answer is remembered`() async throws {
    try await withServer { server, anna, friend, link in
      try await join(link, as: "bob", on: friend, profile: "home")
      try await join(link, as: "bea", on: friend, profile: "work")
      let order = try await friend.run(nil, "join", link)
      #expect(order.code == 2 && order.words.contains("home (bob), work (bea)"), "\(order.words)")
      #expect(try await join(link, as: "bea", on: friend).contains("already in"))
      for (keys, first) in [(["Down"], "> home (bob)"), ([], "> work (bea)")]
        as [([String], String)]
      {
        try await Terminal.with(friend, link, rows: 30) { window in
          try await window.sees(first)
          for key in keys { try await window.press(key) }
          try await window.sees("> work (bea)")
          try await window.press("Enter")
          try await window.sees("You are in ‘Trip’ already.")
          try await window.press("C-q")
          try await window.waitsForPrompt()
        }
      }
    }
  }

  @Test func `the link of a machine makes nothing on another one`() async throws {
    try await World.with { anna in
      try await World.with { friend in
        try await anna.did(nil, "account", "create", "anna")
        try await anna.did(nil, "new", "Trip")
        let link = try await anna.did(nil, "invite", "Trip", "--open-link")
        #expect(link.hasPrefix("zonechat://join/"), "\(link)")
        try await Terminal.with(friend, link) { window in
          try await window.sees("This link names no server")
          try await window.waitsForPrompt()
        }
        let plain = try await friend.run(nil, "--plain", link)
        #expect(plain.code == 1 && plain.words.contains("names no server"), "\(plain.words)")
        #expect(contents("data", of: friend) == [])
        // On its own machine it still leads somebody new into the chat.
        try await Terminal.with(anna, "--profile", "bob", link, rows: 30) { window in
          try await window.sees("> bob")
          try await window.press("Enter")
          try await window.sees("anna invites you to ‘Trip’")
          try await window.press("C-q")
          try await window.waitsForPrompt()
        }
        // One that nobody knows there makes no profile either.
        try await Terminal.with(anna, "--profile", "carl", "zonechat://join/\(Self.unknown)") {
          window in
          try await window.sees("This link names no server")
          try await window.waitsForPrompt()
        }
        #expect(contents("data/profiles", of: anna) == ["bob", "default"])
      }
    }
  }

  @Test func `a profile belongs to its cloud, and follows a server that moves`() async throws {
    try await World.with { anna in
      var old = ""
      try await SelfMadeServer.with(anna) { server in
        old = server.url
        try await server.signUp("anna", on: anna)
        let refused = try await anna.run(nil, "chats", "--cloud", "https://other.example")
        #expect(
          refused.code == 2 && refused.words.contains("belongs to \(server.url)"),
          "\(refused.words)")
        #expect(refused.words.contains("account move URL"))
        // The same address in another spelling is the same cloud.
        try await anna.did(nil, "new", "Trip", "--cloud", server.url + "/")
        try await anna.did(nil, "sync")
      }
      // What is written now waits, and goes to the new address.
      try await anna.did(nil, "send", "Trip", "while it moves")
      try await SelfMadeServer.with(anna) { server in
        try #require(server.url != old)
        // The old address does not answer, so nobody but the person can say that this is the server.
        let unnamed = try await anna.run(nil, "account", "move", server.url)
        #expect(
          unnamed.code == 1 && unnamed.words.contains("With --force the new address gets the keys")
            && unnamed.words.contains("Nobody answers at \(old)"), "\(unnamed.words)")
        #expect(try account(on: anna).contains("\"\(old)\""))
        // Its certificates are made by the same authority.
        #expect(
          try await anna.did(nil, "account", "move", server.url, "--force")
            == "anna uses \(server.url) now.")
        try await anna.did(nil, "sync")
        #expect(try await anna.messages(nil, in: "Trip").map(\.state) == ["sent"])
        let link = try await anna.did(nil, "invite", "Trip")
        #expect(link.hasPrefix(server.url), "\(link)")
        // Another server is not taken for it, and gets no keys.
        try await World.with { other in
          try await SelfMadeServer.with(other) { stranger in
            let refused = try await anna.run(
              nil, "account", "move", stranger.url, "--ca", stranger.authority, "--force")
            #expect(
              refused.code == 1 && refused.words.contains("is another server"), "\(refused.words)")
          }
        }
        #expect(try await anna.did(nil, "account", "status").contains(server.url))
      }
    }
  }

  @Test func `who repeats the identity of a server gets neither keys nor links`() async throws {
    try await World.with { anna in
      var old = ""
      try await SelfMadeServer.with(anna) { server in
        old = server.url
        try await server.signUp("anna", on: anna)
      }
      try await World.with { other in
        try FileManager.default.copyItem(
          at: anna.home.appendingPathComponent("server"),
          to: other.home.appendingPathComponent("server"))
        try await SelfMadeServer.with(other) { stranger in
          try #require(stranger.url != old)
          let move = try await anna.run(
            nil, "account", "move", stranger.url, "--ca", stranger.authority)
          #expect(
            move.code == 1 && move.words.contains("does not say that it has moved"), "\(move.words)"
          )
          // An order without the name of a profile does not choose one by what a server says of itself.
          let link = "\(stranger.url)/join"
          let order = try await anna.run(
            nil, "open", "--plain", link, "--ca", stranger.authority, input: "")
          #expect(
            order.code == 2 && order.words.contains("a new account at \(stranger.host)")
              && order.words.contains("default (anna) at \(old)"), "\(order.words)")
        }
      }
      #expect(try account(on: anna).contains("\"\(old)\""))
    }
  }

  @Test func `a server that names its new address is followed without an order`() async throws {
    try await World.with { anna in
      var port = 0
      try await SelfMadeServer.with(anna) { server in
        port = try #require(server.host.split(separator: ":").last.flatMap { Int($0) })
        try await server.signUp("anna", on: anna)
        // It is the very same server, but has not said so.
        let refused = try await anna.run(nil, "account", "move", "https://localhost:\(port)")
        #expect(
          refused.code == 1 && refused.words.contains("Nothing was sent there")
            && !refused.words.contains("--force"), "\(refused.words)")
      }
      let new = "https://localhost:\(port)"
      try await SelfMadeServer.with(anna, port: port, ["--public-url", new]) { _ in
        #expect(try await anna.did(nil, "account", "move", new) == "anna uses \(new) now.")
        try await anna.did(nil, "sync")
      }
    }
  }

  @Test func `a link by another name of a server that has moved says so`() async throws {
    try await World.with { anna in
      try await SelfMadeServer.with(anna) { try await $0.signUp("anna", on: anna) }
      try await SelfMadeServer.with(anna) { server in
        try await anna.did(
          "second", "account", "sign-in", "anna", "--cloud", server.url, "--ca", server.authority,
          "--passphrase-file", try SelfMadeServer.passphraseFile(on: anna))
        try await anna.did("second", "new", "Trip")
        let link = try await anna.did("second", "invite", "Trip")
        let moved = try await anna.run("default", "join", link)
        #expect(
          moved.code == 1 && moved.words.contains("administrator, not whoever sent the link"),
          "\(moved.words)")
        #expect(!moved.words.contains("account move"), "\(moved.words)")
        try await anna.did(nil, "account", "move", server.url, "--force")
        #expect(try await anna.did("default", "join", link).contains("already in ‘Trip’"))
      }
    }
  }
}

/// A socket of this machine at which somebody listens who never answers.
private final class SilentListener: Sendable {
  let port: Int
  private let descriptor: Int32

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    self.descriptor = descriptor
    port = Int(UInt16(bigEndian: address.sin_port))
    try #require(isBound)
  }

  deinit { close(descriptor) }

  /// Whether somebody has connected.
  var hasCaller: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }
}
