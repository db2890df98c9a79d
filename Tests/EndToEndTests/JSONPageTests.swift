import Foundation
import Subprocess
import Testing

/// `docs/json.md` and what the commands print are the same.
@Suite(.timeLimit(.minutes(15)))
struct JSONPageTests {
  /// A field as the page has it.
  private struct Field {
    var type: String
    var isOptional: Bool
  }

  /// The page's heading for each kind of line of an archive.
  private static let archiveLines = [
    "archive": "Archive", "message": "Archived message", "event": "Archived event",
    "end": "Archive end",
  ]

  /// The fields of each object, by the page's headings.
  private static func objects() throws -> [String: [String: Field]] {
    var objects: [String: [String: Field]] = [:]
    var heading = ""
    for line in try Checkout.text("docs/json.md").split(separator: "\n") {
      if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
      guard let row = line.firstMatch(of: /^\| `(\w+)` \| (\w+)(\??) \|/) else { continue }
      objects[heading, default: [:]][String(row.output.1)] = Field(
        type: String(row.output.2), isOptional: !row.output.3.isEmpty)
    }
    return objects
  }

  @Test func `each command prints the fields that the page has, and no others`() async throws {
    let objects = try Self.objects()
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      let file = world.home.appendingPathComponent("note.txt")
      try Data("a note".utf8).write(to: file)
      try await world.did("alice", "send", "Crew", "first", "--wait")
      try await world.did("bob", "sync")
      try await world.did("alice", "invite", "Crew")
      try await world.did("carol", "account", "create", "carol")
      try await world.did(
        nil, "cloud", "records", "put", "note", "text=a", "--new", "--type", "Message", "--account",
        "alice")
      let commands: [(person: String, object: String, words: String)] = [
        ("alice", "Chat", "chats"), ("alice", "Chat", "new Other"),
        ("alice", "Message", "send Crew --attach \(file.path) with-a-file --wait"),
        ("bob", "Message", "send Crew answer --reply-to last"),
        ("bob", "Message", "react Crew last 👍"), ("bob", "Message", "edit Crew last changed"),
        ("alice", "Message", "read Crew"), ("alice", "Message", "search changed"),
        ("alice", "Change", "rename Crew Crew2"), ("alice", "Change", "pin Crew2"),
        ("alice", "Change", "pin-message Crew2 last"), ("alice", "Pin", "pinned Crew2"),
        ("bob", "Sync", "sync"), ("bob", "Version", "history Crew2 last"),
        ("bob", "Saved file", "attachment Crew2 last --output \(world.home.path)/saved"),
        ("alice", "Change", "unsend Crew2 last"),
        ("alice", "Change", "outbox retry Crew2"),
        ("alice", "Change", "permission Crew2 bob read-only"), ("alice", "Member", "members Crew2"),
        ("alice", "Link", "invite Crew2 carol"), ("alice", "Link", "invite Crew2"),
        ("carol", "Invitation", "invitations"), ("carol", "Invitation", "join"),
        ("alice", "Sync", "sync"), ("alice", "Journal entry", "events"),
        ("alice", "Account", "account status"), ("alice", "Check", "doctor"),
        ("alice", "Cloud", "cloud start"), ("alice", "Cloud", "cloud status"),
        ("alice", "Request", "cloud requests --polls"),
        ("bob", "Archive", "export Crew2"),
        ("bob", "Export", "export Crew2 -o \(world.home.path)/crew.jsonl"),
        ("bob", "Import", "import \(world.home.path)/crew.jsonl"),
        ("alice", "Clock", "cloud clock"),
        ("alice", "Exported cloud", "cloud export \(world.home.path)/cloud.tar"),
        ("alice", "Account keys", "cloud accounts create erin"),
        ("alice", "Account keys", "cloud accounts token erin"),
        ("alice", "Record", "cloud query Message --account alice"),
        ("alice", "Record", "cloud records get note --account alice"),
        ("alice", "Record", "cloud records put note text=b --account alice"),
        ("alice", "Deleted record", "cloud records delete note --account alice"),
        ("alice", "Schema addition", "cloud schema add-index Message text searchable"),
        ("alice", "Schema addition", "cloud schema add-field Message labels string --list"),
        ("alice", "Traced step", "trace --messages 1"),
        ("dave", "Signed in", "account create dave"),
        ("dave", "Signed out", "account sign-out"), ("dave", "Signed in", "account sign-in dave"),
      ]
      for command in commands {
        try await check(command.words, as: command.person, prints: command.object, objects, world)
      }
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "send", "Crew2", "waits")
      try await check("outbox --explain", as: "alice", prints: "Outbox entry", objects, world)
      try await check("outbox drop Crew2 last", as: "alice", prints: "Change", objects, world)
      try await check("agent", as: "alice", prints: "Agent", code: 1, objects, world)
      let down = try await world.run("alice", "cloud", "status", "--json")
      #expect(down.code == 1 && down.output.contains(#""isRunning":false"#), "\(down)")
    }
  }

  @Test func `a watch follows what becomes of messages, and can be cut off at any time`()
    async throws
  {
    let objects = try Self.objects()
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
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
        guard case .object(let fields) = value else { continue }
        let kind = if case .string(let kind)? = fields["kind"] { kind } else { "" }
        expect(
          fields, as: kind == "status" ? "Status" : kind == "" ? "Message" : "Event", objects,
          String(line))
      }
    }
  }

  private func check(
    _ command: String, as person: String, prints object: String,
    code: Int32 = 0, _ objects: [String: [String: Field]], _ world: World
  ) async throws {
    let words = command.split(separator: " ").map(String.init)
    let result = try await world.program.run(["--profile", person, "--json"] + words)
    #expect(result.code == code && !result.lines.isEmpty, "\(command): \(result)")
    for line in result.lines {
      let value = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
      guard case .object(let fields) = value else {
        Issue.record("\(command): \(line)")
        continue
      }
      var name = object
      if case .string(let kind)? = fields["kind"] {
        // Between messages stand events.
        if object == "Message" { name = "Event" }
        if object == "Archive" { name = Self.archiveLines[kind] ?? kind }
      }
      expect(fields, as: name, objects, "\(command): \(line)")
      if case .object(let file)? = fields["attachment"] {
        expect(file, as: object == "Archive" ? "Archived file" : "Attachment", objects, line)
      }
    }
  }

  private func expect(
    _ fields: [String: JSONValue], as name: String, _ objects: [String: [String: Field]],
    _ place: String
  ) {
    let promised = objects[name] ?? [:]
    #expect(Set(fields.keys).isSubset(of: promised.keys), "\(name): \(place)")
    for (key, field) in promised {
      guard let value = fields[key] else {
        #expect(field.isOptional, "\(name).\(key): \(place)")
        continue
      }
      let isRight =
        switch (field.type, value) {
        case ("text", .string), ("number", .number), ("bool", .bool), ("object", .object),
          ("list", .array):
          true
        case ("time", .string(let text)):
          text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
        default: false
        }
      #expect(isRight, "\(name).\(key): \(place)")
    }
  }
}
