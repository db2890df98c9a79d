import Foundation
import Testing

/// Looking at data and changing it by command, as an administrator.
@Suite(.timeLimit(.minutes(15)))
struct ConsoleTests {
  private static let container = "iCloud.com.example.Lists"
  private static let containers = """
    [[container]]
    id = "\(container)"
    [container.development]
    schema = \"\"\"
    DEFINE SCHEMA
      RECORD TYPE Item ("___recordID" REFERENCE QUERYABLE, title STRING QUERYABLE SORTABLE,
        done INT64, price DOUBLE, due TIMESTAMP, tags LIST<STRING>, note ENCRYPTED STRING, photo ASSET,
        GRANT READ TO "_world", GRANT CREATE TO "_icloud", GRANT WRITE TO "_creator");
    \"\"\"
    [[account]]
    name = "alice"
    [[account]]
    name = "bob"
    """

  /// A cloud with the container over TCP, and the options that reach it as its administrator.
  private func with(
    _ body: @Sendable (_ world: World, _ options: [String]) async throws -> Void
  ) async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("lists.toml")
      try Data(Self.containers.utf8).write(to: file)
      try await CloudProcess.with(world, "--containers", file.path) { cloud in
        try await body(
          world,
          [
            "--cloud", cloud.url, "--container", Self.container, "--admin-token-file",
            world.home.appendingPathComponent("admin.token").path,
          ])
      }
    }
  }

  private func run(
    _ world: World, _ words: String..., options: [String], input: String? = nil
  ) async throws -> Program.Result {
    try await world.program.run(["cloud"] + words + options, input: input)
  }

  @Test func `a shared zone is seen and changed with the rights of each account`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("carol", "account", "create", "carol")
      let message = try await world.did("alice", "send", "Crew", "hello", "--wait")
      let zone = try await world.did("alice", "chats", "--json").firstMatch(of: /"id":"([^"]+)"/)
      let chat = try #require(zone.map { String($0.output.1) })
      let query = ["cloud", "query", "Message", "--filter", "timestamp > 2020-01-01"]
      let own = try await world.program.run(query + ["--account", "alice", "--fields", "text"])
      #expect(own.output == "TEXT\nhello\n" && own.code == 0, "\(own)")
      let shared = ["--account", "bob", "--database", "shared"]
      let seen = try await world.program.run(query + shared + ["--fields", "text,createdBy"])
      #expect(seen.output == "TEXT   CREATED BY\nhello  alice\n", "\(seen)")
      for nobody in [["--account", "bob"], ["--account", "carol", "--database", "shared"]] {
        let none = try await world.program.run(query + nobody)
        #expect(none.code == 0 && none.output.isEmpty, "\(none)")
        #expect(none.words == "No record was found.\n")
      }
      let put = ["cloud", "records", "put", message, "text=changed"]
      let changed = try await world.program.run(put + shared + ["--zone", chat])
      #expect(changed.code == 0 && changed.words.contains("is saved"), "\(changed)")
      let got = try await world.did(
        nil, "cloud", "records", "get", message, "--account", "alice", "--zone", chat)
      #expect(got.contains(/text +changed\n/) && got.contains(/modified .* by bob\n/), "\(got)")
      try await world.did("alice", "permission", "Crew", "bob", "read-only")
      let refused = try await world.program.run(put + shared + ["--zone", chat])
      #expect(refused.code == 1 && refused.words.contains(message), "\(refused)")
      let lost = try await world.program.run(put + shared)
      #expect(lost.code == 2 && lost.words.contains("Name it with --zone"), "\(lost)")
      let wrong = try await world.program.run(put + shared + ["--zone", "nowhere"])
      #expect(wrong.code == 1 && wrong.words.contains("There are \(chat)."), "\(wrong)")
      let stranger = try await world.program.run(
        put + ["--account", "carol", "--database", "shared", "--zone", chat])
      #expect(stranger.code == 1 && stranger.words.contains("There is none."), "\(stranger)")
    }
  }

  @Test func `over the network nothing is shown without the token`() async throws {
    try await with { world, options in
      let wrong = world.home.appendingPathComponent("wrong.token")
      try Data(String(repeating: "a1", count: 32).utf8).write(to: wrong)
      let bare = Array(options.dropLast(2))
      let commands = [
        ["query", "Item"], ["query", "Item", "--account", "alice"],
        ["records", "get", "milk", "--account", "alice"],
        ["records", "put", "milk", "--new", "--type", "Item", "--account", "alice"],
        ["records", "delete", "milk", "--account", "alice"],
        ["schema", "add-index", "Item", "done", "queryable"],
        ["schema", "add-field", "Item", "more", "string"],
      ]
      for command in commands {
        let none = try await world.program.run(["cloud"] + command + bare)
        #expect(none.code == 1 && none.output.isEmpty, "\(none)")
        #expect(none.words.contains("Only the administrator"), "\(none)")
        let other = try await world.program.run(
          ["cloud"] + command + bare + ["--admin-token-file", wrong.path])
        #expect(other.code == 1 && other.output.isEmpty, "\(other)")
        #expect(other.words.contains("Only the administrator"), "\(other)")
      }
      let found = try await run(world, "query", "Item", "--account", "alice", options: options)
      #expect(found.code == 0 && found.words == "No record was found.\n", "\(found)")
    }
  }

  @Test func `records are made, changed, taken from files and deleted by their change tags`()
    async throws
  {
    try await with { world, options in
      let options = options + ["--account", "alice"]
      let photo = world.home.appendingPathComponent("photo.jpg")
      try Data("a photo".utf8).write(to: photo)
      let made = try await run(
        world, "records", "put", "milk", "title=Oat milk", "due=2026-11-30", "tags=[\"a\",\"b\"]",
        "note=secret", "photo=@\(photo.path)", "--new", "--type", "Item", options: options)
      #expect(made.code == 0, "\(made)")
      let twice = try await run(
        world, "records", "put", "milk", "--new", "--type", "Item", options: options)
      #expect(twice.code == 1 && twice.words.contains("milk: there is such a record"), "\(twice)")
      let first = try await run(world, "records", "get", "milk", "--json", options: options)
      #expect(first.output.contains(#""due":{"type":"TIMESTAMP","value":1795996800000}"#))
      #expect(first.output.contains(#""isEncrypted":true"#) && first.output.contains("downloadURL"))
      #expect(first.lines.count == 1)
      let changed = try await run(
        world, "records", "put", "milk", "done=true", "--clear", "tags", options: options)
      #expect(changed.code == 0, "\(changed)")
      // The whole record from before is a change of an older version.
      let stale = try await run(
        world, "records", "put", "milk", "--file", "-", options: options, input: first.output)
      #expect(stale.code == 1 && stale.words.contains("somebody else has changed it"), "\(stale)")
      let second = try await run(world, "records", "get", "milk", "--json", options: options)
      #expect(!second.output.contains("tags") && second.output.contains("Oat milk"), "\(second)")
      let edited = try await run(
        world, "records", "put", "milk", "--file", "-", options: options,
        input: second.output.replacing("Oat milk", with: "Soy milk"))
      #expect(edited.code == 0, "\(edited)")
      let below = try await run(
        world, "records", "put", "bottle", "--new", "--type", "Item", "--parent", "milk", "--json",
        options: options)
      #expect(below.output.contains(#""parent":"milk""#), "\(below)")
      let missing = try await run(
        world, "records", "put", "milk", "photo=@nowhere.jpg", options: options)
      #expect(missing.code == 1 && missing.words.hasPrefix("zonechat: photo: "), "\(missing)")
      let some = try await run(
        world, "records", "get", "milk", "nothing", "none", options: options)
      #expect(some.code == 1 && some.output.contains("Soy milk"), "\(some)")
      #expect(some.words.contains("nothing: ") && some.words.contains("2 of 3 records"), "\(some)")
      let deleted = try await run(
        world, "records", "delete", "nothing", "bottle", "milk", "milk", options: options)
      #expect(deleted.code == 1 && deleted.words.contains("milk is deleted."), "\(deleted)")
      #expect(deleted.words.contains("1 of 3 records could not be deleted"), "\(deleted)")
      let gone = try await run(world, "records", "get", "milk", options: options)
      #expect(gone.code == 1 && gone.words.hasPrefix("zonechat: milk: "), "\(gone)")
    }
  }

  @Test func `the public database is read by everybody, and written by its creators`() async throws
  {
    try await with { world, options in
      let put = ["cloud", "records", "put", "p", "title=\u{1B}[2Jred"]
      let bob = ["--account", "bob", "--database", "public"]
      let nobody = try await world.program.run(put + ["--new", "--type", "Item"] + options)
      #expect(nobody.code == 2 && nobody.words.contains("Name the account"), "\(nobody)")
      let made = try await world.program.run(put + ["--new", "--type", "Item"] + bob + options)
      #expect(made.code == 0, "\(made)")
      let seen = try await run(
        world, "query", "Item", "--fields", "title,createdBy", options: options)
      #expect(seen.output == "TITLE    CREATED BY\n␛[2Jred  bob\n", "\(seen)")
      let alice = ["--account", "alice", "--database", "public"]
      let refused = try await world.program.run(put + alice + options)
      #expect(refused.code == 1 && refused.words.contains("WRITE operation not permitted"))
      let wrong = try await run(world, "query", "Item", "--account", "carol", options: options)
      #expect(wrong.code == 1 && wrong.words.contains("There is no account ‘carol’"), "\(wrong)")
    }
  }

  @Test func `a missing index is named with the command that adds it`() async throws {
    try await with { world, options in
      let query = ["cloud", "query", "Item", "--account", "alice"]
      func refusal(_ words: String...) async throws -> String {
        let result = try await world.program.run(query + words + options)
        #expect(result.code == 1 && result.output.isEmpty, "\(result)")
        let command = result.words.firstMatch(of: /zonechat cloud (schema add-index .+)\n/)
        return try #require(command.map { String($0.output.1) }, "\(result)")
      }
      for (words, added) in [
        (["--filter", "done = 1"], "schema add-index Item done queryable"),
        (["--sort", "-price"], "schema add-index Item price sortable"),
        (["--sort", "modTime"], "schema add-index Item modTime sortable"),
      ] {
        let command = try await refusal(words[0], words[1])
        #expect(command.hasPrefix("\(added) --container \(Self.container) --cloud http"))
        // As it is pasted, it means the same cloud.
        for state in [" now.\n", " already.\n"] {
          let result = try await world.program.run(
            ["cloud"] + command.split(separator: " ").map(String.init))
          #expect(result.code == 0 && result.words.hasSuffix(state), "\(result)")
        }
        let found = try await world.program.run(query + words + options)
        #expect(found.code == 0, "\(found)")
      }
    }
  }

  @Test func `an addition that a schema cannot take is refused with the reason`() async throws {
    try await with { world, options in
      for (words, code, reason) in [
        (
          ["add-index", "Item", "done", "queryable", "--environment", "production"], 1,
          "from development"
        ),
        (
          ["add-field", "Item", "x", "string", "--environment", "production"], 1, "from development"
        ),
        (["add-index", "Item", "done", "searchable"], 2, "It can be queryable or sortable."),
        (["add-index", "Item", "photo", "queryable"], 2, "It can have no index."),
        (["add-index", "Item", "note", "queryable"], 2, "It can have no index."),
        (["add-index", "Items", "done", "queryable"], 2, "There are Item, Users."),
        (["add-index", "Item", "dome", "queryable"], 2, "It has done, due"),
        (["add-index", "Item", "done", "fast"], 2, "Write queryable, sortable or searchable."),
        (
          ["add-field", "Item", "title", "int64"], 1, "has the type STRING, which cannot be changed"
        ),
        (["add-field", "Item", "2x", "string"], 2, "cannot name a field"),
        (["add-field", "Item", "x", "text"], 2, "Write asset, bytes"),
        (["add-field", "Item", "x", "asset", "--encrypted"], 2, "cannot be encrypted"),
      ] as [([String], Int32, String)] {
        let result = try await world.program.run(["cloud", "schema"] + words + options)
        #expect(result.code == code && result.words.contains(reason), "\(words): \(result)")
      }
      for state in ["now", "already"] {
        let result = try await run(
          world, "schema", "add-field", "Item", "labels", "string", "--list", options: options)
        #expect(result.words == "Item.labels is LIST<STRING> \(state).\n" && result.code == 0)
      }
    }
  }

  @Test func `long results go on page after page up to the limit, and fit the terminal`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Diary", of: ["alice"])
      let lines = (1...230).map { "日本語 line \($0) " + String(repeating: "x", count: 60) }
      try await world.did(
        "alice", "send", "Diary", "--lines", "--wait", input: lines.joined(separator: "\n"))
      let query = ["cloud", "query", "Message", "--account", "alice"]
      let some = try await world.program.run(query + ["--limit", "220", "--json"])
      #expect(some.lines.count == 220 && some.words.contains("There are more"), "\(some.words)")
      let all = try await world.program.run(
        query + ["--limit", "500", "--sort", "timestamp", "--fields", "text"])
      #expect(all.lines.count == 231 && all.words.isEmpty, "\(all.words)")
      #expect(Set(all.lines.dropFirst()) == Set(lines), "whole where it is no terminal")
      try await Terminal.with(
        world, query + ["--limit", "3", "--fields", "text,recordName"], columns: 40
      ) {
        terminal in
        try await terminal.waitsForPrompt()
        let screen = try await terminal.screen()
        #expect(
          screen.filter { $0.contains("日本語 line") && $0.contains("…") }.count == 3, "\(screen)")
      }
    }
  }
}
