import NIOHTTP1
import Testing

/// What everybody learns of the link of a chat.
@Suite struct LinkRouteTests {
  private static func path(_ guid: String) -> String { "/extension/1/links/\(guid)" }

  @Test(arguments: WireKind.allCases)
  func `a link says who invites, and whether it lets in everybody`(kind: WireKind) async throws {
    try await kind.withAlice { cloud, alice in
      let bob = try await cloud.signUp("bob")
      try await cloud.makeZone("Open", of: alice)
      let closed = try await cloud.share("Z", of: alice, with: bob)
      let open = try await cloud.share("Open", of: alice)
      for query in ["", "?\(alice.query)", "?\(bob.query)", "?ckAPIToken=none"] {
        let answers = [
          try await cloud.send("GET", Self.path(closed) + query),
          try await cloud.send("GET", Self.path(open) + query),
        ]
        #expect(
          answers.map(\.json) == [
            ["inviter": "alice", "isOpen": false], ["inviter": "alice", "isOpen": true],
          ])
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a link that ended is told from one that never was by nothing`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let guid = try await cloud.share("Z", of: alice)
      #expect(try await cloud.send("GET", Self.path(guid)).status == 200)
      _ = try await cloud.modify(
        "forceDelete", ["recordName": "cloudkit.zoneshare"], as: alice)
      let ended = try await cloud.send("GET", Self.path(guid))
      let never = try await cloud.send("GET", Self.path("neverWasOneOfThese"))
      let markup = try await cloud.send("GET", Self.path("%3Cscript%3E"))
      for answer in [ended, never, markup] {
        #expect(answer.outcome == "404 NOT_FOUND")
        #expect(answer.json["reason"] == "Share not found")
      }
    }
  }

  @Test func `a link of another container leads nowhere`() async throws {
    try await AccessWorld.run(over: .inProcess) { world in
      let query = try await world.query("alice")
      for (operation, body) in [
        (
          "zones/modify",
          #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#
        ),
        (
          "records/modify",
          #"{"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"create","record":{"recordName":"cloudkit.zoneshare","recordType":"cloudkit.share","publicPermission":"READ_WRITE","fields":{}}}]}"#
        ),
      ] {
        let answer = try await world.operate(operation, in: "private", query: query, body: body)
        #expect(answer.outcome == "200")
        guard let guid = answer.entries("records").first?["shortGUID"] as? String else { continue }
        #expect(try await world.send(.GET, Self.path(guid)).outcome == "404 NOT_FOUND")
        #expect(try await world.send(.GET, "/join/\(guid)").status == 404)
        return
      }
      Issue.record("there was no link")
    }
  }
}

extension WireCloud {
  /// Shares a zone of a person with another one, or else with everybody; returns what the link ends in.
  func share(_ zone: String, of owner: Person, with guest: Person? = nil) async throws -> String {
    var record: JSON = [
      "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share",
      "publicPermission": guest == nil ? "READ_WRITE" : "NONE",
    ]
    if let guest {
      record["participants"] = [
        [
          "permission": "READ_WRITE",
          "userIdentity": ["userRecordName": .string(guest.userRecordName)],
        ]
      ]
    }
    let saved = try await modify("create", record, in: zone, as: owner)
    return try #require(saved["shortGUID"].string, "\(saved)")
  }
}
