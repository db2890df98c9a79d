import CloudModel
import Foundation
import Testing

/// Sealed chats as people use them: on one machine, and on two with a server between them.
@Suite(.timeLimit(.minutes(15)))
struct SealedJourneyTests {
  @Test func `keys are made once, and a code opens them on another device`() async throws {
    try await World.with { world in
      try await world.did("alice", "account", "create", "alice")
      let early = try await world.run("alice", "new", "--sealed", "Boats")
      #expect(
        early.code == 1 && early.words.contains("‘zonechat --profile alice account keys make’"),
        "\(early)")
      let old = try await world.did("alice", "account", "keys", "make")
      #expect(old.wholeMatch(of: /([0-9A-Z]{4}-){6}[0-9A-Z]{4}/) != nil, "\(old)")
      let again = try await world.run("alice", "account", "keys", "make")
      #expect(again.code == 1 && again.words.contains("has keys already"), "\(again)")
      let zone = try await world.did("alice", "new", "--sealed", "Boats")
      #expect(zone.hasPrefix("sealed-"))
      try await world.did("alice", "send", "Boats", "--wait", "hello")
      let code = try await world.did("alice", "account", "keys", "code")

      try await world.did("tablet", "account", "sign-in", "alice")
      let closed = try await world.did("tablet", "chats")
      #expect(
        closed.contains("sealed")
          && closed.contains("‘zonechat --profile tablet account keys open’"))
      func open(_ secret: String) async throws -> Program.Result {
        let file = world.home.appendingPathComponent("secret")
        try Data(secret.utf8).write(to: file)
        return try await world.run("tablet", "account", "keys", "open", "--from", file.path)
      }
      let replaced = try await open(old)
      #expect(replaced.code == 1 && replaced.words.contains("does not open the keys"))
      let neither = try await open("four words and nothing")
      #expect(neither.code == 2 && neither.words.contains("seven groups of four"), "\(neither)")
      let opened = try await open(code.lowercased())
      #expect(opened.code == 0 && opened.output.contains("This device has the account's keys"))
      #expect(try await world.messages("tablet", in: "Boats").map(\.text) == ["hello"])
      #expect(try await world.did("tablet", "chats", "--json").contains(#""kind":"sealed""#))
      try await world.did("alice", "new", "Plain")
      #expect(try await world.did("alice", "chats", "--json").contains(#""kind":"plain""#))
    }
  }

  @Test func `the server learns neither what people write and send nor their passphrase`()
    async throws
  {
    let (phrase, emoji) = ("canary boats sail far away", "👩‍🚀")
    try await withServer("--journal-bodies") { server, anna, bob in
      try await enter("create", "anna", phrase, on: anna, server)
      try await enter("create", "bob", SelfMadeServer.passphrase, on: bob, server)
      // Who has a passphrase of five words has keys at once.
      let status = try await anna.did(nil, "account", "keys")
      #expect(status.contains("open with the passphrase."), "\(status)")
      try await anna.did(nil, "new", "--sealed", "Canary title")
      let early = try await anna.run(nil, "invite", "Canary title", "bob")
      #expect(early.code == 1 && early.words.contains("bob has no keys"), "\(early)")
      let code = try await bob.did(nil, "account", "keys", "make")
      let link = try await anna.did(nil, "invite", "Canary title", "bob")
      try await bob.did(nil, "join", link)
      try await anna.did(nil, "send", "Canary title", "--wait", "canary text")
      try await bob.did(nil, "sync")
      try await bob.did(nil, "send", "Canary title", "--wait", "--reply-to", "last", "canary reply")
      try await bob.did(nil, "react", "Canary title", "last", emoji)
      try await bob.did(nil, "pin-message", "Canary title", "last")
      let plan = bob.temporary.appendingPathComponent("canary plan.pdf")
      let bytes = Data(repeatElement("canary bytes ", count: 10_000).joined().utf8)
      try bytes.write(to: plan)
      try await bob.did(
        nil, "send", "Canary title", "--wait", "--attach", plan.path, "canary caption")
      try await bob.did(nil, "sync")
      let texts = ["canary text", "canary reply", "canary caption"]
      // What they compare is the same on both sides.
      let (annas, bobs) = try await (numbers(on: anna), numbers(on: bob))
      #expect(annas.count == 1 && annas == bobs, "\(annas) \(bobs)")
      try await anna.did(nil, "members", "Canary title", "--compared", "bob")

      // A device of each of them, by the passphrase and by the code.
      try await enter("sign-in", "anna", phrase, on: anna, server, profile: "tablet")
      try await anna.did("tablet", "sync")
      #expect(try await anna.messages("tablet", in: "Canary title").map(\.text) == texts)
      let members = try await anna.did("tablet", "members", "Canary title")
      #expect(members.contains("bob  (compared, "), "\(members)")
      let saved = anna.temporary.appendingPathComponent("saved.pdf")
      try await anna.did("tablet", "attachment", "Canary title", "last", "-o", saved.path)
      #expect(try Data(contentsOf: saved) == bytes)
      try await enter(
        "sign-in", "bob", SelfMadeServer.passphrase, on: bob, server, profile: "tablet")
      try await bob.did(
        "tablet", "account", "keys", "open", "--from", try file(code, on: bob))
      try await bob.did("tablet", "sync")
      #expect(try await bob.messages("tablet", in: "Canary title").map(\.text) == texts)
      let socket = "unix:" + anna.home.appendingPathComponent("server.sock").path
      let copies = anna.home.appendingPathComponent("copies")
      try FileManager.default.createDirectory(
        at: copies, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try await anna.did(nil, "cloud", "backup", copies.path + "/copy", "--cloud", socket)
      let journal = try await anna.did(nil, "cloud", "requests", "--bodies", "--cloud", socket)
      let log = try await anna.did(nil, "cloud", "log", "--cloud", socket)
      let canaries = ["canary", "Canary", emoji, "application/pdf", phrase, code]
      for (place, said) in [("the journal", journal), ("the log", log)] {
        expectNone(of: canaries, in: Data(said.utf8), place)
      }
      #expect(journal.contains("SealedMessage") && journal.contains("sealed-"), "was searched")
      try expectNothing(of: canaries, on: anna, in: "copies")
      try expectNothing(of: canaries, on: anna)
    }
  }

  @Test func `another passphrase opens the keys if the server does not see it`() async throws {
    let (first, second) = ("canary boats sail far away", "a-second canary-passphrase of-words")
    try await withServer { server, anna, other in
      try await enter("create", "anna", first, on: anna, server)
      try await anna.did(nil, "new", "--sealed", "Boats")
      try await anna.did(nil, "send", "Boats", "--wait", "hello")
      // Nothing would open the keys any more.
      let short = try await change(from: first, to: "correct horse", on: anna)
      #expect(short.code == 2 && short.words.contains("account keys code"), "\(short)")
      let changed = try await change(from: first, to: second, on: anna)
      #expect(changed.code == 0, "\(changed)")
      let old = try await enter("sign-in", "anna", first, on: other, server)
      #expect(old.code == 3 && old.words.contains("--whole"), "\(old)")
      try await enter("sign-in", "anna", second, on: other, server)
      try await other.did(nil, "sync")
      #expect(try await other.messages(nil, in: "Boats").map(\.text) == ["hello"])
      // With a code, the passphrase may be one that the server sees; it opens nothing then.
      let code = try await other.did(nil, "account", "keys", "code")
      let plain = try await change(from: second, to: "correct horse", on: other)
      #expect(plain.code == 0 && plain.words.contains("recovery code alone"), "\(plain)")
      #expect(
        try await other.did(nil, "account", "keys").contains("open with the recovery code."))
      try expectNothing(of: [first, second, code], on: anna)
    }
  }

  // MARK: - Steps

  private func withServer(
    _ options: String...,
    body: (SelfMadeServer, _ anna: World, _ other: World) async throws -> Void
  ) async throws {
    try await World.with { anna in
      try await World.with { other in
        try await SelfMadeServer.with(anna, options) { try await body($0, anna, other) }
      }
    }
  }

  /// Creates an account or signs in; what must succeed unless the result is looked at.
  @discardableResult
  private func enter(
    _ way: String, _ name: String, _ passphrase: String, on machine: World,
    _ server: SelfMadeServer, profile: String? = nil
  ) async throws -> Program.Result {
    try await machine.run(
      profile, "account", way, name, "--cloud", server.url, "--ca", server.authority,
      "--passphrase-file", try file(passphrase, on: machine))
  }

  private func change(
    from old: String, to new: String, on machine: World
  ) async throws -> Program.Result {
    try await machine.run(
      nil, "account", "passphrase", "--passphrase-file", try file(old, on: machine),
      "--new-passphrase-file", try file(new, on: machine))
  }

  /// The numbers that somebody compares with the others in the chat.
  private func numbers(on machine: World) async throws -> [String] {
    let members = try await machine.did(nil, "members", "Canary title", "--numbers")
    return members.matches(of: /(\d{5} ){11}\d{5}/).map { String($0.output.0) }
  }

  /// A file with a line.
  private func file(_ line: String, on machine: World) throws -> String {
    let file = machine.temporary.appendingPathComponent(UUID().uuidString)
    try Data((line + "\n").utf8).write(to: file)
    return file.path
  }

  /// Searches everything that the server keeps, or a copy of it.
  private func expectNothing(
    of canaries: [String], on machine: World, in name: String = "server"
  ) throws {
    let folder = machine.home.appendingPathComponent(name)
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var (count, byteCount) = (0, 0)
    for case let file as URL in files {
      guard let bytes = try? Data(contentsOf: file) else { continue }  // A folder, or a socket.
      (count, byteCount) = (count + 1, byteCount + bytes.count)
      expectNone(of: canaries, in: bytes, file.lastPathComponent)
    }
    #expect(count > 1 && byteCount > 100_000, "the store was searched")
  }

  private func expectNone(of canaries: [String], in bytes: Data, _ place: String) {
    for canary in canaries {
      for form in forms(of: canary) {
        #expect(bytes.range(of: form) == nil, "\(place): \(canary)")
      }
    }
  }

  /// A word as it can stand among other bytes: as it is, in hexadecimal digits, and in Base64, whose characters follow
  /// from where it begins.
  private func forms(of word: String) -> [Data] {
    let bytes = Data(word.utf8)
    let base64 = (0..<3).map { shift in
      let text = (Data(count: shift) + bytes).base64EncodedString()
      // The first and the last characters have bits of what is beside the word.
      return text.prefix((shift + bytes.count) * 4 / 3).dropFirst((shift * 4 + 2) / 3)
    }
    return [bytes] + (base64.map(String.init) + [bytes.hexadecimal]).map { Data($0.utf8) }
  }
}
