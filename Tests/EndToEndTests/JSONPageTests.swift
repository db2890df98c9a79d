import Bench
import Foundation
import GRDB
import Subprocess
import Testing

/// `docs/json.md` and what the commands print are the same.
@Suite(.timeLimit(.minutes(15)))
struct JSONPageTests {
  @Test func `each command prints the fields that the page has, and no others`() async throws {
    let page = try JSONPage()
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      for (name, text) in Self.files {
        try Data(text.utf8).write(to: world.home.appendingPathComponent(name))
      }
      try await world.did("alice", "send", "Crew", "first", "--wait")
      try await world.did("bob", "sync")
      try await world.did("alice", "invite", "Crew")
      try await world.did("carol", "account", "create", "carol")
      try await world.did(
        nil, "cloud", "records", "put", "note", "text=a", "--new", "--type", "Message", "--account",
        "alice")
      try await world.did(nil, "cloud", "containers", "create", "iCloud.com.example.other")
      let quiet = try await world.did("alice", "new", "Quiet")
      let places = [
        "HOME": world.home.path, "PROJECT": Checkout.root.path,
        "ZONE": quiet, "PLACE": try await world.did("alice", "new", "Silent"),
        "LINK": try await world.did("alice", "invite", "Quiet", "bob"),
      ]
      for command in JSONCommand.all { try await check(command, places, page, world) }
      try await world.did("alice", "send", "Crew2", "waits")
      for command in JSONCommand.offline { try await check(command, places, page, world) }
      let down = try await world.run("alice", "cloud", "status", "--json")
      #expect(down.code == 1 && down.output.contains(#""isRunning":false"#), "\(down)")
    }
  }

  @Test func `every command prints objects, or there is a reason why not`() async throws {
    let program = Program(environment: ProcessInfo.processInfo.environment)
    let dump = try await program.run(["--experimental-dump-help"])
    let root = try JSONDecoder().decode(CommandDump.self, from: Data(dump.output.utf8)).command
    let tried = (JSONCommand.all + JSONCommand.offline).map(\.words)
    var reasons = JSONCommand.others
    for leaf in root.leaves {
      let reason = reasons.removeValue(forKey: leaf.words)
      let isTried = tried.contains { $0 == leaf.words || $0.hasPrefix(leaf.words + " ") }
      #expect(isTried != (reason != nil), "zonechat \(leaf.words)")
      #expect(leaf.hasJSON || reason != nil, "zonechat \(leaf.words)")
    }
    #expect(reasons.isEmpty, "there are no such commands")
    // Where it is an option of the command's own, the page says so.
    let page = try Checkout.text("docs/commands.md")
    #expect(page.contains("[--headless] [--json]"))
  }

  @Test func `a watch follows the state of messages, and can be cut off at any time`()
    async throws
  {
    let page = try JSONPage()
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      let file = world.home.appendingPathComponent("watched")
      let command =
        "exec '\(Program.executable.path)' --profile alice --json watch > '\(file.path)'"
      _ = try await Subprocess.run(
        world.program.configuration(.name("sh"), ["-c", command]), input: .none,
        output: .discarded, error: .discarded
      ) { execution in
        // Every step waits for its line, so that none is passed over.
        func seen(_ words: String...) async throws {
          try await until("a line with \(words)") {
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").contains { line in
              words.allSatisfy { line.contains($0) }
            }
          }
        }
        try await until("the file") { FileManager.default.fileExists(atPath: file.path) }
        try await seen(#""kind":"status""#, #""state":"upToDate""#)
        try await world.did("alice", "send", "Crew", "hello")
        try await seen(#""text":"hello""#, #""state":"sent""#)
        try await world.did("bob", "react", "Crew", "last", "👍")
        try await seen(#""text":"hello""#, #""reactionCounts":{"👍":1}"#)
        try await world.did("bob", "read", "Crew")
        try await world.did("bob", "sync")
        try await seen(#""text":"hello""#, #""state":"read""#)
        try await world.did("alice", "edit", "Crew", "last", "hello again")
        try await seen(#""text":"hello again""#, #""isEdited":true"#)
        try await world.did("bob", "send", "Crew", "an answer")
        try await seen(#""text":"an answer""#, #""state":"received""#)
        try await world.did("bob", "unsend", "Crew", "last")
        try await seen(#""sender":"bob""#, #""isDeleted":true"#)
        try await world.did("alice", "permission", "Crew", "bob", "read-only")
        try await seen(#""kind":"permission""#, #""person":"bob""#)
        try await world.did(nil, "cloud", "stop")
        try await seen(#""kind":"status""#, #""state":"offline""#, #""reason""#)
        kill(pid_t(execution.processIdentifier.value), SIGKILL)
      }
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        try page.expect(String(line), as: "Message", of: "watch")
      }
    }
  }

  @Test func `rows that are set aside are on the page, and so are the conditions that failed`()
    async throws
  {
    let page = try JSONPage()
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did("alice", "send", "Crew", "unreadable soon", "--wait")
      try await world.did(nil, "cloud", "stop")
      let store = world.home.appendingPathComponent("data/cloud/cloud.sqlite").path
      let queue = try DatabaseQueue(path: store)
      try await queue.write { db in
        try db.execute(sql: "UPDATE record SET fields = '{' WHERE recordType = 'Message'")
      }
      try queue.close()
      let broken = try await world.run(nil, "cloud", "check", "--json")
      #expect(broken.code == 1 && broken.output.contains("unreadable") == false, "\(broken)")
      let failed = broken.lines.filter { !$0.contains(#""problems":0"#) }
      #expect(failed.count == 1 && failed[0].contains(#""isRepairable":true"#), "\(failed)")
      for line in broken.lines { try page.expect(line, as: "Checked condition", of: "check") }
      let repaired = try await world.run(nil, "cloud", "check", "--repair", "--json")
      #expect(repaired.code == 0, "\(repaired)")
      try page.expect(try #require(repaired.lines.first), as: "Repaired row", of: "check --repair")
      try await world.did(nil, "cloud", "start")
      let aside = try await world.run(nil, "cloud", "inspect", "set-aside", "--json")
      #expect(aside.lines.count == 1, "\(aside)")
      for line in aside.lines { try page.expect(line, as: "Set-aside row", of: "set-aside") }
    }
  }

  @Test func `a figure of a measurement is on the page`() throws {
    let page = try JSONPage()
    let values = try #require(Distribution([2, 3, 40]))
    for figure in [
      Figure("a page up", values, "ms", aim: .atMost(5), p99Aim: .atMost(25)),
      Figure("found", 99_900, "hits"),
    ] {
      let line = String(decoding: try JSONEncoder().encode(figure), as: UTF8.self)
      try page.expect(line, as: "Figure", of: "bench")
    }
  }

  private func check(
    _ command: JSONCommand, _ places: [String: String], _ page: JSONPage, _ world: World
  ) async throws {
    let words = places.reduce(command.words) { $0.replacing($1.key, with: $1.value) }
    let result = try await world.program.run(
      (command.person.map { ["--profile", $0] } ?? []) + ["--json"]
        + words.split(separator: " ").map(String.init))
    #expect(result.code == command.code && !result.lines.isEmpty, "\(words): \(result)")
    for line in result.lines { try page.expect(line, as: command.object, of: words) }
  }

  /// The files that commands read.
  private static let files = [
    "note.txt": "a note", "passphrase": "correct horse",
    "containers.toml": "[[container]]\nid = \"iCloud.com.example.app\"\n",
    "key.pem": """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/XUUSwcH1/AzywmH+ekEzU2N6YvT
    C+gWgLTnnFloik+mqORDinLPF0gBHmWfGD1kbLYPhb3Z7dakDFxy5s9uKw==
    -----END PUBLIC KEY-----
    """,
  ]
}

/// The commands of the program, as its parser tells of them.
private struct CommandDump: Decodable {
  struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { var name: String }

      var names: [Name]?
    }

    var commandName: String
    var subcommands: [Command]?
    var arguments: [Argument]?

    /// Those that have no commands below them, with the words that name them.
    var leaves: [(words: String, hasJSON: Bool)] {
      let below = (subcommands ?? []).filter { $0.commandName != "help" }
      guard below.isEmpty else {
        return below.flatMap { command in
          command.leaves.map { leaf in
            let words = [command.commandName, leaf.words].filter { !$0.isEmpty }
            return (words.joined(separator: " "), leaf.hasJSON)
          }
        }
      }
      return [("", (arguments ?? []).contains { $0.names?.contains { $0.name == "json" } == true })]
    }
  }

  var command: Command
}
