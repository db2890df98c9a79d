import CloudModel
import Crypto
import Foundation
import NIOHTTP1
import Testing

/// Server-to-server requests as they arrive.
@Suite struct ServerToServerTests {
  private static let create = """
    {"operations":[{"operationType":"create","record":{"recordName":"r1","recordType":"Note",
    "fields":{"text":{"value":"hi"}}}}]}
    """

  @Test(arguments: WireKind.allCases) func `records that a key writes belong to the key's own user`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let saved = try await world.operateSigned("records/modify", in: "public", body: Self.create)
      let created = saved.entries("records").first?["created"] as? [String: Any]
      let server = try #require(created?["userRecordName"] as? String)
      #expect(server.wholeMatch(of: /_[0-9a-f]{32}/) != nil)
      let alice = try await world.query("alice")
      let denied = try await world.operate(
        "records/modify", in: "public", query: alice,
        body: #"{"operations":[{"operationType":"forceDelete","record":{"recordName":"r1"}}]}"#)
      #expect(denied.codes("records") == ["ACCESS_DENIED"])
      let own = try await world.operateSigned(
        "records/modify", in: "public",
        body: #"{"operations":[{"operationType":"forceDelete","record":{"recordName":"r1"}}]}"#)
      #expect(own.codes("records") == ["OK"])
    }
  }

  @Test(arguments: WireKind.allCases) func `every mistake gets the same answer, and writes nothing`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let path = AccessWorld.path("records/modify", in: "public")
      let good = try world.signature(of: path, body: Self.create)
      func with(_ name: String, _ value: String?) -> HTTPHeaders {
        var headers = good
        headers.remove(name: "X-Apple-CloudKit-Request-\(name)")
        if let value { headers.add(name: "X-Apple-CloudKit-Request-\(name)", value: value) }
        return headers
      }
      let stranger = P256.Signing.PrivateKey()
      let forged = try stranger.signature(for: Data("x".utf8)).derRepresentation
      let cases: [(String, HTTPHeaders, query: String, body: String)] = [
        ("no key ID", with("KeyID", nil), "", Self.create),
        ("no date", with("ISO8601Date", nil), "", Self.create),
        ("no signature", with("SignatureV1", nil), "", Self.create),
        ("unknown key", with("KeyID", String(repeating: "0", count: 64)), "", Self.create),
        ("forged", with("SignatureV1", forged.base64EncodedString()), "", Self.create),
        ("not base64", with("SignatureV1", "%%%"), "", Self.create),
        ("another date", with("ISO8601Date", "2020-01-01T00:00:00Z"), "", Self.create),
        ("another body", good, "", Self.create + " "),
        ("with an API token", good, "ckAPIToken=\(AccessWorld.apiToken)", Self.create),
      ]
      for (what, headers, query, body) in cases {
        let answer = try await world.operate(
          "records/modify", in: "public", query: query, body: body, headers: headers)
        #expect(answer.outcome == "401 AUTHENTICATION_FAILED", "\(what)")
        #expect(answer.json["reason"] as? String == "Authentication failed", "\(what)")
      }
      let there = try await world.operateSigned(
        "records/lookup", in: "public", body: #"{"records":[{"recordName":"r1"}]}"#)
      #expect(there.codes("records") == ["NOT_FOUND"])
    }
  }

  @Test(arguments: WireKind.allCases) func `a signature holds ten minutes and for one path`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let path = AccessWorld.path("records/lookup", in: "public")
      let body = #"{"records":[{"recordName":"r1"}]}"#
      let headers = try world.signature(of: path, body: body)
      func send(_ operation: String) async throws -> String {
        try await world.operate(
          operation, in: "public", query: "", body: body, headers: headers
        ).outcome
      }
      #expect(try await send("records/lookup") == "200")
      #expect(try await send("records/lookup") == "200")
      #expect(try await send("records/resolve") == "401 AUTHENTICATION_FAILED")
      world.clock.advance(seconds: 600)
      #expect(try await send("records/lookup") == "200")
      world.clock.advance(seconds: 1)
      #expect(try await send("records/lookup") == "401 AUTHENTICATION_FAILED")
    }
  }

  @Test(arguments: WireKind.allCases) func `a key of one environment is none in another`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let path = "/database/1/\(AccessWorld.container)/production/public/records/lookup"
      let body = #"{"records":[]}"#
      let answer = try await world.send(
        .POST, path, headers: try world.signature(of: path, body: body), body: body)
      #expect(answer.outcome == "401 AUTHENTICATION_FAILED")
    }
  }
}
