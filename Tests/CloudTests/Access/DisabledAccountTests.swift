import CloudModel
import CloudRules
import Foundation
import NIOHTTP1
import Testing

/// Accounts that the administrator disables, and the administrator's other changes of accounts.
@Suite struct DisabledAccountTests {
  private static let place = "/extension/1/administration"
  private static let reason = "This account is disabled. Ask the administrator of the server."

  private static func change(
    _ name: String, _ body: String, in world: AccessWorld
  ) async throws -> AccessWorld.Answer {
    try await world.send(
      .POST, "\(place)/accounts/\(AccessWorld.escaped(name))",
      headers: try world.wire.administrator, body: body)
  }

  private static func list(_ world: AccessWorld) async throws -> [[String: Any]] {
    try await world.send(.GET, "\(place)/accounts", headers: try world.wire.administrator)
      .entries("accounts")
  }

  @Test func `nobody comes in any more, and only its person learns why`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let query = try await world.query("mallory")
      #expect(try await world.operate("zones/list", in: "private", query: query).outcome == "200")
      let disabled = try await Self.change("Mallory", #"{"isDisabled":true}"#, in: world)
      #expect(disabled.json["state"] as? String == "disabled", "\(disabled.text)")
      #expect(disabled.json["sessions"] as? Int == 0)
      let old = try await world.operate("zones/list", in: "private", query: query)
      #expect(old.outcome == "421 AUTHENTICATION_REQUIRED")
      let right = try await world.signIn("mallory")
      #expect(right.outcome == "403 ACCESS_DENIED")
      #expect(right.json["reason"] as? String == Self.reason)
      let wrong = try await world.signIn("mallory", passphrase: "wrong horse")
      let unknown = try await world.signIn("never-was", passphrase: "wrong horse")
      #expect(wrong.outcome == "401 AUTHENTICATION_FAILED")
      #expect(wrong.json["reason"] as? String == unknown.json["reason"] as? String)
      var headers = try world.wire.administrator
      headers.add(name: "X-ZoneChat-Account", value: "mallory")
      let acting = try await world.operate(
        "zones/list", in: "private", query: "", headers: headers)
      #expect(acting.outcome == "403 ACCESS_DENIED")
      let enabled = try await Self.change("mallory", #"{"isDisabled":false}"#, in: world)
      #expect(enabled.json["state"] as? String == "active")
      #expect(try await world.signIn("mallory").outcome == "200")
      let still = try await world.operate("zones/list", in: "private", query: query)
      #expect(still.outcome == "421 AUTHENTICATION_REQUIRED")
    }
  }

