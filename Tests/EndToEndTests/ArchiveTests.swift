import Foundation
import GRDB
import Subprocess
import Testing

/// Histories as files: what is exported, and what an import makes of it.
@Suite(.timeLimit(.minutes(15)))
struct ArchiveTests {
  /// Texts that something could take for more than a text.
  private static let texts = [
    "plain", "# heading\n- item\n1. one\n\n    code", "**bold** <b>html</b> [a](b) `c` | d |",
    "\u{202E}reversed\u{202C} שלום עולם", "bell\u{7} escape\u{1B}[31mred", "\u{301}a mark first",
    "👩‍👩‍👧‍👦 e\u{301} é", "  blanks around  ", "{\"kind\":\"end\",\"messages\":0}",
    String(repeating: "ÿ", count: 30_000),
  ]

  /// A chat of two people with everything that a chat can have.
  private func fill(_ world: World) async throws {
    try await world.chat("Crew", of: ["alice", "bob"])
    for (index, text) in Self.texts.enumerated() {
      try await world.did(["alice", "bob"][index % 2], "send", "Crew", "-", input: text)
    }
    for name in ["-rf *.sh", "файл (1).txt", "CON.txt", String(repeating: "n", count: 200)] {
      let file = world.home.appendingPathComponent(name)
      try Data("bytes of \(name)".utf8).write(to: file)
      try await world.did("bob", "send", "Crew", "--attach", file.path)
    }
    try await world.did("bob", "sync")
    try await world.did("alice", "sync")
    let shown = try await world.messages("alice", in: "Crew")
    try await world.did("alice", "send", "Crew", "an answer", "--reply-to", shown[1].id)
    try await world.did("alice", "react", "Crew", shown[1].id, "👍")
    try await world.did("bob", "react", "Crew", shown[1].id, "🎉")
    try await world.did("bob", "react", "Crew", shown[0].id, "👩‍👩‍👧‍👦")
    try await world.did("alice", "edit", "Crew", shown[0].id, "changed once")
    try await world.did("alice", "edit", "Crew", shown[0].id, "changed twice")
    try await world.did("bob", "pin-message", "Crew", shown[1].id)
    try await world.did("bob", "send", "Crew", "taken back")
    try await world.did("bob", "unsend", "Crew", "last")
    try await world.did("alice", "sync")
  }

  @Test func `an imported chat exports as the same messages, with the same files`() async throws {
    try await World.with { world in
      try await fill(world)
      let (first, second) = (world.home.path + "/first/", world.home.path + "/second/")
      try await world.did("alice", "export", "Crew", "--download", "-o", first)
      let archive = try text(first + "Crew.jsonl")
      let original = try ArchivedLine.messages(in: archive)
      #expect(original.count == Self.texts.count + 5 && archive.contains(#""history":[{"#))
      #expect(original[0].revision == 2 && original[1].reactions?.count == 2)

      for (person, other) in [("alice", "bob"), ("bob", "alice"), ("carol", "both")] {
        if person == "carol" { try await world.did(person, "account", "create", person) }
        let chat = try await world.did(
          person, "import", first + "Crew.jsonl", "--title", "Copy", "--wait")
        let shown = try await world.messages(person, in: chat)
        #expect(shown.allSatisfy { $0.sender == person }, "\(other) has said nothing here")
        let isOthers = original.map { $0.sender != person }
        #expect(shown.map { $0.text.contains(/^\w+ \(imported\)/) } == isOthers)
        try await world.did(person, "export", chat, "-o", second)
        let again = try text(second + "Copy.jsonl")
        #expect(try ArchivedLine.messages(in: again) == original)
        #expect(try bytes(in: second + "Copy files") == bytes(in: first + "Crew files"))
        #expect(again.contains(#""importedBy":"\#(person)""#))
        try FileManager.default.removeItem(atPath: second)
      }
      // The cloud has it too: another device of the account sees the same.
      try await world.did("carol", "invite", "Copy", "alice")
      try await world.did("alice", "join", try await world.did("carol", "invite", "Copy"))
      let copy = try await world.did("alice", "chats", "--json").split(separator: "\n")
        .first { $0.contains(#""isOwn":false"#) && $0.contains("Copy") }
      let id = try #require(copy?.firstMatch(of: /chat-[0-9a-f-]+/)).output
      let shared = try await world.did("alice", "export", String(id))
      #expect(try ArchivedLine.messages(in: shared).map(\.text) == original.map(\.text))
      #expect(try ArchivedLine.messages(in: shared).map(\.sender) == original.map(\.sender))
    }
  }

  @Test func `an export begins at a time, or after a message, and is imported like a whole one`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      var ids: [String] = []
      for text in ["one", "two", "three"] {
        ids.append(try await world.did("alice", "send", "Crew", text))
      }
      try await world.did("alice", "send", "Crew", "an answer", "--reply-to", ids[0])
      func texts(_ since: String) async throws -> [String] {
        try ArchivedLine.messages(
          in: try await world.did("alice", "export", "Crew", "--since", since)
        ).map(\.text)
      }
      #expect(try await texts(ids[1]) == ["three", "an answer"])
      #expect(try await texts("last").isEmpty)
      #expect(try await texts("2026-01-01").count == 4)
      #expect(try await texts("2999-01-01T00:00:00Z").isEmpty)
      let all = try await world.did("alice", "export", "Crew")
      let time = try #require(
        all.firstMatch(of: /"text":"two","timestamp":"([^"]+)"/).map { String($0.output.1) })
      #expect(try await texts(time) == ["two", "three", "an answer"])
      let readable = try await world.did(
        "alice", "export", "Crew", "--since", ids[1], "--format", "text")
      #expect(readable.contains("three") && !readable.contains("two"))
      let wrong = try await world.run("alice", "export", "Crew", "--since", "yesterday")
      #expect(
        wrong.code == 2 && wrong.output.isEmpty && wrong.words.contains("yesterday"), "\(wrong)")

