import CloudModel
import Foundation
import NIOHTTP1
import Testing

/// `/extension/1/faults` itself.
@Suite struct FaultRouteTests {
  @Test(arguments: WireKind.allCases) func `faults are added, listed, shown, removed and cleared`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      let added = try await cloud.operate(
        .POST, "faults",
        #"[{"id":"one","effect":"dropBefore"},{"effect":"delay","milliseconds":1}]"#)
      #expect(added.entries("faults").map { $0["id"] as? String } == ["one", "fault-1"])
      #expect(added.entries("faults").allSatisfy { $0["seed"] != nil && $0["seen"] as? Int == 0 })
      let shown = try await cloud.operate(.GET, "faults/one")
      #expect(shown.entries("faults").map { $0["effect"] as? String } == ["dropBefore"])
      let removed = try await cloud.operate(.DELETE, "faults/one")
      #expect(removed.entries("faults").first?["end"] as? String == "removed")
      #expect(try await cloud.operate(.DELETE, "faults/one").status == 404)
      #expect(try await cloud.operate(.GET, "faults/none").status == 404)
      #expect(try await cloud.operate(.GET, "faults").entries("faults").count == 2)
      let cleared = try await cloud.operate(.DELETE, "faults")
      #expect(cleared.json["removed"] as? Int == 1)
      #expect(try await cloud.operate(.GET, "faults").entries("faults").isEmpty)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a fault that cannot be is told what is wrong, and an id is taken once`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      let wrong = try await cloud.operate(
        .POST, "faults", #"{"effect":"dropBefore","probability":2}"#)
      #expect(wrong.status == 400)
      #expect(wrong.json["reason"] as? String == "‘probability’ of a fault must be 0 to 1.")
      #expect(try await cloud.operate(.POST, "faults", "[1]").status == 400)
      #expect(try await cloud.operate(.POST, "faults", "{").status == 400)
      for body in [#"{"effect":"fail","kode":"X"}"#, #"[{"effect":"fail","kode":"X"}]"#] {
        let wrong = try await cloud.operate(.POST, "faults", body)
        #expect(wrong.status == 400 && wrong.text.contains("kode"), "\(wrong.text)")
      }
      #expect(try await cloud.operate(.PUT, "faults", "{}").status == 405)
      let one = #"{"id":"one","effect":"dropBefore","operation":"x"}"#
      #expect(try await cloud.operate(.POST, "faults", one).status == 200)
      let taken = try await cloud.operate(.POST, "faults", one)
      #expect(taken.status == 409)
      #expect(taken.json["serverErrorCode"] as? String == "EXISTS")
    }
  }

  private static let paths = [
    "faults", "limits", "inspect/accounts", "check",
  ]

  @Test func `over TCP only an administrator looks after the cloud`() async throws {
    try await OperatedCloud.run(over: .tcp) { cloud in
      for path in Self.paths {
        let refused = try await cloud.ask(.GET, path)
        #expect(refused.status == 403, "\(path)")
        let answered = try await cloud.operate(.GET, path)
        #expect(answered.status == 200, "\(path)")
      }
      let backup = try await cloud.ask(.POST, "backup")
      #expect(backup.status == 403)
    }
  }
}
