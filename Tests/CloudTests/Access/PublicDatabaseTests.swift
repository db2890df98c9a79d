import CloudRules
import CloudServer
import Foundation
import NIOHTTP1
import Testing

/// Rights in the public database as they show on the wire.
@Suite struct PublicDatabaseTests {
  private static let anonymous = "ckAPIToken=\(AccessWorld.apiToken)"

  private func modify(
    _ world: AccessWorld, _ query: String, _ operations: String...
  ) async throws -> AccessWorld.Answer {
    try await world.operate(
      "records/modify", in: "public", query: query,
      body: #"{"operations":[\#(operations.joined(separator: ","))]}"#)
  }

  private func operation(_ type: String, _ name: String) -> String {
    """
    {"operationType":"\(type)","record":{"recordName":"\(name)","recordType":"Note",
    "fields":{"text":{"value":"hi"}}}}
    """
  }

  @Test(arguments: WireKind.allCases)
  func `an anonymous write asks to sign in, as a whole, and writes nothing`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      for type in ["create", "forceUpdate", "forceReplace", "update", "delete", "forceDelete"] {
        let answer = try await modify(world, Self.anonymous, operation(type, "r1"))
        #expect(answer.outcome == "421 AUTHENTICATION_REQUIRED", "\(type)")
        #expect((answer.json["redirectURL"] as? String)?.contains("signin") == true)
      }
      let alice = try await world.query("alice")
      #expect(try await modify(world, alice, operation("create", "r1")).codes("records") == ["OK"])
      let write = try await modify(world, Self.anonymous, operation("forceUpdate", "r1"))
      #expect(write.outcome == "421 AUTHENTICATION_REQUIRED")
    }
  }

  @Test(arguments: WireKind.allCases) func `the world reads, users create, creators write`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let alice = try await world.query("alice")
      let bob = try await world.query("bob")
      #expect(try await modify(world, alice, operation("create", "r1")).codes("records") == ["OK"])
      let read = try await world.operate(
        "records/lookup", in: "public", query: Self.anonymous,
        body: #"{"records":[{"recordName":"r1"}]}"#)
      #expect(read.codes("records") == ["OK"])
      let denied = try await modify(
        world, bob, operation("forceUpdate", "r1"), operation("create", "r2"))
      #expect(denied.status == 200)
      #expect(denied.codes("records") == ["ACCESS_DENIED", "OK"])
      #expect(
        denied.entries("records").first?["reason"] as? String == "WRITE operation not permitted")
      let own = try await modify(
        world, alice, operation("forceUpdate", "r1"), operation("forceDelete", "r2"))
      #expect(own.codes("records") == ["OK", "ACCESS_DENIED"])
    }
  }

  @Test(arguments: WireKind.allCases) func `the anonymous have nothing of their own`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      for operation in ["subscriptions/modify", "records/resolve", "records/accept"] {
        let answer = try await world.operate(operation, in: "public", query: Self.anonymous)
        #expect(answer.outcome == "421 AUTHENTICATION_REQUIRED", "\(operation)")
      }
      let list = try await world.operate(
        "subscriptions/list", in: "public", query: Self.anonymous, method: .GET)
      #expect(list.outcome == "421 AUTHENTICATION_REQUIRED")
      let device = try await world.send(
        .POST, "/device/1/\(AccessWorld.container)/development/tokens/create",
        query: Self.anonymous, body: #"{"apnsEnvironment":"development"}"#)
      #expect(device.outcome == "421 AUTHENTICATION_REQUIRED")
    }
  }
}
