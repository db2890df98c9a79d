import Foundation
import Subprocess
import Synchronization
import TestSupport
import Testing

/// A cloud that outgrows its file, with the program as people type it.
@Suite(.timeLimit(.minutes(15)))
struct MoveTests {
  private struct Report: Decodable {
    var from: String
    var accounts: Int
    var assets: Int
    var wasThere: Bool
  }

  @Test func `people chat on when their cloud moves into a database, and back, and from a backup`()
    async throws
  {
    try await TestPostgres.withCluster { cluster in
      try await Server.with { file in
        let world = file.world
        let database = Server(world: world, client: file.client, storage: cluster.url())
        let picture = world.home.appendingPathComponent("photo.png")
        let bytes = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try bytes.write(to: picture)
        _ = try await file.serve { process in
          for person in ["alice", "bob"] {
            try await world.did(
              person, "account", "create", person, "--cloud", "unix:" + file.socket)
          }
          try await world.did("alice", "new", "Crew")
          let link = try await world.did("alice", "invite", "Crew", "bob")
          try await world.did("bob", "join", link)
          try await world.did("alice", "send", "Crew", "one", "--attach", picture.path, "--wait")
          let refused = try await world.run(
            nil, "cloud", "move", "--data", file.data, "--to", cluster.url())
          #expect(refused.code == 1 && refused.words.contains("Stop it first"), "\(refused.words)")
          kill(process, SIGTERM)
        }
        let moved = try await world.did(
          nil, "cloud", "move", "--data", file.data, "--to", cluster.url(), "--json")
        let report = try JSONDecoder().decode(Report.self, from: Data(moved.utf8))
        #expect(report.accounts == 2 && report.assets == 1 && !report.wasThere)
        #expect(report.from == file.data)
        let stranded = try await world.program.run(file.words)
        #expect(stranded.code == 1 && stranded.words.contains("has moved to postgres://"))

        let copy = world.home.appendingPathComponent("backup").path
        _ = try await database.serve { process in
          try await Self.chat(world, "two", bytes)
          try await world.did(nil, "cloud", "check", "--cloud", "unix:" + file.socket)
          try await world.did(nil, "cloud", "backup", copy, "--cloud", "unix:" + file.socket)
          let running = try await world.run(
            nil, "cloud", "move", "--data", world.home.path + "/other", "--key-file",
            file.data + "/at-rest.key", "--from", cluster.url())
          #expect(running.code == 1, "\(running.words)")
          #expect(running.words.contains("running servers"), "\(running.words)")
          kill(process, SIGTERM)
        }
        try await world.did(nil, "cloud", "move", "--data", file.data, "--from", cluster.url())
        _ = try await file.serve { process in
          try await Self.chat(world, "three", bytes)
          kill(process, SIGTERM)
        }
        try await world.did(nil, "cloud", "restore", copy, "--data", file.data)
        _ = try await file.serve { process in
          for person in ["alice", "bob"] { try await world.did(person, "sync") }
          let texts = try await world.messages("alice", in: "Crew")
          #expect(texts.filter { $0.state != "failed" }.map(\.text) == ["one", "two"], "\(texts)")
          kill(process, SIGTERM)
        }
      }
    }
  }

  @Test func `a move that is killed half way leaves the cloud as it was, and begins again`()
    async throws
  {
    try await TestPostgres.withCluster { cluster in
      try await Server.with { file in
        let database = Server(world: file.world, client: file.client, storage: cluster.url())
        // Makes the tables, which are then empty again.
        _ = try await database.serve { process in kill(process, SIGTERM) }
        try await cluster.run(
          """
          DO $$ DECLARE name text; BEGIN
            FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
              IF name <> 'setting' THEN EXECUTE 'TRUNCATE ' || name || ' CASCADE'; END IF;
            END LOOP;
            DELETE FROM setting WHERE setting.name NOT IN ('schema.version', 'atRestKey');
          END $$
          """)
        let zone =
          #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#
        let account = Mutex<Server.Account?>(nil)
        _ = try await file.serve { process in
          let alice = try await file.signUp("alice")
          #expect(try await file.post("zones/modify", as: alice, zone).status == 200)
          account.withLock { $0 = alice }
          kill(process, SIGTERM)
        }
        let alice = try #require(account.withLock { $0 })
        let words = ["cloud", "move", "--data", file.data, "--to", cluster.url()]
        try await whileOpen("LOCK TABLE record IN SHARE MODE", in: cluster.address()) { _ in
          let status = try await Subprocess.run(
            file.world.program.configuration(words), input: .none, output: .discarded,
            error: .discarded
          ) { execution in
            // It has copied some tables, and waits for the next.
            try await until("the move to wait") {
              try await cluster.count(
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'relation'") > 0
            }
            kill(execution.processIdentifier.value, SIGKILL)
          }.terminationStatus
          #expect(status == .signaled(SIGKILL))
        }
        // Nothing has arrived, and the cloud goes on where it was.
        #expect(try await cluster.count("SELECT count(*) FROM account") == 0)
        _ = try await file.serve { process in
          let zones = try await file.post("zones/list", as: alice, "{}")
          #expect(String(decoding: zones.body, as: UTF8.self).contains(#""Z""#))
          kill(process, SIGTERM)
        }
        let again = try await file.world.program.run(words)
        #expect(again.code == 0, "\(again.words)")
        _ = try await database.serve { process in
          let zones = try await file.post("zones/list", as: alice, "{}")
          #expect(String(decoding: zones.body, as: UTF8.self).contains(#""Z""#))
          kill(process, SIGTERM)
        }
      }
    }
  }

  /// Each sends a text, and gets that of the other, and the file from before.
  private static func chat(_ world: World, _ text: String, _ bytes: Data) async throws {
    try await world.did("alice", "send", "Crew", text, "--wait")
    try await world.did("bob", "sync")
    let messages = try await world.messages("bob", in: "Crew")
    #expect(messages.map(\.text).last == text)
    let copy = world.home.appendingPathComponent("copy-\(text).png")
    let message = try #require(messages.first { $0.attachment != nil })
    try await world.did("bob", "attachment", "Crew", message.id, "--output", copy.path)
    #expect(try Data(contentsOf: copy) == bytes)
  }
}
