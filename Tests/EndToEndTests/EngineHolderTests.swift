import Foundation
import Subprocess
import Testing

/// Several processes of one profile: what a command may believe of the one that syncs.
@Suite(.timeLimit(.minutes(15)))
struct EngineHolderTests {
  @Test func `a command asks the cloud though a window syncs and has lost its news`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Watcher.with(world, person: "bob") { window in
        try await world.did("alice", "send", "Crew", "first", "--wait")
        await window.sees("first")
        try await world.did(
          nil, "cloud", "faults", "add", "loseNotifications", "--account", "bob")
        try await world.did("alice", "send", "Crew", "second", "--wait")
        #expect(try await world.did("bob", "sync") == "up to date")
        #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["first", "second"])
        try await world.did("alice", "send", "Crew", "third", "--wait")
        #expect(try await world.did("bob", "read", "Crew").contains("third"))
        await window.sees("third")
      }
    }
  }

  @Test func `a window that is stopped is not waited for, and doubles nothing later`() async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Watcher.with(world, person: "bob") { window in
        try await world.did("alice", "send", "Crew", "first", "--wait")
        await window.sees("first")
        try await window.stop(
          betweenWritesTo: world.home.appending(path: "data/profiles/bob/replica.sqlite").path)
        try await world.did("alice", "send", "Crew", "second", "--wait")
        try await world.did("bob", "send", "Crew", "answer", "--wait")
        #expect(try await world.did("bob", "sync") == "up to date")
        let texts = ["first", "second", "answer"]
        #expect(try await world.messages("bob", in: "Crew").map(\.text) == texts)
        try window.send(.init(rawValue: SIGCONT))
        await window.sees("answer")
        // It takes part again: it hears, and sends what others write.
        try await world.did("alice", "send", "Crew", "last", "--wait")
        await window.sees("last")
        try await world.did("bob", "send", "Crew", "end", "--wait")
        for person in ["alice", "bob"] {
          try await world.did(person, "sync")
          #expect(
            try await world.messages(person, in: "Crew").map(\.text) == texts + ["last", "end"])
        }
      }
    }
  }

  @Test func `Ctrl+Z gives the engine up before the process stops`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Watcher.with(world, person: "bob") { window in
        try await world.did("alice", "send", "Crew", "first", "--wait")
        await window.sees("first")
        try window.send(.init(rawValue: SIGTSTP))
        try await window.stopped()
        let lock = world.home.appendingPathComponent("data/profiles/bob/engine.lock")
        let descriptor = open(lock.path, O_RDWR)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0, "nobody has the engine")
        close(descriptor)
        let refused = try await world.run("bob", "account", "sign-out")
        #expect(refused.code == 1 && refused.words.contains("Close it"), "\(refused.words)")
        try window.send(.init(rawValue: SIGCONT))
        try await world.did("alice", "send", "Crew", "second", "--wait")
        await window.sees("second")
      }
    }
  }
}
