import Foundation
import Testing

/// Archives that somebody made to do harm, or that were damaged: each is refused as a whole, and says where.
@Suite(.timeLimit(.minutes(15)))
struct HostileArchiveTests {
  private static let digest = String(repeating: "0", count: 64)

  private static func file(_ fields: String) -> HandmadeArchive {
    HandmadeArchive(adding: #""attachment":{"type":"text/plain",\#(fields)}"#)
  }

  private static func file(path: String) -> HandmadeArchive {
    file(#""name":"a.txt","size":6,"sha256":"\#(digest)","path":"\#(path)""#)
  }

  private static func replaced(_ part: String, _ other: String) -> HandmadeArchive {
    HandmadeArchive(replacing: part, with: other)
  }

  @Test func `a mistake is named by its line, and nothing is imported`() async throws {
    var twice = HandmadeArchive(count: 2)
    twice.lines[2] = twice.lines[1]
    var behind = HandmadeArchive(count: 1)
    behind.lines.append(behind.lines[1])
    var newer = HandmadeArchive(count: 1)
    newer.lines[0] = newer.lines[0].replacing(#""version":1"#, with: #""version":2"#)
    var headless = HandmadeArchive(count: 1)
    headless.lines.removeFirst()
    let id = #""id":"m0""#
    let cases: [(words: String, archive: HandmadeArchive)] = [
      ("line 3: another message has the id", twice), ("line 4: it stands behind the end", behind),
      ("line 1: the archive has version 2", newer), ("line 1: an archive begins", headless),
      ("leads out of the archive's folder", Self.file(path: "../secret.txt")),
      ("leads out of the archive's folder", Self.file(path: "files/../../secret.txt")),
      ("leads out of the archive's folder", Self.file(path: "/etc/passwd")),
      ("leads out of the archive's folder", Self.file(path: "files//a.txt")),
      ("is behind a link", Self.file(path: "link.txt")),
      ("is behind a link", Self.file(path: "folder/secret.txt")),
      ("is not an ordinary file", Self.file(path: "pipe")),
      ("is not there", Self.file(path: "missing.txt")),
      ("has other bytes", Self.file(path: "here.txt")),
      ("its file cannot be called that", Self.file(#""name":"../a","size":1"#)),
      ("at most 52428800 fit", Self.file(#""name":"a","size":52428801"#)),
      ("its sha256 is not a checksum", Self.file(#""name":"a","size":1,"sha256":"x""#)),
      ("a path and no sha256", Self.file(#""name":"a","size":1,"path":"here.txt""#)),
      (
        "not a media type",
        HandmadeArchive(adding: #""attachment":{"name":"a","type":"a b","size":1}"#)
      ),
      ("its id cannot be", Self.replaced(id, #""id":"pin_m1""#)),
      ("its id cannot be", Self.replaced(id, #""id":"session""#)),
      ("its id cannot be", Self.replaced(id, #""id":"""#)),
      ("its id cannot be", Self.replaced(id, #""id":"\#(String(repeating: "m", count: 256))""#)),
      ("its sender is not the name", Self.replaced(#""dave""#, #""da\nve""#)),
      ("its sender is not the name", Self.replaced(#""dave""#, #""bob (imported): x, y""#)),
      ("its senderID is not", Self.replaced(#""_dave""#, #""\u0000""#)),
      ("in the future", Self.replaced("2025-01-01", "2999-01-01")),
      ("‘timestamp’ cannot be read", Self.replaced("2025-01-01T", "yesterday ")),
      ("no field ‘text’", Self.replaced(#""text":"message 0","#, "")),
      ("‘text’ has another type", Self.replaced(#""message 0""#, "17")),
      ("zero byte", Self.replaced("message 0", #"a\u0000b"#)),
      ("at most 65536 fit", Self.replaced("message 0", String(repeating: "x", count: 65_537))),
      (
        "its text and the name of its sender",
        Self.replaced("message 0", String(repeating: "x", count: 65_536))
      ),
      ("its revision is out of range", HandmadeArchive(adding: #""revision":-1"#)),
      ("‘revision’ has another type", HandmadeArchive(adding: #""revision":"1""#)),
      (
        "not one emoji",
        HandmadeArchive(
          adding:
            #""reactions":[{"emoji":"no","sender":"eve","senderID":"_eve","timestamp":"2025-01-01T00:00:00.000Z"}]"#
        )
      ),
      ("not a whole line of JSON", Self.replaced("}", "")),
      ("not a whole line of JSON", Self.replaced("message 0", #"\ud800"#)),
      (
        "not a whole line of JSON",
        Self.replaced(#"{"kind""#, String(repeating: "[", count: 100_000))
      ),
      ("longer than 4 MiB", Self.replaced("message 0", String(repeating: "x", count: 10 << 20))),
    ]
    try await World.with { world in
      try await world.did("carol", "account", "create", "carol")
      try layOut(world)
      for (words, archive) in cases {
        let result = try await self.import(Data(archive.text.utf8), world)
        #expect(result.code == 1 && result.output.isEmpty, "\(words): \(result)")
        #expect(
          result.words.contains(words) && result.words.contains("line "),
          "\(words): \(result.words)")
        #expect(result.words.contains("nothing was"), "\(result.words)")
      }
      #expect(try await world.did("carol", "chats", "--json").isEmpty)
      #expect(
        try String(contentsOfFile: world.home.path + "/secret.txt", encoding: .utf8) == "secret")
    }
  }

  @Test func `an archive that was cut off, or is none, is refused`() async throws {
    try await World.with { world in
      try await world.did("carol", "account", "create", "carol")
      let whole = Data(HandmadeArchive(count: 3).text.utf8)
      let end = HandmadeArchive.end(3).utf8.count + 1
      for (words, bytes) in [
        ("is not whole: its last line is missing", whole.dropLast(end)),
        ("not a whole line of JSON", whole.dropLast(end + 20)), ("is empty", Data()),
        (
          "line 2: it is not UTF-8 text",
          whole.replacing(Data("message 0".utf8), with: Data([0x22, 0xFF]))
        ),
        (
          "messages are missing",
          whole.replacing(Data(#""messages":3"#.utf8), with: Data(#""messages":4"#.utf8))
        ),
        ("line 1: it is not a whole line of JSON", Data("\u{7F}ELF".utf8)),
      ] {
        let result = try await self.import(bytes, world)
        #expect(result.code == 1 && result.words.contains(words), "\(words): \(result)")
      }
      for place in ["/dev/zero", world.home.path, world.home.path + "/none"] {
        let result = try await world.run("carol", "import", place)
        #expect(result.code == 1 && result.words.contains(place), "\(result)")
      }
      #expect(try await world.did("carol", "chats", "--json").isEmpty)
    }
  }

  @Test func `additions of a later version are passed over, and many problems are counted`()
    async throws
  {
    try await World.with { world in
      try await world.did("carol", "account", "create", "carol")
      var archive = HandmadeArchive(adding: #""mood":"glad""#)
      archive.lines.insert(#"{"kind":"poll","question":"Boat?"}"#, at: 2)
      let added = try await self.import(Data(archive.text.utf8), world)
      #expect(added.code == 0 && added.words.contains("1 message imported"), "\(added)")
      var bad = HandmadeArchive(count: 30)
      for index in 1...30 { bad.lines[index] = "no" }
      let refused = try await self.import(Data(bad.text.utf8), world)
      #expect(refused.words.contains("line 11: ") && !refused.words.contains("line 12: "))
      #expect(refused.words.contains("and 20 more"), "\(refused)")
    }
  }

  @Test func `an import goes only into a chat of one's own`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      let archive = world.home.appendingPathComponent("a.jsonl")
      try HandmadeArchive(count: 2).text.write(to: archive, atomically: true, encoding: .utf8)
      let others = try await world.run("bob", "import", archive.path, "--into", "Crew")
      #expect(others.code == 1 && others.words.contains("Only the owner"), "\(others)")
      let titled = try await world.run(
        "alice", "import", archive.path, "--into", "Crew", "--title", "x")
      #expect(titled.code == 2, "\(titled)")
      try await world.did("alice", "import", archive.path, "--into", "Crew", "--wait")
      try await world.did("bob", "sync")
      // What the field claims counts only while the text says it too.
      try await world.did("alice", "edit", "Crew", "m1", "my own words")
      try await world.did("bob", "sync")
      let lines = try ArchivedLine.messages(in: try await world.did("bob", "export", "Crew"))
      #expect(lines.map(\.sender) == ["dave", "alice"] && lines[1].text == "my own words")
    }
  }

  /// Makes the files that the archives of the first test name.
  private func layOut(_ world: World) throws {
    let place = world.home.path
    try FileManager.default.createDirectory(
      atPath: place + "/archive", withIntermediateDirectories: false)
    try Data("secret".utf8).write(to: URL(fileURLWithPath: place + "/secret.txt"))
    try Data("public".utf8).write(to: URL(fileURLWithPath: place + "/archive/here.txt"))
    symlink(place + "/secret.txt", place + "/archive/link.txt")
    symlink(place, place + "/archive/folder")
    #expect(mkfifo(place + "/archive/pipe", 0o600) == 0)
  }

  private func `import`(_ bytes: Data, _ world: World) async throws -> Program.Result {
    let folder = world.home.appendingPathComponent("archive")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("a.jsonl")
    try bytes.write(to: file)
    return try await world.run("carol", "import", file.path)
  }
}
