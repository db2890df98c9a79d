import Foundation
import Testing

/// Wrong input gets one sentence and an exit code, and loses nothing.
@Suite(.timeLimit(.minutes(15)))
struct BadInputTests {
  /// Expects one line on standard error with these words, nothing on standard output, and the code.
  private func expectRefusal(
    _ result: Program.Result, code: Int32 = 1, _ words: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(result.code == code, "\(result.words)", sourceLocation: location)
    #expect(result.output == "", sourceLocation: location)
    #expect(result.words.contains(words), "\(result.words)", sourceLocation: location)
    #expect(
      result.words.split(separator: "\n").count == 1, "\(result.words)", sourceLocation: location)
  }

  @Test func `texts, titles, chats and links that cannot be`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      expectRefusal(try await world.run("alice", "send", "Crew", ""), "empty")
      expectRefusal(try await world.run("alice", "send", "Crew", " \u{200B}\n"), "empty")
      let megabyte = String(repeating: "a", count: 1_000_000)
      expectRefusal(
        try await world.run("alice", "send", "Crew", "-", input: megabyte), "1000000 bytes")
      expectRefusal(
        try await world.run("alice", "new", String(repeating: "x", count: 101)), "101 characters")
      expectRefusal(try await world.run("alice", "send", "Nowhere", "hi"), "no chat ‘Nowhere’")
      expectRefusal(try await world.run("bob", "join", "mailto:alice"), "is no link")
      expectRefusal(try await world.run("bob", "decline", "mailto:alice"), "is no link")
      expectRefusal(try await world.run("bob", "join", "http://example.org"), "over plain HTTP")
      expectRefusal(
        try await world.run("bob", "join", "zonechat://join/AAAABBBBCCCCDDDDEEEEFFFF"),
        "names no server")
      expectRefusal(try await world.run("alice", "invite", "Crew", "nobody"), "no account ‘nobody’")
      expectRefusal(try await world.run("bob", "invite", "Crew", "alice"), "Only the owner")
      expectRefusal(try await world.run("alice", "invite", "Crew", "alice"), "need no invitation")
      expectRefusal(
        try await world.run("nobody", "chats"), code: 3,
        "account sign-in NAME’ uses one that exists")
      expectRefusal(
        try await world.run(nil, "cloud", "status", "--cloud", "http://127.0.0.1:65536"), code: 2,
        "no possible port")
      expectRefusal(
        try await world.run(nil, "cloud", "inspect", "zones", "--account", "nosuch"),
        "no account ‘nosuch’")
      expectRefusal(try await world.run("bob", "account", "create", "bob"), "signed in")
      expectRefusal(
        try await world.run("other", "account", "create", "alice"), "account ‘alice’ already")
      let link = try await world.did("alice", "invite", "Crew")
      let again = try await world.did("bob", "join", link)
      #expect(again.hasPrefix("You are already in"))
      #expect(try await world.messages("alice", in: "Crew").isEmpty)
    }
  }

  @Test func `a written message is kept, whatever is in the engine's way`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      let lock = world.home.appendingPathComponent("data/profiles/alice/engine.lock")
      try FileManager.default.removeItem(at: lock)
      try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: false)
      let sent = try await world.run("alice", "send", "Crew", "hello")
      #expect(sent.code == 0 && sent.words.contains("not an ordinary file"), "\(sent.words)")
      #expect(sent.words.hasPrefix("Queued, not sent yet"), "\(sent.words)")
      let made = try await world.run("alice", "new", "Other")
      #expect(made.code == 0 && made.words.contains("The chat is kept"), "\(made.words)")
      let read = try await world.run("alice", "read", "Crew")
      #expect(read.code == 0 && read.words.contains("This is the local copy"), "\(read.words)")
      try FileManager.default.removeItem(at: lock)
      for person in ["alice", "bob"] { try await world.did(person, "sync") }
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["hello"])
    }
  }

  @Test func `the system's errors are shown in its own few words`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let file = world.home.appendingPathComponent("note.txt").path
      try Data("a note".utf8).write(to: URL(fileURLWithPath: file))
      try await world.did("alice", "send", "Crew", "with a file", "--attach", file, "--wait")
      let (none, folder) = ("/proc/none/x", world.home.path)
      for (words, reason) in [
        ("cloud faults add --file \(file)", "is not JSON"),
        ("cloud faults add --file /dev/null", "is not JSON"),
        ("cloud faults add --file \(folder)", "Is a directory"),
        ("cloud faults add --file \(none)", "No such file"),
        ("cloud schema import \(none)", "No such file"),
        ("cloud schema validate \(folder)", "Is a directory"),
        ("cloud schema export -o \(none)", "No such file"),
        ("cloud containers add-key a.b --name n --public-key \(none)", "No such file"),
        ("cloud limits --cloud http://127.0.0.1:1 --admin-token-file \(none)", "No such file"),
        ("account create x --cloud http://127.0.0.1:1 --passphrase-file \(none)", "No such file"),
        ("attachment Crew last --output \(none)", "No such file"),
        ("send Crew --attach \(none)", "No such file"),
        ("export Crew -o \(none)/y/", "there is no folder /proc/none"),
        ("import \(none)", "No such file"),
        ("import \(folder)", "not an ordinary file"), ("bench --compare \(none)", "No such file"),
        ("scenario run \(none)", "cannot be read"), ("cloud import \(none)", "No such file"),
        ("cloud import \(folder)", "Is a directory"),
      ] {
        let person =
          words.hasPrefix("scenario")
          ? [] : ["--profile", words.hasPrefix("account") ? "x" : "alice"]
        let result = try await world.program.run(
          person + words.split(separator: " ").map(String.init))
        #expect([1, 2].contains(result.code) && result.output == "", "\(words): \(result)")
        #expect(result.words.contains(reason), "\(words): \(result.words)")
        for text in ["could not be completed", "Domain", "couldn’t", "rror error", ".."] {
          #expect(!result.words.contains(text), "\(words): \(result.words)")
        }
      }
    }
  }

  @Test func `names of missing things are refused, and leave nothing`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      expectRefusal(
        try await world.run(nil, "cloud", "inspect", "records", "--zone", "nosuch"),
        "no such zone: ‘nosuch’")
      expectRefusal(
        try await world.run(nil, "cloud", "inspect", "zones", "--zone", "nosuch", "--json"),
        "no such zone: ‘nosuch’")
      expectRefusal(
        try await world.run(nil, "cloud", "inspect", "zones", "--container", "no.such"),
        "no container no.such")
      expectRefusal(
        try await world.run(nil, "cloud", "requests", "--account", "nosuch"), "no account ‘nosuch’")
      expectRefusal(
        try await world.run(nil, "cloud", "containers", "create", "bad"), "at least one dot")
      expectRefusal(
        try await world.run(nil, "cloud", "limits", "--throttle", "1e300"), "0.001 to 1000000")
      let odd = try await world.run(nil, "cloud", "limits", "--throttle", "nan")
      #expect(odd.code == 2 && odd.words.contains("must be a number"), "\(odd)")
      let quiet = try await world.run(nil, "cloud", "requests", "--operation", "nosuch")
      #expect(quiet.code == 0 && quiet.words.contains("no such requests"), "\(quiet)")
      expectRefusal(
        try await world.run("zz", "account", "create", "alice"), "account ‘alice’ already")
      let profiles = world.home.appendingPathComponent("data/profiles").path
      #expect(try FileManager.default.contentsOfDirectory(atPath: profiles) == ["alice"])
      // A second try in the same profile works, and so do two at once.
      async let one = world.run("zz", "account", "create", "alice")
      async let two = world.run("zz", "account", "create", "zz")
      _ = try await (one, two)
      #expect(try await world.did("zz", "account", "status").contains("zz"))
    }
  }

  @Test func `groups of commands list what there is`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let address = "unix:" + world.home.appendingPathComponent("run/x.sock").path
      let accounts = try await world.did(nil, "cloud", "accounts")
      #expect(accounts.contains("alice"), "\(accounts)")
      #expect(try await world.did(nil, "cloud", "containers").contains("iCloud."))
      for group in ["accounts", "containers", "faults"] {
        let refused = try await world.run(nil, "cloud", group, "--cloud", address)
        #expect(refused.code == 1 && refused.words.contains("Nobody answers"), "\(refused)")
      }
      #expect(try await world.run(nil, "config", "check").code == 0)
      #expect(
        try await world.did(nil, "config", "check", "--json")
          == world.did(nil, "config", "--json"))
    }
  }

  @Test(arguments: [
    ("cloud faults add dropBefore --probability nan", "--probability must be a number"),
    ("cloud faults add dropBefore --for inf", "--for must be a number"),
    ("cloud faults add fail --code ZONE_BUSY --retry-after nan", "--retry-after must be a number"),
    ("cloud faults add skewClock --seconds nan", "--seconds must be a number"),
    ("cloud faults add dropBefore --seed -1", "--seed must be 0 or more"),
    ("cloud faults add --file faults.json", "seed is not a number that it can have"),
    ("cloud faults add --file list.json", "fault 2 has the wrong type"),
    ("cloud clock --advance nan", "--advance must be a number of seconds"),
    ("cloud requests --after -1", "--after must be 0 or more"),
    ("cloud requests --database privat", "--database is public, private or shared"),
    ("cloud inspect containers --account alice", "belongs to no account"),
    ("cloud inspect accounts --zone Z", "--zone selects no accounts"),
    ("cloud inspect zonse", "one of the following: accounts, containers,"),
    ("cloud records put <empty> --new --type Message --account a", "cannot be empty"),
    ("cloud records get a <empty> --account a", "cannot be empty"),
    ("cloud records delete <empty> --account a", "cannot be empty"),
    ("cloud records get a --account <empty>", "--account has an empty value"),
    ("cloud serve --ephemeral --socket=", "--socket has an empty value"),
    ("manual --pages <empty>", "--pages has an empty value"),
    ("simulate --first 18446744073709551615 --seeds 2", "go beyond the last seed"),
    ("simulate --seeds 1 --save /etc/passwd", "/etc/passwd exists"),
  ]) func `values that nothing can have are refused in words of our own`(
    command: String, words: String
  ) async throws {
    try await World.with { world in
      for (name, text) in [
        ("faults", #"{"effect":"dropBefore","seed":-1}"#),
        ("list", #"[{"effect":"dropBefore"},1]"#),
      ] {
        try Data(text.utf8).write(to: world.home.appendingPathComponent("\(name).json"))
      }
      let arguments = command.split(separator: " ").map { word in
        word == "<empty>"
          ? ""
          : word.hasSuffix(".json")
            ? world.home.appendingPathComponent(String(word)).path
            : String(word)
      }
      let refused = try await world.program.run(arguments)
      expectRefusal(refused, code: 2, words)
      #expect(!refused.words.contains("Error") && !refused.words.contains(".."), "\(refused)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: world.temporary.path) == [])
    }
  }

  @Test func `the last seed can be simulated`() async throws {
    try await World.with { world in
      try await world.did(nil, "simulate", "--seed", "18446744073709551615")
    }
  }

  @Test func `wrong usage has code 2, nobody signed in has code 3`() async throws {
    try await World.with { world in
      expectRefusal(try await world.run(nil, "frobnicate"), code: 2, "no command ‘frobnicate’")
      #expect(try await world.run("a/b", "chats").code == 2)
      #expect(try await world.run(nil, "send").code == 2)
      let served = try await world.run(
        nil, "cloud", "serve", "--ephemeral", "--listen", "127.0.0.1:0", "--public-url", "a/b")
      #expect(served.code == 2 && served.words.contains("is not a public URL"), "\(served.words)")
      #expect(try await world.run(nil, "chats", "--cloud", "gopher:").code == 3)
      expectRefusal(try await world.run(nil, "chats"), code: 3, "account create")
      #expect(try await world.run(nil).code == 2)
    }
  }

  @Test func `a home that cannot be used`() async throws {
    try await World.with { world in
      var program = world.program
      program.environment["ZONECHAT_HOME"] = "/proc/zonechat"
      expectRefusal(
        try await program.run(["account", "create", "alice"]), "Check the rights of the folder")
    }
  }

  @Test func `a replica of a newer version is left alone`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      let replica = world.home.appendingPathComponent("data/profiles/alice/replica.sqlite").path
      try NewerReplica.mark(replica)
      let before = try NewerReplica.dump(replica)
      expectRefusal(try await world.run("alice", "send", "Crew", "hi"), "newer ZoneChat")
      #expect(try NewerReplica.dump(replica) == before)
    }
  }

  @Test func `escape sequences of others do not reach the terminal`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did(
        "alice", "send", "Crew", "--wait", "red \u{1B}[31m and \u{202E}back\u{9B}2J\u{7}")
      let seen = try await world.did("bob", "read", "Crew")
      let scalars = seen.unicodeScalars
      #expect(
        !scalars.contains { ($0.value < 32 && $0 != "\n") || (0x7F...0x9F).contains($0.value) })
      #expect(!scalars.contains("\u{202E}"))
      #expect(seen.contains("red"))
      let data = try await world.did("bob", "read", "Crew", "--json")
      #expect(data.contains("\\u001b[31m") && data.contains("\\u202eback\\u009b2J\\u0007"))
      #expect(
        data.unicodeScalars.allSatisfy {
          $0 == "\n" || ![.control, .format].contains($0.properties.generalCategory)
        })
    }
  }
}