      let part = world.home.path + "/part.jsonl"
      try await world.did("alice", "export", "Crew", "--since", ids[1], "-o", part)
      #expect(try text(part).contains(#""since":""#))
      let copy = try await world.did("alice", "import", part, "--title", "Part", "--wait")
      #expect(try await world.messages("alice", in: copy).map(\.text) == ["three", "an answer"])
    }
  }

  @Test func `an archive goes through a pipe, with the files of the present folder`() async throws {
    try await World.with { world in
      try await fill(world)
      let folder = world.home.path + "/first/"
      try await world.did("alice", "export", "Crew", "--download", "-o", folder)
      let program = Program.executable.path
      let piped = try await shell(
        world,
        "cd \(folder); cat Crew.jsonl | \(program) --profile bob import - --title Piped --wait")
      #expect(piped.code == 0, "\(piped)")
      let shown = try await world.messages("bob", in: "Piped")
      #expect(shown.count { $0.attachment != nil } == 4, "\(shown.count)")
      let chained = try await shell(
        world,
        "\(program) --profile alice export Crew | \(program) --profile alice import - --wait")
      #expect(chained.code == 0, "\(chained)")
      #expect(try await world.messages("alice", in: "Crew (imported)").count == shown.count)
      let cut = try await shell(
        world, "head -c 500 \(folder)Crew.jsonl | \(program) --profile alice import -")
      #expect(cut.code == 1 && cut.words.contains("Standard input"), "\(cut)")
    }
  }

  @Test func `pages for people cannot be forged by a text`() async throws {
    try await World.with { world in
      try await fill(world)
      let markdown = try await world.did("alice", "export", "Crew", "--format", "markdown")
      let headings = markdown.split(separator: "\n").filter { $0.hasPrefix("#") }
      #expect(headings.count == 2 && headings[0] == "# Crew", "\(headings)")
      #expect(markdown.contains("\\# heading\\") && markdown.contains(#"\<b\>html\</b\>"#))
      #expect(markdown.contains("\\- item\\") && markdown.contains(#"1\. one\"#))
      #expect(markdown.contains(#"\[a\](b)"#) && markdown.contains("> │ bob:"))
      let plain = try await world.did("alice", "export", "Crew", "--format", "text")
      for page in [markdown, plain] {
        #expect(
          !page.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
        #expect(!page.unicodeScalars.contains("\u{202E}") && page.contains("👍 alice"))
      }
      // What stands at the beginning of a line is the program's.
      let beginnings = plain.split(separator: "\n").filter { !$0.hasPrefix("    ") }
      let messages = try await world.messages("alice", in: "Crew")
      #expect(
        beginnings.filter { $0.contains("  alice") || $0.contains("  bob") }.count == messages.count
          + 1)
    }
  }

  @Test func `a history that may only be read, or was closed, is exported; so is an empty one`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "send", "Crew", "hello", "--wait")
      try await world.did("alice", "permission", "Crew", "bob", "read-only")
      try await world.did("bob", "sync")
      #expect(try await world.did("bob", "export", "Crew").contains(#""text":"hello""#))
      let archive = world.home.path + "/crew.jsonl"
      try await world.did("alice", "remove", "Crew", "bob")
      try await world.did("bob", "sync")
      try await world.did(nil, "cloud", "stop")
      let closed = try await world.run("bob", "export", "Crew", "-o", archive, "--json")
      #expect(closed.code == 0 && closed.output.contains(#""messages":1"#), "\(closed)")
      try await world.did("bob", "new", "Empty")
      let empty = world.home.path + "/empty.jsonl"
      let unsent = try await world.run("bob", "export", "Empty", "-o", empty)
      #expect(unsent.code == 0 && unsent.words.contains("0 messages"), "\(unsent)")
      // Without the cloud, the chats are made here and sent later.
      let copy = try await world.run("bob", "import", archive)
      #expect(copy.code == 0 && copy.words.contains("1 change not sent yet"), "\(copy)")
      #expect(try await world.did("bob", "chats").contains("Crew (imported)"))
      let none = try await world.run("bob", "import", empty, "--title", "Empty again")
      #expect(none.code == 0 && none.words.contains("0 messages imported"), "\(none)")
      let late = try await world.run("bob", "import", archive, "--wait", "--timeout", "1")
      #expect(late.code == 4, "\(late)")
    }
  }

  @Test func `a file appears when it is whole, and replaces another only when it is told to`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let lines = (1...400).map { "line \($0) " + String(repeating: "x", count: 2000) }
      try await world.did("alice", "send", "Crew", "--lines", input: lines.joined(separator: "\n"))
      let place = world.home.appendingPathComponent("out")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      let file = place.path + "/crew.jsonl"
      try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
      let taken = try await world.run("alice", "export", "Crew", "-o", file)
      #expect(taken.code == 1 && taken.words.contains("--force"), "\(taken)")
      for odd in ["/dev/null", place.path + "/link"] {
        symlink(file, place.path + "/link")
        let refused = try await world.run("alice", "export", "Crew", "-o", odd, "--force")
        #expect(refused.code == 1 && refused.words.contains("not an ordinary file"), "\(refused)")
      }
      // A disk that takes a part of it and no more.
      let export = "\(Program.executable.path) --profile alice export Crew -o '\(file)' --force"
      let full = try await shell(world, "trap '' XFSZ; ulimit -f 300; exec \(export)")
      #expect(full.code == 1 && full.words.contains("File too large"), "\(full)")
      #expect(try text(file) == "mine")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() == [
          "crew.jsonl", "link",
        ])
      try await world.did("alice", "export", "Crew", "-o", file, "--force")
      #expect(try ArchivedLine.messages(in: text(file)).map(\.text) == lines)
      let outside = try await world.run(
        "alice", "export", "Crew", "-o", file, "--force", "--files", world.home.path)
      #expect(outside.code == 2 && outside.words.contains("not in the folder"), "\(outside)")
      // Who wants no more is not told about it.
      let cut = try await shell(
        world, "\(Program.executable.path) --profile alice export Crew | head -c 1")
      #expect(cut.words == "", "\(cut)")
      let lost = try await shell(
        world, "\(Program.executable.path) --profile alice export Crew > /dev/full")
      #expect(lost.code == 1 && lost.words.contains("not complete"), "\(lost)")
    }
  }

  @Test func `an import that was killed goes on, and doubles nothing`() async throws {
    try await World.with { world in
      try await world.did("carol", "account", "create", "carol")
      let archive = world.home.appendingPathComponent("big.jsonl")
      try HandmadeArchive(count: 20_000).text.write(to: archive, atomically: true, encoding: .utf8)
      var chat = ""
      _ = try await Subprocess.run(
        world.program.configuration(["--profile", "carol", "import", archive.path]), input: .none,
        output: .sequence, error: .discarded
      ) { execution in
        for try await line in execution.standardOutput.strings() where chat.isEmpty {
          chat = line.trimmingCharacters(in: .whitespacesAndNewlines)
          let replica = world.home.path + "/data/profiles/carol/replica.sqlite"
          try await until("some messages") {
            try DatabaseQueue(path: replica).read {
              try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM message)") ?? false
            }
          }
          kill(pid_t(execution.processIdentifier.value), SIGKILL)
        }
      }
      let before = try await world.messages("carol", in: chat).count
      #expect((1..<20_000).contains(before), "killed in the middle")
      let rest = try await world.did("carol", "import", archive.path, "--into", chat, "--json")
      #expect(rest.contains(#""existing":\#(before),"#), "\(rest)")
      #expect(rest.contains(#""imported":\#(20_000 - before),"#), "\(rest)")
      let texts = try await world.messages("carol", in: chat).map(\.text)
      #expect(texts == (0..<20_000).map { "dave (imported): message \($0)" })
      #expect(try await world.did("carol", "chats", "--json").split(separator: "\n").count == 1)
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func bytes(in folder: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.count == 4, "\(names)")
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0)))
      })
  }

  private func shell(_ world: World, _ command: String) async throws -> Program.Result {
    try await world.program.run(.name("bash"), ["-c", command])
  }
}
