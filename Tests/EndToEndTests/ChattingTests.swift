import Foundation
import Testing

@Suite(.timeLimit(.minutes(15)))
struct ChattingTests {
  private static let people = ["alice", "bob", "carol"]

  /// The messages that the three write at once: 200 each.
  private static func texts(of person: String) -> [String] {
    (1...200).map { "\(person) \($0)" }
  }

  private func expectEveryoneHasEverything(_ world: World) async throws {
    for person in Self.people { try await world.did(person, "sync") }
    let first = try await world.messages("alice", in: "Crew")
    #expect(first.count == 600)
    #expect(Set(first.map(\.text)) == Set(Self.people.flatMap(Self.texts)))
    for person in Self.people {
      let own = first.filter { $0.sender == person }.map(\.text)
      #expect(own == Self.texts(of: person), "what \(person) wrote is not in the order written")
    }
    for person in Self.people.dropFirst() {
      let theirs = try await world.messages(person, in: "Crew")
      #expect(theirs.map(\.id) == first.map(\.id), "\(person) has another order than alice")
      #expect(theirs.allSatisfy { $0.state != "queued" && $0.state != "failed" })
    }
  }

  @Test func `owner and two participants, 200 messages each way at once`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: Self.people)
      try await withThrowingTaskGroup { group in
        for person in Self.people {
          group.addTask {
            for part in 0..<4 {
              let lines = Self.texts(of: person)[(part * 50)..<((part + 1) * 50)]
              try await world.did(
                person, "send", "Crew", "--lines", input: lines.joined(separator: "\n"))
            }
          }
        }
        try await group.waitForAll()
      }
      try await expectEveryoneHasEverything(world)
    }
  }

  @Test func `the cloud is killed in the middle of it`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: Self.people)
      try await Watcher.with(world, people: Self.people) { windows in
        let window = windows[0]
        try await withThrowingTaskGroup { group in
          for person in Self.people {
            group.addTask {
              for part in 0..<20 {
                let lines = Self.texts(of: person)[(part * 10)..<((part + 1) * 10)]
                _ = try await world.run(
                  person, "send", "Crew", "--lines", input: lines.joined(separator: "\n"))
              }
            }
          }
          group.addTask {
            for _ in 0..<3 {
              await window.sees(count: 40)
              if let cloud = await world.cloudProcess() { kill(cloud, SIGKILL) }
            }
          }
          try await group.waitForAll()
        }
      }
      try await expectEveryoneHasEverything(world)
    }
  }

  @Test func `a window is killed right after a send has returned`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      for round in 1...5 {
        try await Watcher.with(world, person: "alice") { window in
          try await world.did("alice", "send", "Crew", "round \(round)")
          window.kill()
        }
      }
      try await world.did("alice", "sync")
      try await world.did("bob", "sync")
      let expected = (1...5).map { "round \($0)" }
      #expect(try await world.messages("alice", in: "Crew").map(\.text) == expected)
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == expected)
    }
  }

  @Test func `the engine is killed while a second window is open`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Watcher.with(world, person: "bob") { leader in
        try await world.did("alice", "send", "Crew", "to the first")
        await leader.sees("to the first")
        try await Watcher.with(world, person: "bob") { second in
          try await world.did("alice", "send", "Crew", "to both")
          await second.sees("to both")
          leader.kill()
          try await world.did("alice", "send", "Crew", "to the heir")
          await second.sees("to the heir")
          try await world.did("bob", "send", "Crew", "from the heir")
          try await world.did("alice", "sync")
          let texts = try await world.messages("alice", in: "Crew").map(\.text)
          #expect(texts == ["to the first", "to both", "to the heir", "from the heir"])
          #expect(try await world.messages("bob", in: "Crew").map(\.text) == texts)
        }
      }
    }
  }

  @Test func `a message sent without a cloud is delivered by an open window`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Watcher.with(world, people: ["alice", "bob"]) { windows in
        let bob = windows[1]
        try await world.did("alice", "send", "Crew", "first")
        await bob.sees("first")
        try await world.did(nil, "cloud", "stop")
        let sent = try await world.run("alice", "send", "Crew", "while it is away")
        #expect(sent.code == 0 && sent.words.hasPrefix("Queued, not sent yet"), "\(sent.words)")
        #expect(try await world.messages("alice", in: "Crew").last?.state == "queued")
        try await world.did(nil, "cloud", "start")
        await bob.sees("while it is away")
      }
    }
  }

  @Test func `a message sent without a cloud is delivered by sync`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did(nil, "cloud", "stop")
      let queued = try await world.run("alice", "send", "Crew", "later")
      #expect(queued.code == 0 && queued.words.hasPrefix("Queued, not sent yet"))
      let waited = try await world.run(
        "alice", "send", "Crew", "much later", "--wait", "--timeout", "1")
      #expect(waited.code == 4)
      let offline = try await world.run("alice", "sync")
      #expect(offline.code == 4)
      try await world.did(nil, "cloud", "start")
      #expect(try await world.did("alice", "sync") == "up to date")
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["later", "much later"])
    }
  }
}
