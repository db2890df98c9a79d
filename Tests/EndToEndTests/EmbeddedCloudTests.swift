import Foundation
import Subprocess
import Testing

@Suite(.timeLimit(.minutes(15)))
struct EmbeddedCloudTests {
  @Test func `ten processes that need a cloud at once start one`() async throws {
    try await World.with { world in
      let people = (1...10).map { "person\($0)" }
      try await withThrowingTaskGroup { group in
        for person in people {
          group.addTask { _ = try await world.did(person, "account", "create", person) }
        }
        try await group.waitForAll()
      }
      let status = try await world.did(nil, "cloud", "status", "--json")
      #expect(status.contains("\"accounts\":10"))
      let log = world.home.appendingPathComponent("data/cloud/cloud.log")
      let words = try String(contentsOf: log, encoding: .utf8)
      #expect(!words.contains("error"), "\(words)")
    }
  }

  @Test func `a second cloud on the same folder is refused`() async throws {
    try await World.with { world in
      try await world.did(nil, "cloud", "start")
      let second = try await world.run(nil, "cloud", "serve")
      #expect(second.code == 1)
      #expect(second.words.contains("already uses"))
    }
  }

  @Test func `a stopped cloud stays stopped until it is started`() async throws {
    try await World.with { world in
      try await world.did("alice", "account", "create", "alice")
      try await world.did(nil, "cloud", "stop")
      let refused = try await world.run("bob", "account", "create", "bob")
      #expect(refused.code == 1)
      #expect(refused.words.contains("zonechat cloud start"))
      #expect(try await world.run(nil, "cloud", "status").code == 1)
      try await world.did(nil, "cloud", "start")
      try await world.did("bob", "account", "create", "bob")
    }
  }

  @Test func `a window says that the cloud was stopped, not that nobody answers`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      let sentence = "The cloud was stopped. ‘zonechat cloud start’ starts it again"
      try await Watcher.with(world, person: "alice") { _ in
        try await world.did(nil, "cloud", "stop")
        try await until("the window knows it") {
          try await world.did("alice", "account", "status").contains(sentence)
        }
        try await world.did("alice", "send", "Crew", "not yet")
        let why = try await world.did("alice", "outbox", "--explain")
        #expect(why.contains("It cannot be sent now: \(sentence)."), "\(why)")
        let plain = try await world.did("alice", "outbox")
        #expect(plain.contains("]  It cannot be sent now: \(sentence)."), "\(plain)")
      }
    }
  }

  @Test func `a cloud whose socket is gone makes room for another one`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "send", "Crew", "kept", "--wait")
      let cloud = try #require(await world.cloudProcess())
      let folder = world.home.appendingPathComponent("run")
      let sockets = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".sock") }
      try #require(sockets.count == 1, "\(sockets)")
      try FileManager.default.removeItem(at: folder.appendingPathComponent(sockets[0]))
      let start = ContinuousClock.now
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["kept"])
      // It would end by itself after two minutes.
      #expect(start.duration(to: .now) < .seconds(60))
      #expect(try #require(await world.cloudProcess()) != cloud)
      // The whole folder, while a window is open.
      try await Watcher.with(world, people: ["bob"]) { windows in
        try FileManager.default.removeItem(at: folder)
        try await world.did("alice", "send", "Crew", "again", "--wait")
        await windows[0].sees("again")
      }
    }
  }

  @Test func `a cloud that does not end in time is called that`() async throws {
    try await World.with { world in
      try await world.did("alice", "account", "create", "alice")
      try await world.did(nil, "cloud", "stop")
      try await world.did(nil, "cloud", "start")
      try await world.did(nil, "cloud", "stop")
      let lock = world.home.appendingPathComponent("data/cloud/server.lock").path
      let descriptor = open(lock, O_RDWR | O_CLOEXEC)
      defer { close(descriptor) }
      #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
      let refused = try await world.run(nil, "cloud", "start")
      #expect(refused.code == 1 && refused.words.contains("does not answer"), "\(refused)")
      #expect(refused.words.contains("server.lock"), "\(refused.words)")
    }
  }

  @Test func `a killed cloud is started again with everything in it`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "send", "Crew", "kept")
      let cloud = try #require(await world.cloudProcess())
      kill(cloud, SIGKILL)
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["kept"])
    }
  }

  @Test func `a cloud in the foreground ends well when it is told to`() async throws {
    try await World.with { world in
      for (signal, name) in [(Signal.terminate, "term"), (.interrupt, "int")] {
        let socket = world.home.appendingPathComponent("\(name).sock").path
        let result = try await Subprocess.run(
          world.program.configuration(["cloud", "serve", "--ephemeral", "--socket", socket]),
          input: .none, output: .discarded, error: .sequence
        ) { cloud in
          // The first thing it says is that it listens.
          for try await line in cloud.standardError.strings() {
            #expect(line.contains("listens at unix:\(socket)"))
            break
          }
          try cloud.send(signal: signal)
        }
        #expect(result.terminationStatus == .exited(0))
      }
    }
  }

  @Test func `the tour without windows ends well and leaves nothing`() async throws {
    try await World.with { world in
      let tour = try await world.run(nil, "demo", "--headless", "--participants", "2")
      #expect(tour.code == 0, "\(tour.words)")
      #expect(tour.output.contains("✓ carol joins"))
      for command in [
        "alice$ zonechat send Trip 'Train or plane?'\n",
        "bob$ zonechat send Trip 'Train. It has a restaurant 🍽' --reply-to last\n",
        "alice$ zonechat react Trip last '👍'\n",
        "alice$ zonechat permission Trip bob read-only\n", "carol$ zonechat join LINK\n",
      ] {
        #expect(tour.output.contains("  " + command), "\(command)")
      }
      #expect(tour.output.contains("↕ bob"), "what went over the wire")
      #expect(tour.output.contains("Everything is as it should be."))
    }
  }

  @Test func `a tour that is killed with all its processes leaves no file that was sent`()
    async throws
  {
    try await World.with { world in
      var configuration = world.program.configuration(["demo", "--headless"])
      configuration.platformOptions.processGroupID = 0
      _ = try await Subprocess.run(
        configuration, input: .none, output: .sequence, error: .discarded
      ) { tour in
        for try await line in tour.standardOutput.strings() where line.contains("timetable.txt") {
          break
        }
        try tour.send(signal: .kill, toProcessGroup: true)
      }
      try await until("an empty folder") {
        try FileManager.default.contentsOfDirectory(atPath: world.temporary.path).isEmpty
      }
    }
  }
}
