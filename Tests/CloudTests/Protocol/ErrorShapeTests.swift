import Testing

/// Facts 4.1 to 4.3: the shapes of errors, and which are a whole request's.
@Suite struct ErrorShapeTests {
  private static let allowed: Set<String> = [
    "uuid", "serverErrorCode", "reason", "retryAfter", "redirectURL",
  ]

  @Test(arguments: WireKind.allCases) func `a whole request fails with a status and four keys`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      var stranger = alice
      stranger.webAuthToken = "nobody"
      var keyless = alice
      keyless.apiToken = String(repeating: "0", count: 64)
      for (person, operation, body, outcome) in [
        (alice, "private/records/modify", "{", "400 BAD_REQUEST"),
        (alice, "private/records/modify", "{}", "400 BAD_REQUEST"),
        (alice, "private/nothing", "{}", "404 NOT_FOUND"),
        (stranger, "private/zones/list", "{}", "421 AUTHENTICATION_REQUIRED"),
        (keyless, "private/zones/list", "{}", "401 AUTHENTICATION_FAILED"),
        (alice, "public/changes/database", "{}", "400 BAD_REQUEST"),
      ] {
        let answer = try await cloud.ask("POST", operation, as: person, body)
        #expect(answer.outcome == outcome, "\(operation) \(body)")
        #expect(answer.json.keys.isSubset(of: Self.allowed))
        #expect(answer.json["uuid"].string?.count == 36)
        #expect(answer.json["uuid"].string == answer.headers["x-apple-request-uuid"])
        #expect(answer.json["reason"].string?.isEmpty == false)
        #expect((answer.json["redirectURL"] != nil) == outcome.hasPrefix("421"))
      }
      let required = try await cloud.ask("POST", "private/zones/list", as: stranger, "{}")
      #expect(required.json["reason"] == "request needs authorization")
    }
  }

  @Test(arguments: WireKind.allCases) func `an item fails inside of a success`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let record = try await cloud.modify(
        "update", ["recordName": "r", "recordType": "T"], as: alice)
      #expect(record.keys == ["recordName", "serverErrorCode", "reason"])
      let zone = try await cloud.post(
        "private/zones/lookup", as: alice, ["zones": [["zoneID": .zone("no")]]])["zones"][0]
      #expect(zone.keys == ["zoneID", "serverErrorCode", "reason"])
      let subscription = try await cloud.post(
        "private/subscriptions/modify", as: alice,
        [
          "operations": [
            ["operationType": "delete", "subscription": ["subscriptionID": "no"]]
          ]
        ])["subscriptions"][0]
      #expect(subscription["subscriptionID"] == "no")
    }
  }

  @Test(arguments: WireKind.allCases) func `the changes of a refused request are not there`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let good = #"{"operationType":"create","record":{"recordName":"a","recordType":"T"}}"#
      for bad in [
        #"{"operationType":"create"}"#, #"{"operationType":"upsert","record":{}}"#,
        #"{"operationType":"create","record":{"recordName":7}}"#, "null", "7",
        #"{"operationType":"create","record":{"fields":[]}}"#,
      ] {
        let answer = try await cloud.ask(
          "POST", "private/records/modify", as: alice,
          #"{"zoneID":{"zoneName":"Z"},"atomic":false,"operations":[\#(good),\#(bad)]}"#)
        #expect(answer.outcome == "400 BAD_REQUEST", "\(bad)")
      }
      #expect(try await cloud.changes(as: alice).lines == [])
    }
  }
}
