import Foundation
import GRDB
import Subprocess
import Testing

/// A damaged local copy has a way out, and what was not sent is lost only if it cannot be read.
@Suite(.timeLimit(.minutes(15)))
struct DoctorTests {
  @Test(arguments: Damage.allCases)
  func `a damaged copy is set aside, and all that the cloud has is fetched again`(
    damage: Damage
  ) async throws {
    try await World.with { world in
      try await world.longChat("Crew", of: ["alice", "bob"])
      let sent = try await world.messages("alice", in: "Crew")
      #expect(try await world.run("alice", "doctor").code == 0)
      try damage.apply(to: replica(world))
      let broken = try await world.run("alice", "doctor")
      #expect(broken.code == 1 && broken.output.contains("WRONG local copy"), "\(broken)")
      #expect(broken.words.contains("doctor --repair"), "\(broken.words)")
      let repaired = try await world.run("alice", "doctor", "--repair")
      // Nobody can know whether something unsent was in a file of which nothing can be read.
      let isKnown = ![.emptied, .removed, .firstPage].contains(damage)
      #expect(repaired.code == (isKnown ? 0 : 1), "\(repaired)")
      #expect(
        repaired.words.contains("\(isKnown ? "Everything" : "All that was kept") is fetched"),
        "\(repaired)")
      #expect(repaired.output.contains("WRONG repair") == !isKnown, "\(repaired)")
      #expect(try await world.run("alice", "doctor").code == 0)
      #expect(try await world.messages("alice", in: "Crew").map(\.id) == sent.map(\.id))
      try await world.did("alice", "send", "Crew", "and on")
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Crew").count == sent.count + 1)
      let aside = replica(world).deletingLastPathComponent().appendingPathComponent("damaged")
      let kept = try? FileManager.default.contentsOfDirectory(atPath: aside.path)
      #expect(kept?.count == (damage == .removed ? nil : 1))
    }
  }

  @Test func `a copy that is missing and was here is told by every command`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "send", "Crew", "never sent")
      try Damage.removed.apply(to: replica(world))
      for command in [["chats", "--offline"], ["outbox"], ["send", "Crew", "next"], ["sync"]] {
        let told = try await world.program.run(["--profile", "alice"] + command)
        #expect(told.code == 1 && told.output.isEmpty, "\(command): \(told)")
        #expect(told.words.contains("is missing, and it was here before"), "\(told.words)")
        #expect(told.words.contains("what was not sent is lost"), "\(told.words)")
      }
      let doctor = try await world.run("alice", "doctor")
      #expect(doctor.code == 1 && doctor.output.contains("WRONG local copy"), "\(doctor)")
      #expect(doctor.output.contains("there was a copy here before"), "\(doctor)")
    }
  }

  @Test func `a repair ends with 1 where the cloud is out of reach`() async throws {
    try await World.with { world in
      try await world.longChat("Crew", of: ["alice"])
      try damageRead(world)
      try await world.did(nil, "cloud", "stop")
      let repaired = try await world.run("alice", "doctor", "--repair")
      #expect(repaired.output.contains("WRONG cloud"), "\(repaired)")
      #expect(repaired.output.contains("ok    repair"), "\(repaired)")
      #expect(repaired.code == 1, "\(repaired)")
    }
  }

  @Test func `unsent messages are kept and sent, as far as they can be read`() async throws {
    try await World.with { world in
      try await world.longChat("Crew", of: ["alice", "bob"])
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "send", "Crew", "written offline")
      try await world.did("alice", "edit", "Crew", "last", "written offline, and changed")
      try await world.did("alice", "rename", "Crew", "Team")
      try await world.did(nil, "cloud", "start")
      try damageRead(world)
      let repaired = try await world.run("alice", "doctor", "--repair")
      #expect(repaired.code == 0, "\(repaired)")
      #expect(repaired.output.contains("unsent change"), "\(repaired.output)")
      try await world.did("bob", "sync")
      #expect(
        try await world.messages("bob", in: "Team").last?.text == "written offline, and changed")
      #expect(try await world.messages("bob", in: "Team").count == 301)
    }
  }

  @Test func `unsent messages are kept where the entry of the outbox is lost`()
    async throws
  {
    try await World.with { world in
      try await world.longChat("Crew", of: ["alice", "bob"])
      try await world.did(nil, "cloud", "stop")
      for number in 1...5 { try await world.did("alice", "send", "Crew", "unsent \(number)") }
      try await world.did("alice", "edit", "Crew", "last", "unsent 5, and changed")
      // A page of the list of tables; SQLite reads the entries before it.
      let data = try Data(contentsOf: replica(world))
      let entry = try #require(data.range(of: Data("tableoutboxoutbox".utf8))?.lowerBound)
      try #require(entry > 4096)
      try overwrite([entry / 4096 + 1], with: 0xA5, world)
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("alice", "doctor", "--repair")
      #expect(repaired.code == 0, "\(repaired)")
      #expect(repaired.output.contains("305 messages and 5 unsent changes"), "\(repaired.output)")
      #expect(repaired.output.contains("Not every row could be read"), "\(repaired.output)")
      try await world.did("bob", "sync")
      let shown = try await world.messages("bob", in: "Crew").map(\.text)
      #expect(shown.count == 305)
      #expect(
        shown.suffix(5) == (1...4).map { "unsent \($0)" } + ["unsent 5, and changed"])
    }
  }

  @Test func `unsent messages are lost where the file's first page is lost, and are called so`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "send", "Crew", "sent", "--wait")
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "send", "Crew", "never sent")
      try overwrite([1], with: 0xA5, world)
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("alice", "doctor", "--repair")
      #expect(repaired.code == 1, "\(repaired)")
      #expect(
        repaired.output.contains("Nothing could be read, so what was not sent is lost here"),
        "\(repaired.output)")
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["sent"])
      #expect(try await world.messages("alice", in: "Crew").map(\.text) == ["sent"])
    }
  }

  @Test func `messages that only the log has are kept where the file is empty`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "send", "Crew", "only in the log")
      let unsent = try await world.run("alice", "outbox", "--json").lines.count
      let log = replica(world).path + "-wal"
      let aside = world.home.path + "/log"
      // Whoever holds the file open keeps its log, and this writes every page into it.
      let writer = try DatabaseQueue(path: replica(world).path)
      try await writer.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA wal_autocheckpoint = 0; VACUUM")
      }
      try FileManager.default.copyItem(atPath: log, toPath: aside)
      try writer.close()
      try? FileManager.default.removeItem(atPath: log)  // It has gone with its last user.
      try Damage.emptied.apply(to: replica(world))
      try FileManager.default.moveItem(atPath: aside, toPath: log)
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("alice", "doctor", "--repair")
      // Nobody can know what else was in the file.
      #expect(repaired.code == 1 && unsent > 0, "\(repaired)")
      #expect(
        repaired.output.contains("1 message and \(unsent) unsent change"), "\(repaired.output)")
      #expect(repaired.output.contains("Only the log of the file could be read"), "\(repaired)")
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Crew").last?.text == "only in the log")
    }
  }

  @Test func `a copy on a full disk is checked, and so is the cloud`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let run = {
        // As on a full disk, no file can grow.
        try await world.program.run(
          .name("sh"),
          ["-c", "ulimit -f 0; exec \"$0\" --profile alice doctor", Program.executable.path])
      }
      let full = try await run()
      #expect(full.code == 1 && full.output.contains("WRONG disk"), "\(full)")
      #expect(full.output.contains("ok    local copy"), "\(full)")
      #expect(full.output.contains("ok    cloud"), "\(full)")
      // A log that is not one is said there too, and the cloud is checked all the same.
      let log = replica(world).path + "-wal"
      try Data(repeating: 1, count: 5000).write(to: URL(fileURLWithPath: log))
      let damaged = try await run()
      #expect(damaged.code == 1 && damaged.output.contains("its log"), "\(damaged)")
      #expect(damaged.output.contains("ok    cloud"), "\(damaged)")
    }
  }

  @Test func `keys that the cloud refuses are found`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let sound = try await world.run("alice", "doctor")
      #expect(sound.code == 0 && sound.output.contains("ok    keys"), "\(sound)")
      let keys = replica(world).deletingLastPathComponent().appendingPathComponent("account.json")
      let text = try String(contentsOf: keys, encoding: .utf8)
      let token = try #require(text.firstMatch(of: /"webAuthToken" : "([^"]+)"/)?.1)
      try text.replacing(token, with: String(token.reversed()))
        .write(to: keys, atomically: true, encoding: .utf8)
      let refused = try await world.run("alice", "doctor")
      #expect(refused.code == 1 && refused.output.contains("WRONG keys"), "\(refused)")
      #expect(refused.output.contains("account sign-in"), "\(refused)")
    }
  }

  @Test func `unsent messages are kept where the page of the chats is lost`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "send", "Crew", "written offline")
      try zero("SELECT rootpage FROM sqlite_master WHERE name = 'chat'", world)
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("alice", "doctor", "--repair")
      #expect(repaired.code == 0, "\(repaired)")
      #expect(repaired.output.contains("1 message and 1 unsent change"), "\(repaired.output)")
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["written offline"])
      #expect(try await world.messages("alice", in: "Crew").map(\.text) == ["written offline"])
      try await world.did("alice", "send", "Crew", "and on")
    }
  }

  @Test func `a guest's unsent message is kept where the page of the chats is lost`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      // The guest of this test has the damaged copy.
      try await world.did(nil, "cloud", "stop")
      try await world.did("bob", "send", "Crew", "written by a guest")
      try zero("SELECT rootpage FROM sqlite_master WHERE name = 'chat'", world, of: "bob")
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("bob", "doctor", "--repair")
      #expect(repaired.code == 0, "\(repaired)")
      try await world.did("bob", "send", "Crew", "and on")
      try await world.did("alice", "sync")
      #expect(
        try await world.messages("alice", in: "Crew").map(\.text)
          == ["written by a guest", "and on"])
    }
  }

  @Test func `a chat that the cloud does not have yet is kept where its row is lost`() async throws
  {
    try await World.with { world in
      try await world.did("alice", "account", "create", "alice")
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "new", "Crew")
      try await world.did("alice", "send", "Crew", "written offline")
      try zero("SELECT rootpage FROM sqlite_master WHERE name = 'chat'", world)
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("alice", "doctor", "--repair")
      #expect(repaired.code == 0, "\(repaired)")
      #expect(
        try await world.messages("alice", in: "Recovered chat").map(\.state) == ["sent"])
      #expect(try await world.did("alice", "outbox", "--json").isEmpty)
      try await world.did("alice", "rename", "Recovered chat", "Crew")
    }
  }

  @Test func `texts whose chat is lost are put into a file`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did(nil, "cloud", "stop")
      let file = world.home.appendingPathComponent("plan.txt")
      try Data("the plan".utf8).write(to: file)
      try await world.did("alice", "send", "Crew", "written offline", "--attach", file.path)
      try zero("SELECT rootpage FROM sqlite_master WHERE tbl_name = 'chat' AND rootpage > 0", world)
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("alice", "doctor", "--repair")
      #expect(repaired.code == 1, "\(repaired)")
      #expect(
        repaired.output.contains("1 unsent change could not be kept; the texts"), "\(repaired)")
      let aside = replica(world).deletingLastPathComponent().appendingPathComponent("damaged")
      let folder = try #require(
        try FileManager.default.contentsOfDirectory(atPath: aside.path).first)
      let texts = aside.appendingPathComponent(folder).appendingPathComponent("unsent.txt")
      #expect(try String(contentsOf: texts, encoding: .utf8) == "written offline")
      #expect(repaired.output.contains("with 1 file of unsent messages"), "\(repaired)")
      let kept = aside.appendingPathComponent(folder).appendingPathComponent("plan.txt")
      #expect(try String(contentsOf: kept, encoding: .utf8) == "the plan")
    }
  }

  @Test func `a message that has lost its text is counted as lost and waits for nothing`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "send", "Crew", "written offline")
      try zero("SELECT rootpage FROM sqlite_master WHERE name = 'message'", world)
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("alice", "doctor", "--repair")
      #expect(repaired.code == 1, "\(repaired)")
      #expect(repaired.output.contains("1 chat, 0 messages"), "\(repaired.output)")
      #expect(repaired.output.contains("1 unsent change could not be kept."), "\(repaired.output)")
      #expect(repaired.words.contains("All that was kept is fetched and sent"), "\(repaired.words)")
      #expect(try await world.run("alice", "sync").code == 0)
      #expect(try await world.run("alice", "doctor").code == 0)
    }
  }

  @Test func `a place without its text fails, holds nothing up, and is found`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did(nil, "cloud", "stop")
      // More of them than one request carries, in front of a message.
      try await DatabaseQueue(path: replica(world).path).write { db in
        for number in 1...400 {
          try db.execute(
            sql: """
              INSERT INTO outbox (chatID, recordName, kind)
              SELECT id, ?, 'message' FROM chat WHERE name = 'Crew'
              """, arguments: ["x\(number)"])
        }
      }
      try await world.did("alice", "send", "Crew", "behind them")
      try await world.did(nil, "cloud", "start")
      let synced = try await world.run("alice", "sync")
      #expect(!synced.words.contains("More was written"), "\(synced)")
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["behind them"])
      let outbox = try await world.did("alice", "outbox", "--json")
      #expect(outbox.split(separator: "\n").count == 400 && outbox.contains("doctor --repair"))
      #expect(outbox.contains("outbox drop") && !outbox.contains("outbox retry"))
      let broken = try await world.run("alice", "doctor")
      #expect(broken.code == 1 && broken.output.contains("400 changes in the outbox"), "\(broken)")
      let repaired = try await world.run("alice", "doctor", "--repair")
      #expect(
        repaired.code == 1 && repaired.output.contains("400 unsent changes could not be kept"),
        "\(repaired)")
      #expect(try await world.did("alice", "outbox", "--json").isEmpty)
      #expect(try await world.run("alice", "doctor").code == 0)
    }
  }

  @Test func `a damaged copy can be given up by signing out`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try Damage.firstPage.apply(to: replica(world))
      let kept = try await world.run("alice", "account", "sign-out")
      #expect(kept.code == 1 && kept.words.contains("doctor --repair"), "\(kept.words)")
      try await world.did("alice", "account", "sign-out", "--discard")
      try await world.did("alice", "account", "sign-in", "alice")
      #expect(try await world.did("alice", "chats").contains("Crew"))
    }
  }

  @Test func `a message that lost its place in the outbox is sent all the same`() async throws {
    try await World.with { world in
      try await world.longChat("Crew", of: ["alice", "bob"])
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "send", "Crew", "written offline")
      // The row of the message is sound, and that of the outbox is gone.
      try await DatabaseQueue(path: replica(world).path).write { db in
        try db.execute(sql: "DELETE FROM outbox")
      }
      try damageRead(world)
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("alice", "doctor", "--repair")
      #expect(repaired.code == 0, "\(repaired)")
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Crew").last?.text == "written offline")
      #expect(try await world.messages("bob", in: "Crew").count == 301)
    }
  }

  @Test func `a copy that is only held by somebody is not repaired`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "send", "Crew", "written offline")
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let holder = try DatabaseQueue(path: replica(world).path, configuration: configuration)
      try await holder.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
      }
      let refused = try await world.run("alice", "doctor", "--repair")
      #expect(refused.code == 1 && refused.words.contains("Nothing was changed"), "\(refused)")
      try holder.close()
      try await world.did(nil, "cloud", "start")
      try await world.did("alice", "sync")
      #expect(try await world.messages("alice", in: "Crew").last?.state == "sent")
      let sound = try await world.run("alice", "doctor", "--repair")
      #expect(sound.code == 0, "\(sound)")
    }
  }

  private func replica(_ world: World, of person: String = "alice") -> URL {
    world.home.appendingPathComponent("data/profiles/\(person)/replica.sqlite")
  }

  /// Fills the pages with zeros whose numbers `query` finds.
  private func zero(_ query: String, _ world: World, of person: String = "alice") throws {
    let queue = try DatabaseQueue(path: replica(world, of: person).path)
    let pages = try queue.read { try Int.fetchAll($0, sql: query) }
    try queue.close()
    try overwrite(pages, with: 0, world, of: person)
  }

  /// Fills pages, counted from 1, with one byte.
  private func overwrite(
    _ pages: [Int], with byte: UInt8, _ world: World, of person: String = "alice"
  ) throws {
    let handle = try FileHandle(forUpdating: replica(world, of: person))
    defer { try? handle.close() }
    for page in pages {
      try handle.seek(toOffset: UInt64((page - 1) * 4096))
      try handle.write(contentsOf: Data(repeating: byte, count: 4096))
    }
  }

  /// Damages a page of the messages that were sent: some of them can not be read.
  private func damageRead(_ world: World) throws {
    // A page that begins a message of the middle, found by its text.
    let data = try Data(contentsOf: replica(world))
    let place = try #require(data.range(of: Data("message 150".utf8))?.lowerBound)
    try overwrite([place / 4096 + 1], with: 0xA5, world)
  }
}
