import Foundation
import Testing
import TestSupport

/// The folders of earlier programs, used by this one.
struct UpgradeTests {
  /// Runs `body` on a machine whose data folder an earlier program has left.
  private func withFolder(
    _ fixture: String, _ body: (World) async throws -> Void
  ) async throws {
    try await World.with { world in
      try Fixture.copy(fixture, to: world.home.appending(path: "data"))
      try await body(world)
    }
  }

  private func data(_ path: String, in world: World) -> URL {
    world.home.appending(path: "data/\(path)")
  }

  /// Leaves a file as a later program does that has upgraded it.
  private func upgrade(_ file: URL) throws {
    try FileManager.default.copyItem(atPath: file.path, toPath: file.path + ".before-upgrade")
    try Fixture.markAsNewer(file)
  }

  @Test(arguments: [
    (
      "0.1.0",
      ["edited, unsent", "from bob", "changed", "", "with a file", "an answer", "unsent"]
    )
  ])
  func `everything of an earlier program is there, and its unsent messages are sent`(
    fixture: String, texts: [String]
  ) async throws {
    try await withFolder(fixture) { world in
      try await world.did(nil, "cloud", "check")
      let chats = try await world.did("alice", "chats", "--offline")
      #expect(chats.contains("Crew, renamed") && chats.contains("Plans"))
      #expect(try await world.messages("alice", in: "Crew, renamed").map(\.text) == texts)
      for person in ["alice", "bob"] { try await world.did(person, "sync") }
      let bobs = try await world.messages("bob", in: "Crew, renamed")
      #expect(bobs.map(\.text) == texts)
      if let file = bobs.first(where: { $0.attachment != nil }) {
        let place = world.temporary.appending(path: "notes.txt").path
        try await world.did("bob", "attachment", "Crew, renamed", file.id, "--output", place)
        #expect(try String(contentsOfFile: place, encoding: .utf8) == "what is in the file")
      }
      try await world.did("bob", "send", "Crew, renamed", "after the upgrade")
      #expect(try await world.did("alice", "read", "Plans").contains("only here"))
      #expect(
        try await world.did("alice", "read", "Crew, renamed").contains("after the upgrade"))
      try await world.did("carol", "sync")
      #expect(try await world.did("carol", "invitations").contains("Crew"))
    }
  }

  @Test func `an older program refuses a newer replica, and names the one from before`()
    async throws
  {
    try await withFolder("0.1.0") { world in
      let replica = data("profiles/alice/replica.sqlite", in: world)
      try upgrade(replica)
      for command in [["send", "Crew", "hi"], ["chats"], ["sync"]] {
        let refused = try await world.program.run(["--profile", "alice"] + command)
        #expect(
          [refused.words, "\(refused.code)"] == [
            """
            zonechat: \(replica.path) was written by a newer ZoneChat. Update this one, or keep this \
            file under another name and go back to the one from before the upgrade, \
            \(replica.path).before-upgrade. Nothing was changed.

            """, "1",
          ])
      }
    }
  }

  @Test func `an older program refuses a newer cloud, and names the store from before`()
    async throws
  {
    try await withFolder("0.1.0") { world in
      let store = data("cloud/cloud.sqlite", in: world)
      try upgrade(store)
      let sentence = """
        The cloud's store at \(store.path) was written by a newer version of this program. Use \
        that version, or keep this file under another name and go back to the one from before the \
        upgrade, \(store.path).before-upgrade.
        """
      for command in [["cloud", "check"], ["cloud", "start"]] {
        let refused = try await world.program.run(command)
        #expect(refused.code == 1)
        #expect(refused.words.contains(sentence), "\(refused.words)")
      }
    }
  }

  @Test func `an older program refuses a newer account file, and names the one from before`()
    async throws
  {
    try await withFolder("0.1.0") { world in
      let file = data("profiles/alice/account.json", in: world)
      let text = try String(contentsOf: file, encoding: .utf8)
      try text.write(
        toFile: file.path + ".before-upgrade", atomically: true, encoding: .utf8)
      try "{ \"version\" : 2, \"keys\" : [ ] }".write(to: file, atomically: true, encoding: .utf8)
      let refused = try await world.run("alice", "chats", "--offline")
      #expect(
        [refused.words, "\(refused.code)"] == [
          """
          zonechat: \(file.path) was written by a newer ZoneChat. Update this one, or keep this file \
          under another name and go back to the one from before the upgrade, \
          \(file.path).before-upgrade.

          """, "1",
        ])
      try FileManager.default.removeItem(atPath: file.path + ".before-upgrade")
      let without = try await world.run("alice", "chats", "--offline")
      #expect(
        without.words
          == "zonechat: \(file.path) was written by a newer ZoneChat. Update this one.\n")
    }
  }

  @Test func `signing out takes the files from before an upgrade along`() async throws {
    try await withFolder("0.1.0") { world in
      let replica = data("profiles/alice/replica.sqlite", in: world)
      let copy = URL(filePath: replica.path + ".before-upgrade")
      try FileManager.default.copyItem(at: replica, to: copy)
      try await world.did("alice", "account", "sign-out", "--discard")
      #expect(!FileManager.default.fileExists(atPath: copy.path))
    }
  }
}
