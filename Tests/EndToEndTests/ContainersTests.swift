import Foundation
import Testing

/// Containers by command and by file.
@Suite(.timeLimit(.minutes(15)))
struct ContainersTests {
  private static let token = String(repeating: "5e", count: 32)

  private func file(_ world: World, _ text: String) throws -> String {
    let url = world.home.appendingPathComponent("containers.toml")
    try Data(text.utf8).write(to: url)
    return url.path
  }

  @Test func `another application's container is set up from a file, as often as one likes`()
    async throws
  {
    try await World.with { world in
      let path = try file(
        world,
        """
        [[container]]
        id = "iCloud.com.example.Lists"

        [container.development]
        token-rotation = "strict"
        schema-file = "lists.ckdb"

        [[container.development.token]]
        name = "web"
        token = "\(Self.token)"
        callback = "https://example.com/signed-in"
        origins = ["https://example.com", "http://localhost:3000"]

        [[account]]
        name = "tester"
        passphrase = "correct horse"
        """)
      let schema = """
        DEFINE SCHEMA
          RECORD TYPE Item (
            "___recordID" REFERENCE QUERYABLE,
            title STRING QUERYABLE
          );
        """
      try Data(schema.utf8).write(to: world.home.appendingPathComponent("lists.ckdb"))
      let first = try await world.did(nil, "cloud", "containers", "apply", path)
      #expect(first.contains("token web: \(Self.token), callback https://example.com/signed-in"))
      #expect(first.contains("development: tokens rotate strict"))
      #expect(first.contains(", no quota of its own, ") && !first.contains("0 bytes"), "\(first)")
      try await world.did(nil, "cloud", "containers", "apply", path)
      let list = try await world.did(nil, "cloud", "containers", "list")
      #expect(list == "iCloud.com.example.Lists\niCloud.net.zonechat")
      for command in [["list"], ["apply", path]] {
        let lines = try await world.program.run(["cloud", "containers"] + command + ["--json"])
          .lines
        #expect(
          !lines.isEmpty && lines.allSatisfy { $0.hasPrefix("{") && $0.contains("identifier") },
          "an object for each container: \(lines)")
      }
      let shown = try await world.did(
        nil, "cloud", "containers", "show", "iCloud.com.example.Lists")
      #expect(shown.contains("token web, callback https://example.com/signed-in"))
      #expect(shown.contains("origins https://example.com http://localhost:3000"))
      try await world.did(nil, "account", "sign-in", "tester")
    }
  }

  @Test(arguments: [
    ("[[container]]\nname = \"x\"", "line 2, column 1: ‘container[1].name’ is not a key here"),
    ("\n[[container]]", "‘container[1].id’ is missing"),
    ("container = 3", "‘container’ must be a list of tables"),
    (
      "[[container]]\nid = \"a\"\n[container.production]\ntoken-rotation = \"never\"",
      "‘container[1].production.token-rotation’ must be \"lenient\" or \"strict\""
    ),
    ("[[account]]\nname = 3", "‘account[1].name’ must be a text in quotes"),
    ("[[container", "line 1"), ("[=", "line 1"), ("a = \"\u{0}\"", "line 1, column 6"),
  ])
  func `a mistake in the file is named with its place`(text: String, words: String) async throws {
    try await World.with { world in
      let path = try file(world, text)
      let result = try await world.run(nil, "cloud", "containers", "apply", path)
      #expect(result.code == 2)
      #expect(result.words.contains(path), "\(result.words)")
      #expect(result.words.contains(words), "\(result.words)")
    }
  }

  @Test func `unsent messages wait for the return of the account that signed out`() async throws {
    try await World.with { world in
      try await world.did("alice", "account", "create", "alice")
      try await world.did("alice", "new", "Diary")
      try await world.did("alice", "send", "Diary", "one", "--wait")
      try await world.did(nil, "cloud", "stop")
      let file = world.home.appendingPathComponent("photo.png")
      try Data(repeating: 7, count: 100_000).write(to: file)
      try await world.did("alice", "send", "Diary", "two", "--attach", file.path)
      try FileManager.default.removeItem(at: file)
      let left = try await world.run("alice", "account", "sign-out", "--json")
      #expect(left.output.contains("\"kept\":1"), "\(left)")
      try await world.did(nil, "cloud", "start")
      #expect(try await world.run("alice", "chats").code == 3)
      try await world.did("alice", "account", "sign-in", "alice")
      try await world.did("alice", "sync")
      #expect(try await world.messages("alice", in: "Diary").map(\.text) == ["one", "two"])
      let messages = try await world.messages("alice", in: "Diary")
      #expect(messages[1].attachment?.isInCloud == true)
    }
  }

  @Test(arguments: [
    (
      "[[container]]\nid = \"a.b\"\n\n[container.development]\nquota = \"many\"\n",
      "line 5, column 1: ‘container[1].development.quota’ must be a whole number"
    ),
    (
      """
      [[container]]
      id = "a.b"
      [[container]]
      id = "c.d"
      [[container.development.token]]
      name = "one"
      [[container.development.token]]
      name = 2
      """, "line 8, column 1: ‘container[2].development.token[2].name’ must be a text"
    ),
    (
      "[[account]]\nname = \"ann\"\n\n[[account]]\nname = \"bob\"\npassphrase = \"short\"\n",
      "containers.toml, line 6, column 1: In the account ‘bob’: A passphrase"
    ),
    (
      "[[container]]\nid = \"a.b\"\n[container.production]\nquota = -5\n",
      "containers.toml, line 4, column 1: In the container ‘a.b’: production: The quota"
    ),
    (
      """
      [[container]]
      id = "a.b"
      [container.development]
      quota = 1
      [container.production]
      quota = -5
      """, "containers.toml, line 6, column 1: In the container ‘a.b’: production: The quota"
    ),
    (
      "[[container]]\nid = \"a.b\"\n[container.development]\nschema = \"\"\"\nDEFINE\n\"\"\"\n",
      "containers.toml, line 4, column 1: In the container ‘a.b’: development: The schema"
    ),
    (
      "[limits]\nindex-lag-ms = -1\n",
      "containers.toml, line 2, column 1: In the limits: An index lag"
    ),
    (
      "[limits]\nzone-writers = 3\nquery-delay-ms = 99999999\n",
      "containers.toml, line 3, column 1: In the limits: "
    ),
    (
      "[limits]\nsign-up = \"shut\"\n",
      "line 2, column 1: ‘limits.sign-up’ must be \"open\" or \"invitation\" or \"closed\""
    ),
    (
      "[[container]]\nid = \"a.b\"\n[container.production]\nindex-lag-ms = 99999999999\n",
      "line 4, column 1: In the container ‘a.b’: production: The index lag of an environment must be 0 to"
    ),
    (
      """
      [[account]]
      name = "ann"
      [[container]]
      id = "a.b"
      [[container.development.record]]
      account = "ann"
      type = "T"
      name = "one"
      [[container.development.record]]
      type = "T"
      account = "nobody"
      name = "one"
      """, "line 11, column 1: In the container ‘a.b’: development record 2 ‘one’: There is no"
    ),
    (
      """
      [[account]]
      name = "ann"
      [[container]]
      id = "a.b"
      [[container.development.record]]
      account = "ann"
      type = "T"
      name = "one"
      [[container.development.record]]
      account = "Ann"
      type = "T"
      name = "one"
      """, "line 12, column 1: ‘container[1].development.record[2].name’ is there twice: one"
    ),
    (
      "[[account]]\nname = \"ann\"\n[[account]]\nname = \"Ann\"\n",
      "line 4, column 1: ‘account[2].name’ is there twice: Ann"
    ),
    (
      """
      [[container]]
      id = "a.b"
      [[container.production.token]]
      name = "one"
      [[container.production.token]]
      name = "two"
      origins = []
      token = "12"
      """, "line 8, column 1: In the container ‘a.b’: production token 2 ‘two’: The API token"
    ),
    (
      """
      [[container]]
      id = "a.b"
      [[container.production.key]]
      name = "one"
      public-key = "none"
      """, "line 5, column 1: In the container ‘a.b’: production key 1 ‘one’: The public key"
    ),
  ])
  func `a mistake is named with its place, and nothing is left behind`(
    text: String, expected: String
  ) async throws {
    try await World.with { world in
      let refused = try await world.run(
        nil, "cloud", "serve", "--ephemeral", "--listen", "127.0.0.1:0", "--containers",
        try file(world, text))
      #expect(refused.code == 2 && refused.words.contains(expected), "\(refused)")
      let applied = try await world.run(nil, "cloud", "containers", "apply", try file(world, text))
      #expect(applied.code == 2 && applied.words.contains(expected), "\(applied)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: world.temporary.path) == [])
    }
  }
}
