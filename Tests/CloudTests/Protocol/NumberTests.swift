import Testing

/// Numbers of requests, and where they cannot be taken.
@Suite struct NumberTests {
  private static let limited: [(operation: String, body: JSON)] = [
    ("private/changes/database", [:]), ("private/zones/changes", [:]),
    ("private/changes/zone", ["zones": [["zoneID": .zone("Z")]]]),
    ("private/records/changes", ["zoneID": .zone("Z")]),
    (
      "private/records/query",
      [
        "zoneID": .zone("Z"),
        "query": [
          "recordType": "N",
          "filterBy": [["fieldName": "n", "comparator": "EQUALS", "fieldValue": ["value": 1]]],
        ],
      ]
    ),
  ]

  @Test(arguments: WireKind.allCases) func `a limit is a whole number, and 0 is no limit`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.makeZone("Y", of: alice)
      for name in ["a", "b", "c"] {
        _ = try await cloud.modify(
          "create",
          ["recordName": .string(name), "recordType": "N", "fields": ["n": ["value": 1]]],
          as: alice)
      }
      for (operation, body) in Self.limited {
        func ask(_ limit: String) async throws -> WireAnswer {
          let text = body.text.dropLast() + (body.keys.isEmpty ? "" : ",")
          return try await cloud.ask(
            "POST", operation, as: alice, text + #""resultsLimit":\#(limit)}"#)
        }
        func isCut(_ answer: WireAnswer) -> Bool {
          let json = answer.json
          let zone = operation == "private/changes/zone" ? json["zones"][0] : json
          return zone["moreComing"] == true || zone["continuationMarker"] != nil
        }
        for all in ["0", "null", "200", "9223372036854775807"] {
          let answer = try await ask(all)
          #expect(answer.status == 200, "\(operation) \(all): \(answer.text)")
          #expect(!isCut(answer), "\(operation) \(all)")
        }
        #expect(isCut(try await ask("1")), "\(operation)")
        for wrong in ["1.5", "1e999", "9223372036854775808"] {
          let answer = try await ask(wrong)
          #expect(answer.outcome == "400 BAD_REQUEST", "\(operation) \(wrong)")
          #expect(
            answer.json["reason"]
              == "BadRequestException: invalid value at 'resultsLimit'", "\(operation) \(wrong)")
        }
        let negative = try await ask("-1")
        #expect(
          negative.text.contains("'resultsLimit' is a whole number, not below 0"), "\(operation)")
      }
    }
  }

  @Test func `a number that fits nowhere is not said to be no JSON`() async throws {
    try await WireKind.inProcess.withAlice { cloud, alice in
      for body in [
        #"{"zoneID":{"zoneName":"Z"},"records":[{"recordName":1e999}]}"#,
        #"{"zoneID":{"zoneName":"Z"},"records":[],"numbersAsStrings":1e999}"#,
      ] {
        let answer = try await cloud.ask("POST", "private/records/lookup", as: alice, body)
        #expect(answer.outcome == "400 BAD_REQUEST")
        #expect(answer.json["reason"].string?.contains("not JSON") == false, "\(answer.text)")
      }
    }
  }

  @Test func `a token that was cut gets one reason, wherever it was cut`() async throws {
    try await WireKind.inProcess.withAlice { cloud, alice in
      try await cloud.create(["a"], as: alice)
      let token = try #require(try await cloud.changes(as: alice).entry["syncToken"].string)
      let whole = token.trimmingPrefix("=").count - token.reversed().prefix { $0 == "=" }.count
      for length in 3..<whole {
        let entry = try await cloud.changes(as: alice, since: String(token.prefix(length))).entry
        #expect(entry["serverErrorCode"] == "BAD_REQUEST")
        #expect(entry["reason"] == "Invalid continuation format", "\(length) of \(token)")
      }
    }
  }
}
