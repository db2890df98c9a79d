import Testing

/// Facts 1.1 and 1.2: paths, methods and databases.
@Suite struct OperationTests {
  /// An operation, a body that it understands, and what the three databases answer to it.
  private static let operations: [(path: String, body: String, outcome: [String])] = [
    ("records/modify", #"{"operations":[]}"#, ["200", "200", "200"]),
    ("records/lookup", #"{"records":[]}"#, ["200", "200", "200"]),
    (
      "records/changes", #"{"zoneID":{"zoneName":"Z"}}"#,
      ["400 BAD_REQUEST", "200", "404 ZONE_NOT_FOUND"]
    ),
    ("changes/zone", #"{"zones":[]}"#, ["400 BAD_REQUEST", "200", "200"]),
    ("changes/database", "{}", ["400 BAD_REQUEST", "200", "200"]),
    ("zones/list", "{}", ["200", "200", "200"]),
    ("zones/lookup", #"{"zones":[]}"#, ["200", "200", "200"]),
    ("zones/modify", #"{"operations":[]}"#, ["400 BAD_REQUEST", "200", "200"]),
    ("zones/changes", "{}", ["400 BAD_REQUEST", "200", "200"]),
    (
      "records/resolve", #"{"shortGUIDs":[]}"#, ["200", "400 BAD_REQUEST", "400 BAD_REQUEST"]
    ),
    ("records/accept", #"{"shortGUIDs":[]}"#, ["200", "400 BAD_REQUEST", "400 BAD_REQUEST"]),
  ]

  @Test(arguments: WireKind.allCases) func `each operation has its databases`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      for (path, body, outcome) in Self.operations {
        var outcomes: [String] = []
        for database in ["public", "private", "shared"] {
          outcomes.append(
            try await cloud.ask("POST", "\(database)/\(path)", as: alice, body).outcome)
        }
        #expect(outcomes == outcome, "\(path)")
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `a wrong method or path has its answer`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      for (path, _, _) in Self.operations where path != "zones/list" {
        let answer = try await cloud.ask("GET", "private/\(path)", as: alice)
        #expect(answer.outcome == "405 BAD_REQUEST", "\(path)")
      }
      for path in ["zones/list", "subscriptions/list"] {
        #expect(try await cloud.ask("GET", "private/\(path)", as: alice).status == 200)
      }
      for path in ["private/tokens/create", "tokens/register"] {
        let misplaced = try await cloud.ask("POST", path, as: alice, "{}")
        #expect(misplaced.outcome == "405 BAD_REQUEST", "\(path)")
      }
      let unknown = try await cloud.ask("POST", "private/records/frobnicate", as: alice, "{}")
      #expect(unknown.outcome == "404 NOT_FOUND")
      #expect(unknown.json["reason"] == "could not find handler for endpoint")
      for path in ["public/users/caller"] {
        let caller = try await cloud.ask("GET", path, as: alice).json
        #expect(caller["userRecordName"].string == alice.userRecordName)
        #expect(caller["users"][0]["userRecordName"].string == alice.userRecordName)
      }
      // The live server lets users/caller pass in the private database, and nothing beside it.
      #expect(try await cloud.ask("GET", "private/users/caller", as: alice).status == 200)
      let misplaced = try await cloud.ask("GET", "private/users/current", as: alice)
      #expect(misplaced.outcome == "400 BAD_REQUEST")
      #expect(
        misplaced.json["reason"]
          == "endpoint not applicable in the database type 'privatedb'")
    }
  }

  @Test(arguments: WireKind.allCases) func `content types and other parameters do not matter`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let query = "ckjsVersion=2.0&remapEnums=true&\(alice.query)&getCurrentSyncToken=false&x"
      let target = "\(WireCloud.place)/private/zones/list?\(query)"
      for type in ["text/plain", "application/json; charset=utf-8", "application/xml"] {
        let answer = try await cloud.send(
          "POST", target, headers: ["content-type": type], body: Array("{}".utf8))
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true)
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `a page of another origin may ask`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let target = "\(WireCloud.place)/private/records/modify"
      let asked = try await cloud.send(
        "OPTIONS", target,
        headers: [
          "origin": "https://example.com", "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        ])
      #expect(asked.status == 200)
      #expect(asked.headers["access-control-allow-origin"] == "*")
      #expect(asked.headers["access-control-allow-headers"] == "content-type")
      #expect(asked.headers["access-control-allow-methods"]?.contains("POST") == true)
      let answer = try await cloud.send(
        "POST", target, headers: ["origin": "null"], body: Array("{}".utf8))
      #expect(answer.status == 401)
      #expect(answer.headers["access-control-allow-origin"] == "*")
      for path in ["/extension/1/accounts", "//extension/1/accounts", "//join/shortGUIDofAChat"] {
        let ours = try await cloud.send(
          "OPTIONS", path, headers: ["origin": "https://example.com"])
        #expect(ours.headers["access-control-allow-origin"] == nil, "\(path)")
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `failed items leave the request a success`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let answer = try await cloud.ask(
        "POST", "private/records/lookup", as: alice,
        #"{"zoneID":{"zoneName":"Z"},"records":[{"recordName":"a"},{"recordName":"b"}]}"#)
      #expect(answer.status == 200)
      #expect(
        answer.json["records"].only("recordName", "serverErrorCode") == [
          ["recordName": "a", "serverErrorCode": "NOT_FOUND"],
          ["recordName": "b", "serverErrorCode": "NOT_FOUND"],
        ])
    }
  }
}
