import Foundation
import Subprocess
import Testing

/// A cloud that is filled by a file, goes into one file, and comes out of it again.
@Suite(.timeLimit(.minutes(15)))
struct CloudFileTests {
  private static let container = "iCloud.com.example.Lists"
  private static let containers = """
    [[container]]
    id = "\(container)"

    [[container.development.record]]
    account = "alice"
    zone = "lists"
    type = "Item"
    name = "milk"
    fields = { title = "Milk", amount = 2, price = 1.5, tags = ["a", "b"], note = { value = "x", isEncrypted = true } }

    [[container.development.record]]
    account = "alice"
    database = "public"
    type = "Item"
    name = "news"
    fields = { isRead = true }

    [[account]]
    name = "alice"
    """

  private func with(
    _ containers: String = containers,
    _ body: @Sendable (_ world: World, _ options: [String]) async throws -> Void
  ) async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("lists.toml")
      try Data(containers.utf8).write(to: file)
      try await CloudProcess.with(world, "--containers", file.path) { cloud in
        try await body(
          world,
          [
            "--cloud", cloud.url, "--admin-token-file",
            world.home.appendingPathComponent("admin.token").path,
          ])
      }
    }
  }

  @Test func `records of a containers file are read, exported and imported by command`()
    async throws
  {
    try await with { world, options in
      let record = ["cloud", "records", "get", "--account", "alice", "--container", Self.container]
      let shown = try await world.program.run(record + ["milk", "--zone", "lists"] + options)
      for line in [
        "amount           2", "price            1.5", "tags             a, b", "note             x",
      ] {
        #expect(shown.output.contains(line), "\(shown)")
      }
      let news = try await world.program.run(record + ["news", "--database", "public"] + options)
      #expect(news.output.contains("isRead"), "\(news)")

      let file = world.home.appendingPathComponent("cloud.tar").path
      let export = ["cloud", "export", file]
      let first = try await world.program.run(export + options)
      #expect(first.code == 0 && first.output.isEmpty, "\(first)")
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      let second = try await world.program.run(export + options)
      #expect(second.code == 1 && second.words.contains("exists already"), "\(second)")
      let third = try await world.program.run(export + ["--force", "--json"] + options)
      #expect(third.output.contains(#""path":"\#(file)""#), "\(third)")

      let words = [Program.executable.path] + ["cloud", "export", "-"] + options
      let full = try await world.program.run(
        .name("sh"), ["-c", words.joined(separator: " ") + " > /dev/full"])
      #expect(full.code == 1 && full.words.contains("No space left"), "\(full)")
      #expect(!full.words.contains("does not run"), "\(full)")

      let imported = try await world.program.run(["cloud", "import", file, "--json"] + options)
      #expect(
        imported.lines == [#"{"accounts":1,"assets":0,"records":3,"zones":1}"#], "\(imported)")
      try JSONPage().expect(imported.lines[0], as: "Imported cloud", of: "cloud import")
      let again = try await world.program.run(record + ["milk", "--zone", "lists"] + options)
      #expect(again.output == shown.output, "\(again)")
      let taken = try await world.program.run([
        "cloud", "import", file, "--cloud", options[1],
      ])
      #expect(taken.code == 1 && taken.words.contains("--admin-token-file"), "\(taken)")
      let left = try FileManager.default.contentsOfDirectory(atPath: world.home.path)
      #expect(!left.contains { $0.contains(".partial") })
    }
  }

  @Test func `a cloud in memory is copied to a file also where it has no assets`() async throws {
    try await with { world, _ in
      let socket = "unix:" + world.home.appendingPathComponent("cloud.sock").path
      let file = world.home.appendingPathComponent("backup").path
      let copied = try await world.run(nil, "cloud", "backup", file, "--cloud", socket)
      #expect(copied.code == 0 && copied.output.contains("and 0 assets"), "\(copied)")
    }
  }

  @Test func `accounts are made and signed in by command`() async throws {
    try await with { world, options in
      let made = try await world.program.run(["cloud", "accounts", "create", "bob"] + options)
      #expect(made.code == 0 && made.output.contains("web auth token  "), "\(made)")
      let again = try await world.program.run(["cloud", "accounts", "create", "bob"] + options)
      #expect(again.code == 1 && again.words.contains("taken"), "\(again)")
      let token = try await world.program.run(
        ["cloud", "accounts", "token", "bob", "--json", "--container", Self.container] + options)
      #expect(token.output.contains(#""containerIdentifier":"\#(Self.container)""#), "\(token)")
      let list = try await world.program.run(["cloud", "accounts", "list", "--json"] + options)
      #expect(list.lines.count == 2 && list.lines[1].contains(#""name":"bob""#), "\(list)")
      let stranger = try await world.program.run(
        ["cloud", "accounts", "token", "bob", "--cloud", options[1]])
      #expect(stranger.code != 0 && stranger.output.isEmpty, "\(stranger)")
    }
  }

  @Test(arguments: [
    (#"database = "shared""#, "‘container[1].development.record[1].database’ must be"),
    ("fields = { due = 2026-11-25 }", "record[1].fields.due’ cannot be a value of a field"),
    ("fields = 3", "must be a table of fields"), ("colour = 1", "is not a key here"),
  ]) func `a mistake in a record of a containers file is named`(
    line: String, words: String
  ) async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("lists.toml")
      let text = """
        [[container]]
        id = "\(Self.container)"
        [[container.development.record]]
        account = "alice"
        type = "Item"
        name = "milk"
        \(line)
        """
      try Data(text.utf8).write(to: file)
      let result = try await world.run(nil, "cloud", "containers", "apply", file.path)
      #expect(result.code == 2 && result.words.contains(words), "\(result)")
      #expect(result.words.contains("line 7"), "\(result)")
    }
  }
}
