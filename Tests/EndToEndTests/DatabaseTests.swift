import CloudModel
import Foundation
import Subprocess
import Synchronization
import TestSupport
import Testing

/// A cloud whose store is in PostgreSQL, as a process, in bad weather.
@Suite(.timeLimit(.minutes(15)))
struct DatabaseTests {
  /// A database that keeps what it has confirmed, also when its server is killed.
  private static let durable = ["synchronous_commit = on"]
  private static let clients = 8

  /// `ZONECHAT_CRASH_ROUNDS` makes it longer, `ZONECHAT_CRASH_SEED` repeats what the clients do.
  @Test func `what was acknowledged is there after the server and its database were killed`()
    async throws
  {
    let environment = ProcessInfo.processInfo.environment
    let seed =
      environment["ZONECHAT_CRASH_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 0...999_999_999)
    let rounds = environment["ZONECHAT_CRASH_ROUNDS"].flatMap { Int($0) } ?? 2
    try await TestPostgres.withCluster(Self.durable) { cluster in
      try await Server.with(storage: cluster.url()) { server in
        let (answers, answered) = AsyncStream.makeStream(
          of: Void.self, bufferingPolicy: .bufferingNewest(1000))
        let alice = Mutex<Server.Account?>(nil)
        _ = try await server.serve { process in
          let account = try await server.signUp("alice")
          _ = try await server.post(
            "zones/modify", as: account,
            #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#)
          alice.withLock { $0 = account }
          kill(process, SIGKILL)
        }
        let account = try #require(alice.withLock { $0 })
        let ending = CrashEnding()
        try await withThrowingTaskGroup(of: CrashJournal.self) { group in
          for index in 0..<Self.clients {
            group.addTask {
              var client = CrashClient(
                server: server, account: account, index: index, seed: seed)
              while !ending.hasCome {
                if try await client.step() { answered.yield() }
              }
              return client.journal
            }
          }
          var random = SplitMix64(seed: seed)
          var iterator = answers.makeAsyncIterator()
          for _ in 0..<rounds {
            let limits = (0..<2).map { _ in Int.random(in: 10...80, using: &random) }
            let status = try await server.serve { process in
              for _ in 0..<limits[0] { await iterator.next(isolation: #isolation) }
              try await cluster.crash(restarts: true)
              for _ in 0..<limits[1] { await iterator.next(isolation: #isolation) }
              kill(process, SIGKILL)
            }
            #expect(status == .signaled(SIGKILL))
          }
          let end = try await server.serve { process in
            for _ in 0..<50 { await iterator.next(isolation: #isolation) }
            ending.come()
            var journal = CrashJournal()
            for try await part in group { journal.merge(part) }
            try await CrashVerdict(server: server, account: account, seed: seed).judge(journal)
            kill(process, SIGTERM)
          }
          #expect(end == .exited(0))
        }
      }
    }
  }

  @Test func `two people chat and send a file, and nothing is lost or doubled`() async throws {
    try await TestPostgres.withCluster(Self.durable) { cluster in
      try await Server.with(storage: cluster.url()) { server in
        let world = server.world
        let file = world.home.appendingPathComponent("photo.png")
        let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try bytes.write(to: file)
        _ = try await server.serve { process in
          for person in ["alice", "bob"] {
            try await world.did(
              person, "account", "create", person, "--cloud", "unix:" + server.socket)
          }
          try await world.did("alice", "new", "Crew")
          let link = try await world.did("alice", "invite", "Crew", "bob")
          try await world.did("bob", "join", link)
          try await world.did("alice", "send", "Crew", "one", "--attach", file.path, "--wait")
          kill(process, SIGKILL)
        }
        _ = try await server.serve { process in
          // The database goes while they send, and comes back.
          async let sent = world.run(
            "alice", "send", "Crew", "--lines", "--wait",
            input: (2...60).map { "message \($0)" }.joined(separator: "\n"))
          try await cluster.crash(restarts: true)
          // On a slow machine it may not be finished in time: then the sync below sends the rest.
          #expect([0, 4].contains(try await sent.code))
          try await world.did("bob", "send", "Crew", "an answer", "--wait")
          kill(process, SIGKILL)
        }
        let end = try await server.serve { process in
          let expected = ["one"] + (2...60).map { "message \($0)" } + ["an answer"]
          for person in ["alice", "bob"] {
            try await world.did(person, "sync")
            let texts = try await world.messages(person, in: "Crew").map(\.text)
            #expect(texts.filter(expected.contains).count == expected.count, "\(texts)")
            #expect(Set(texts).isSuperset(of: expected), "\(texts)")
          }
          let copy = world.home.appendingPathComponent("copy.png")
          let messages = try await world.messages("bob", in: "Crew")
          let message = try #require(messages.first { $0.attachment != nil })
          try await world.did("bob", "attachment", "Crew", message.id, "--output", copy.path)
          #expect(try Data(contentsOf: copy) == bytes)
          kill(process, SIGTERM)
        }
        #expect(end == .exited(0))
      }
    }
  }

  @Test func `a database that goes away is written into the log once, and once when it is back`()
    async throws
  {
    try await TestPostgres.withCluster(Self.durable) { cluster in
      try await Server.with(storage: cluster.url()) { server in
        let status = try await Subprocess.run(
          server.world.program.configuration(server.words),
          input: .none, output: .discarded, error: .sequence
        ) { execution in
          defer { try? execution.send(signal: .terminate) }  // It may have ended.
          var lines = execution.standardError.strings().makeAsyncIterator()
          _ = try await lines.next()
          let alice = try await server.signUp("alice")
          try await cluster.crash(restarts: false)
          for _ in 0..<3 {
            let answer = try await server.post("zones/list", as: alice, "{}")
            #expect(answer.status == 503)
            let words = String(decoding: answer.body, as: UTF8.self)
            #expect(words.contains("The cloud cannot reach its data now."), "\(words)")
            #expect(!words.contains(cluster.folder.path), "\(words)")
          }
          let line = try await lines.next() ?? ""
          #expect(line.contains("the store fails") && line.contains(cluster.folder.path), "\(line)")
          #expect(line.contains("Check the address, and that the server runs."), "\(line)")
          try await cluster.start()
          // The end is only said when nothing has failed for a while.
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
              while !Task.isCancelled {
                _ = try await server.post("zones/list", as: alice, "{}")
              }
            }
            let next = try await lines.next() ?? ""
            #expect(next.contains("the store works again"), "\(next)")
            group.cancelAll()
            while await group.nextResult() != nil {}  // It ends by being cancelled.
          }
        }.terminationStatus
        #expect(status == .exited(0))
      }
    }
  }

  @Test func `what keeps a server from its database at the start is said in one sentence`()
    async throws
  {
    try await TestPostgres.withCluster { cluster in
      try await cluster.run("CREATE ROLE secretive LOGIN PASSWORD 'right'")
      try await cluster.run("CREATE DATABASE newer")
      try await Server.with(storage: cluster.url(database: "newer")) { server in
        _ = try await server.serve { process in kill(process, SIGTERM) }
        try await cluster.run(
          "UPDATE setting SET value = '1000' WHERE name = 'schema.version'", in: "newer")
        try await Self.expect(server, "was written by a newer version of this program.")
      }
      try await Server.with(storage: cluster.url(user: "secretive")) { server in
        var wrong = server
        wrong.world.program.environment["PGPASSWORD"] = "wrong-word"
        try await Self.expect(wrong, "does not let this program in", hiding: "wrong-word")
      }
      try await Server.with(storage: cluster.url(database: "nowhere")) { server in
        try await Self.expect(server, "does not have the database")
      }
      try await Server.with(storage: "postgres://chat:hidden-word@localhost/chat") { server in
        try await Self.expect(
          server, "has a password, which others can read", hiding: "hidden-word")
      }
      try await cluster.crash(restarts: false)
      try await Server.with(storage: cluster.url()) { server in
        try await Self.expect(server, "cannot be reached")
      }
    }
  }

  /// Starts the server, which must end by itself with one sentence.
  private static func expect(
    _ server: Server, _ words: String, hiding secret: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let result = try await server.world.program.run(server.words)
    #expect(result.code == 1, "\(result.words)", sourceLocation: location)
    #expect(result.words.contains(words), "\(result.words)", sourceLocation: location)
    #expect(result.words.split(separator: "\n").count == 1, sourceLocation: location)
    if let secret { #expect(!result.words.contains(secret), sourceLocation: location) }
  }

  @Test func `a password is in no list of processes`() async throws {
    try await TestPostgres.withCluster { cluster in
      try await cluster.run("CREATE ROLE secretive LOGIN PASSWORD 'right-word' SUPERUSER")
      try await Server.with(storage: "postgres://") { server in
        var server = server
        server.world.program.environment["ZONECHAT_DATABASE_URL"] = cluster.url(
          user: "secretive", ["password": "right-word"])
        let end = try await server.serve { process in
          let command = try String(
            contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
          #expect(command.contains("postgres://") && !command.contains("right-word"))
          kill(process, SIGTERM)
        }
        #expect(end == .exited(0))
      }
    }
  }

  @Test func `too few connections, and a zone that stays locked, are pauses for clients`()
    async throws
  {
    try await TestPostgres.withCluster([
      "max_connections = 4", "superuser_reserved_connections = 0",
    ]) { cluster in
      try await Server.with(storage: cluster.url()) { server in
        let end = try await server.serve { process in
          let alice = try await server.signUp("alice")
          let zone =
            #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#
          _ = try await server.post("zones/modify", as: alice, zone)
          let record =
            #"{"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"forceUpdate","record":{"recordName":"r","recordType":"T","fields":{}}}]}"#
          try await whileOpen(
            "SELECT 1 FROM zone WHERE zoneName = 'Z' FOR UPDATE", in: cluster.address()
          ) { _ in
            // The server gives up the wait after two seconds.
            let busy = try await server.post("records/modify", as: alice, record)
            #expect(busy.status == 409)
            #expect(String(decoding: busy.body, as: UTF8.self).contains("ZONE_BUSY"))
          }
          // Others have all that the database gives out; the rest is refused and nothing is lost.
          try await withThrowingTaskGroup(of: UInt.self) { group in
            for _ in 0..<32 {
              group.addTask { try await server.post("records/modify", as: alice, record).status }
            }
            var counts: [UInt: Int] = [:]
            for try await status in group { counts[status, default: 0] += 1 }
            #expect(Set(counts.keys).isSubset(of: [200, 503]), "\(counts)")
            #expect(counts[200, default: 0] > 0, "\(counts)")
          }
          try await until("an answer") {
            try await server.post("records/modify", as: alice, record).status == 200
          }
          kill(process, SIGTERM)
        }
        #expect(end == .exited(0))
      }
    }
  }
}
