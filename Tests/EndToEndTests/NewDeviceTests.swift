import Foundation
import Testing

/// The first command on a new device, which knows no chat yet.
@Suite(.timeLimit(.minutes(10)))
struct NewDeviceTests {
  @Test(arguments: [
    ["send", "Crew", "hello"], ["edit", "Crew", "ID", "changed"], ["react", "Crew", "ID", "👍"],
    ["pin", "Crew"], ["history", "Crew", "ID"], ["export", "Crew"],
    ["search", "one", "--chat", "Crew"],
    ["pinned", "Crew"], ["rename", "Crew", "Boat"],
  ])
  func `the first command about a chat asks the cloud for it`(words: [String]) async throws {
    try await World.with { world in
      try await world.did("alice", "account", "create", "alice")
      try await world.did("alice", "new", "Crew")
      let id = try await world.did("alice", "send", "Crew", "one", "--wait")
      try await world.did("device", "account", "sign-in", "alice")
      let result = try await world.program.run(
        ["--profile", "device"] + words.map { $0 == "ID" ? id : $0 })
      #expect(result.code == 0, "\(result)")
    }
  }

  @Test func `a chat that is not there is asked for once, and without a cloud`() async throws {
    try await World.with { world in
      try await world.did("alice", "account", "create", "alice")
      let unknown = try await world.run("alice", "send", "Crew", "hello")
      #expect(unknown.code == 1 && unknown.words.contains("There is no chat ‘Crew’"), "\(unknown)")
      try await world.did(nil, "cloud", "stop")
      let offline = try await world.run("alice", "send", "Crew", "hello")
      #expect(offline.code == 1 && offline.words.contains("There is no chat ‘Crew’"), "\(offline)")
      #expect(offline.words.contains("Not updated"), "\(offline)")
      let local = try await world.run("alice", "pinned", "Crew", "--offline")
      #expect(!local.words.contains("Not updated"), "\(local)")
    }
  }
}
