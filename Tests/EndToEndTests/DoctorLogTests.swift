import Foundation
import GRDB
import Testing

/// The log that a killed process has left beside a local copy is not lost because the file beside it is damaged.
@Suite(.timeLimit(.minutes(15)))
struct DoctorLogTests {
  /// The damage to the log.
  enum LogDamage: CaseIterable, Sendable {
    case zeroedHeader, flippedByte

    func apply(to log: URL) throws {
      let handle = try FileHandle(forUpdating: log)
      defer { try? handle.close() }
      switch self {
      case .zeroedHeader: try handle.write(contentsOf: Data(count: 32))
      case .flippedByte:
        // In the page of the second frame.
        let place: UInt64 = 32 + 4120 + 24 + 2000
        try handle.seek(toOffset: place)
        let byte = try #require(try handle.read(upToCount: 1)?.first)
        try handle.seek(toOffset: place)
        try handle.write(contentsOf: Data([byte ^ 0x10]))
      }
    }
  }

  @Test(arguments: LogDamage.allCases)
  func `a damaged log is not thrown away, and messages behind the damage are not sent`(
    damage: LogDamage
  ) async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did(nil, "cloud", "stop")
      try await leaveLog(world) {
        try await world.did("alice", "send", "Crew", "first in the log")
        try await world.did("alice", "send", "Crew", "second in the log")
      }
      try damage.apply(to: log(world))
      let damaged = try Data(contentsOf: log(world))
      let broken = try await world.run("alice", "doctor")
      #expect(broken.code == 1 && broken.output.contains("its log"), "\(broken)")
      // Nothing opens the copy for writing, and so throws away what is behind the damage.
      let refused = try await world.run("alice", "send", "Crew", "third")
      #expect(refused.code == 1 && refused.words.contains("doctor --repair"), "\(refused)")
      let kept = try await world.run("alice", "account", "sign-out")
      #expect(kept.code == 1 && kept.words.contains("doctor --repair"), "\(kept)")
      #expect(try Data(contentsOf: log(world)) == damaged)
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("alice", "doctor", "--repair")
      // Both messages stand behind the damage, which is in the first transaction or before it.
      #expect(repaired.code == 1, "\(repaired)")
      #expect(repaired.output.contains("0 messages and "), "\(repaired.output)")
      #expect(
        repaired.output.contains("What stood in the log behind its damage is lost"),
        "\(repaired.output)")
      let aside = replica(world).deletingLastPathComponent().appendingPathComponent("damaged")
      let folder = try #require(
        try FileManager.default.contentsOfDirectory(atPath: aside.path).first)
      let set = aside.appendingPathComponent(folder).appendingPathComponent("replica.sqlite-wal")
      #expect(try Data(contentsOf: set) == damaged)
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Crew").isEmpty)
      #expect(try await world.run("alice", "doctor").code == 0)
    }
  }

  @Test func `a log that a killed process has left is sound`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did(nil, "cloud", "stop")
      try await leaveLog(world) { try await world.did("alice", "send", "Crew", "in the log") }
      // A transaction without its end: the last frame is not there as a whole.
      let handle = try FileHandle(forUpdating: log(world))
      try handle.truncate(atOffset: try handle.seekToEnd() - 100)
      try handle.close()
      try await world.did(nil, "cloud", "start")
      let sound = try await world.run("alice", "doctor")
      #expect(sound.code == 0, "\(sound)")
      try await world.did("alice", "send", "Crew", "and on")
    }
  }

  /// The damage to the file beside a log that is whole.
  enum FileDamage: CaseIterable, Sendable {
    case emptied, removed, zeroed, oneByte

    func apply(to file: URL) throws {
      let handle = try FileHandle(forUpdating: file)
      defer { try? handle.close() }
      let size = try handle.seekToEnd()
      switch self {
      case .emptied: try handle.truncate(atOffset: 0)
      case .removed: try FileManager.default.removeItem(at: file)
      case .zeroed:
        try handle.seek(toOffset: 0)
        try handle.write(contentsOf: Data(count: Int(size)))
      case .oneByte:
        try handle.truncate(atOffset: 0)
        try handle.seek(toOffset: 0)
        try handle.write(contentsOf: Data("x".utf8))
      }
    }
  }

  @Test(arguments: FileDamage.allCases)
  func `the log's messages are sent also where nothing is left of the file`(
    damage: FileDamage
  ) async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("alice", "send", "Crew", "sent", "--wait")
      try await world.did(nil, "cloud", "stop")
      try await leaveLog(world) { try await world.did("alice", "send", "Crew", "in the log") }
      let whole = try Data(contentsOf: log(world))
      try damage.apply(to: replica(world))
      for command in [["chats"], ["doctor"], ["send", "Crew", "third"]] {
        let refused = try await world.program.run(["--profile", "alice"] + command)
        #expect(refused.code == 1 && refused.words.contains("doctor --repair"), "\(refused)")
        #expect(try Data(contentsOf: log(world)) == whole, "after \(command)")
      }
      try await world.did(nil, "cloud", "start")
      let repaired = try await world.run("alice", "doctor", "--repair")
      // Nobody can know what else was in the file.
      #expect(repaired.code == 1, "\(repaired)")
      #expect(repaired.output.contains("Only the log of the file could be read"), "\(repaired)")
      try await world.did("bob", "sync")
      #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["sent", "in the log"])
      #expect(
        try await world.messages("alice", in: "Crew").map(\.text) == ["sent", "in the log"])
    }
  }

  private func replica(_ world: World) -> URL {
    world.home.appendingPathComponent("data/profiles/alice/replica.sqlite")
  }

  private func log(_ world: World) -> URL { URL(fileURLWithPath: replica(world).path + "-wal") }

  /// Leaves the files as they are when a process is killed that had the copy open while `body` ran.
  private func leaveLog(_ world: World, while body: () async throws -> Void) async throws {
    let holder = try DatabaseQueue(path: replica(world).path)
    _ = try await holder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM message") }
    try await body()
    let files = [replica(world), log(world)]
    let contents = try files.map { try Data(contentsOf: $0) }
    try holder.close()
    for (file, content) in zip(files, contents) { try content.write(to: file) }
    try? FileManager.default.removeItem(atPath: replica(world).path + "-shm")  // It is gone by now.
    try #require(contents[1].count > 32)
  }
}
