import Foundation
import Testing

/// `zonechat trace` follows messages through the windows of two people and their cloud.
@Suite(.timeLimit(.minutes(5)))
struct TraceTests {
  private struct Step: Decodable, Equatable {
    var process: String
    var event: String
    var operation: String?
    var isOnWay: Bool
    var sinceEnter: Double
    var count: Int

    /// Process, event and operation.
    var name: String { ([process, event] + [operation].compactMap(\.self)).joined(separator: " ") }
  }

  @Test func `a message is followed through its three processes in their order`() async throws {
    try await World.with { world in
      let result = try await world.run(nil, "trace", "--messages", "2", "--json")
      #expect(result.code == 0, "\(result)")
      let steps = try result.lines.map { try JSONDecoder().decode(Step.self, from: Data($0.utf8)) }
      #expect(
        steps.filter(\.isOnWay).map(\.name) == [
          "writer committed", "writer replicaChanged", "writer pendingWorkRead",
          "writer asking modifyRecords", "cloud received records/modify", "cloud committed",
          "reader notified", "reader asking databaseChanges",
          "cloud received changes/database", "cloud answered changes/database",
          "reader answered databaseChanges", "reader databaseFetched",
          "reader asking recordZoneChanges", "cloud received changes/zone",
          "cloud answered changes/zone", "reader answered recordZoneChanges", "reader committed",
          "reader shown",
        ])
      #expect(
        steps.filter { !$0.isOnWay }.map(\.name) == [
          "writer shown", "writer answered modifyRecords", "writer sent",
        ])
      let times = steps.filter(\.isOnWay).map(\.sinceEnter)
      #expect(times == times.sorted() && times[0] > 0 && steps.allSatisfy { $0.count == 2 })
    }
  }

  @Test func `a process that is traced notes its steps, and no words of people`() async throws {
    try await World.with { world in
      try await world.did("alice", "account", "create", "alice")
      try await world.did("alice", "new", "Secret title")
      let file = world.home.appendingPathComponent("trace")
      var program = world.program
      program.environment["ZONECHAT_TRACE"] = file.path
      let sent = try await program.run([
        "--profile", "alice", "send", "Secret title", "secret words", "--wait",
      ])
      #expect(sent.code == 0, "\(sent)")
      let trace = try String(contentsOf: file, encoding: .utf8)
      #expect(trace.contains(#""operation":"modifyRecords""#) && trace.contains("committed"))
      #expect(!trace.localizedCaseInsensitiveContains("secret"), "\(trace)")
    }
  }

  @Test func `a number of messages that cannot be followed is refused`() async throws {
    try await World.with { world in
      let result = try await world.run(nil, "trace", "--messages", "0")
      #expect(result.code == 2 && result.words.contains("--messages"), "\(result)")
    }
  }
}