  @Test func `the sign-in page says it too`() async throws {
    try await ConsoleWorld.run { world in
      let open = try await world.browser(of: world.mallory)
      #expect(try await open.open("/console/account?account=mallory").status == 200)
      let disabled = try await world.wire.send(
        .POST, "\(Self.place)/accounts/mallory", headers: try world.wire.administrator,
        body: Array(#"{"isDisabled":true}"#.utf8))
      #expect(disabled.status == 200, "\(disabled.text)")
      #expect(try await open.open("/console/account?account=mallory").status == 403)
      let refused = try await world.browser().submit(
        "/console/sign-in", ["name": "mallory", "passphrase": testPassphrase])
      #expect(refused.status == 403 && refused.text.contains(Self.reason), "\(refused.text)")
    }
  }

  @Test func `a server with a key is refused like a person`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let lookup = #"{"records":[{"recordName":"r"}]}"#
      #expect(
        try await world.operateSigned("records/lookup", in: "public", body: lookup).outcome
          == "200")
      let name = try #require(
        try await Self.list(world).compactMap { $0["name"] as? String }
          .first { $0.hasPrefix("key:") })
      let disabled = try await Self.change(name, #"{"isDisabled":true}"#, in: world)
      #expect(disabled.json["state"] as? String == "disabled", "\(disabled.text)")
      #expect(
        try await world.operateSigned("records/lookup", in: "public", body: lookup).outcome
          == "401 AUTHENTICATION_FAILED")
      let deleted = try await world.send(
        .DELETE, "\(Self.place)/accounts/\(AccessWorld.escaped(name))",
        headers: try world.wire.administrator)
      #expect(deleted.outcome == "400 BAD_REQUEST")
    }
  }

  @Test func `sessions end without the account, and what administrators did is in the log`()
    async throws
  {
    try await AccessWorld.run(over: .tcp) { world in
      let query = try await world.query("bob")
      let ended = try await Self.change("bob", #"{"endsSessions":true}"#, in: world)
      #expect(ended.json["state"] as? String == "active" && ended.json["sessions"] as? Int == 0)
      let old = try await world.operate("zones/list", in: "private", query: query)
      #expect(old.outcome == "421 AUTHENTICATION_REQUIRED")
      #expect(try await world.signIn("bob").outcome == "200")
      for body in ["{}", #"{"isDisabled":1}"#, #"{"name":"x"}"#, "[]"] {
        #expect(try await Self.change("bob", body, in: world).outcome == "400 BAD_REQUEST")
      }
      for name in ["never-was", "a/../bob", "%00", "_bob"] {
        let answer = try await Self.change(name, #"{"isDisabled":true}"#, in: world)
        #expect(answer.status == 404, "\(name): \(answer.text)")
      }
      _ = try await Self.change("bob", #"{"isDisabled":true,"closesLinks":true}"#, in: world)
      let gone = try await world.send(
        .DELETE, "\(Self.place)/accounts/bob", headers: try world.wire.administrator)
      #expect(gone.status == 200, "\(gone.text)")
      #expect(
        try await Self.change("bob", #"{"isDisabled":false}"#, in: world).outcome
          == "404 NOT_FOUND")
      let log = try await world.send(
        .GET, "\(Self.place)/log", headers: try world.wire.administrator
      ).entries("entries")
      let lines = log.map { "\($0["action"] ?? "") \($0["subject"] ?? "")" }
      #expect(lines == ["end-sessions bob", "disable bob", "close-links bob", "delete bob"])
      let second = try #require(log[1]["id"] as? Int)
      let rest = try await world.send(
        .GET, "\(Self.place)/log", query: "after=\(second)", headers: try world.wire.administrator)
      #expect(rest.entries("entries").count == 2)
    }
  }

  @Test func `the list says the state and the use of each account`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let query = try await world.query("alice")
      let saved = try await world.operate(
        "records/modify", in: "private", query: query,
        body: """
          {"operations":[{"operationType":"create","record":{"recordName":"r","recordType":"T",
            "fields":{"a":{"value":"x"}}}}]}
          """)
      #expect(saved.outcome == "200", "\(saved.text)")
      let accounts = try await Self.list(world)
      let alice = try #require(accounts.first { $0["name"] as? String == "alice" })
      #expect(alice["state"] as? String == "active" && alice["sessions"] as? Int == 1)
      #expect((alice["bytes"] as? Int ?? 0) > 0 && (alice["createdAt"] as? Int ?? 0) > 0)
      #expect(alice["lastUsedAt"] is Int && alice["quotaBytes"] is Int)
      let bob = try #require(accounts.first { $0["name"] as? String == "bob" })
      #expect(bob["lastUsedAt"] == nil && bob["bytes"] as? Int == 0)
      let rest = try await world.send(
        .GET, "\(Self.place)/accounts", query: "after=BOB", headers: try world.wire.administrator)
      let names = rest.entries("accounts").compactMap { $0["name"] as? String }
      #expect(names.last == "mallory" && !names.contains("alice") && !names.contains("bob"))
    }
  }

  @Test func `closed links let nobody in, and whoever came through one leaves`() async throws {
    let world = try await EndingWorld()
    let zone = RecordZoneID(zoneName: "W", ownerName: world.alice.userRecordName)
    _ = try world.service.modifyZones([.create(zone)], by: world.alice, in: .private)
    let shortGUID = try world.share(zone, by: world.alice, with: [], isOpen: true)
    _ = try world.service.accept([.init(shortGUID: shortGUID)], by: world.carol)
    #expect(try world.people(in: zone) == ["alice", "carol"])
    #expect(try world.rules.administration.closeLinks(of: world.alice.userRecordName) == 1)
    #expect(try world.people(in: zone) == ["alice"])
    #expect(try world.zonesOfCarol().contains("-W deleted"))
    let late = #expect(throws: CloudError.self) {
      try world.service.accept([.init(shortGUID: shortGUID)], by: world.carol)
    }
    #expect(late?.code == .permissionFailure)
    // Who was invited by name stays.
    #expect(try world.people(in: world.rules.zoneID) == ["alice", "bob"])
    #expect(try world.rules.administration.closeLinks(of: world.alice.userRecordName) == 0)
  }
}
