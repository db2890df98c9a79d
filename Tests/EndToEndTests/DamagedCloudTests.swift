import Foundation
import GRDB
import Testing

/// An embedded cloud whose file has lost something: that is said, with the way back, and nothing more is lost.
@Suite(.timeLimit(.minutes(10)))
struct DamagedCloudTests {
  @Test func `an emptied cloud is not taken for a new one, and a backup brings it back`()
    async throws
  {
    try await World.with { world in
      let file = try await cloud(world)
      let backup = world.home.appendingPathComponent("backup").path
      try await world.did(nil, "cloud", "backup", backup)
      try await world.did(nil, "cloud", "stop")
      let log = try FileManager.default.attributesOfItem(atPath: file + "-wal")[.size] as? Int
      try Data().write(to: URL(fileURLWithPath: file))
      let started = try await world.run(nil, "cloud", "start")
      #expect(started.code == 1 && started.words.contains("is empty"), "\(started)")
      #expect(started.words.contains("zonechat cloud restore"), "\(started)")
      let checked = try await world.run(nil, "cloud", "check")
      #expect(checked.code == 1 && checked.output.contains("the file is empty"), "\(checked)")
      // The log may have everything in it; SQLite would remove it.
      let kept = try FileManager.default.attributesOfItem(atPath: file + "-wal")[.size] as? Int
      #expect(kept == log)
      let restored = try await world.did(nil, "cloud", "restore", backup)
      #expect(restored.contains("1 account"), "\(restored)")
      try await world.did(nil, "cloud", "start")
      try await world.did("alice", "sync")
    }
  }

  @Test func `a cloud that was cut off is checked, and says how to go back`() async throws {
    try await World.with { world in
      let file = try await cloud(world)
      try await world.did(nil, "cloud", "stop")
      try foldLog(file)
      #expect(truncate(file, 60_000) == 0)
      let started = try await world.run(nil, "cloud", "start")
      #expect(started.code == 1 && started.words.contains("zonechat cloud restore"), "\(started)")
      let checked = try await world.run(nil, "cloud", "check", "--repair")
      #expect(checked.code == 1 && checked.output.contains("WRONG"), "\(checked)")
      #expect(checked.words.contains("zonechat cloud restore"), "\(checked)")
    }
  }

  /// Makes a cloud with an account and a chat; returns its file.
  private func cloud(_ world: World) async throws -> String {
    try await world.did("alice", "account", "create", "alice")
    try await world.did("alice", "new", "Crew")
    let log = try await world.did(nil, "cloud", "status")
    #expect(log.contains("1 account"))
    return world.home.appendingPathComponent("data/cloud/cloud.sqlite").path
  }

  private func foldLog(_ file: String) throws {
    let database = try DatabaseQueue(path: file)
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try database.close()
  }
}
