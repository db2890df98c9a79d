import CloudRules
import Foundation
import NIOHTTP1
import Testing

/// Section 5 of the facts, row by row: which proof opens which database.
@Suite struct AccessTableTests {
  private static let denied = "403 ACCESS_DENIED"
  private static let failed = "401 AUTHENTICATION_FAILED"
  private static let required = "421 AUTHENTICATION_REQUIRED"
  private static let lookup = #"{"records":[{"recordName":"r"}]}"#

  private func outcomes(
    _ send: (_ operation: String, _ database: String, _ body: String) async throws -> String
  ) async throws -> [String] {
    [
      try await send("records/lookup", "public", Self.lookup),
      try await send("records/lookup", "private", Self.lookup),
      try await send("changes/database", "shared", "{}"),
      try await send("users/current", "public", "{}"),
    ]
  }

  @Test(arguments: WireKind.allCases) func `the API token alone opens the public database`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let query = "ckAPIToken=\(AccessWorld.apiToken)"
      let row = try await outcomes {
        try await world.operate($0, in: $1, query: query, body: $2).outcome
      }
      #expect(row == ["200", Self.required, Self.required, Self.required])
    }
  }

  @Test(arguments: WireKind.allCases) func `with a web auth token everything opens`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let query = try await world.query("alice")
      let row = try await outcomes {
        try await world.operate($0, in: $1, query: query, body: $2).outcome
      }
      #expect(row == ["200", "200", "200", "200"])
    }
  }

  @Test(arguments: WireKind.allCases) func `a server-to-server key opens the public database`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let row = try await outcomes {
        try await world.operateSigned($0, in: $1, body: $2).outcome
      }
      #expect(row == ["200", Self.denied, Self.denied, Self.failed])
      let caller = try await world.operateSigned("users/caller", in: "public", method: .GET)
      #expect(caller.outcome == Self.failed)
    }
  }

  private static let foreignKeys = [
    "", "ckAPIToken=", "ckAPIToken=\(String(repeating: "0", count: 64))", "ckWebAuthToken=x",
    "ckAPIToken=\(AccessWorld.productionToken)",
    "ckAPIToken=\(String(repeating: "a1", count: 1000))",
  ]

  @Test(arguments: WireKind.allCases)
  func `without the environment's API token every database answers the same`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      for query in Self.foreignKeys {
        let row = try await outcomes {
          let answer = try await world.operate($0, in: $1, query: query, body: $2)
          #expect(answer.json["reason"] as? String == "Authentication failed")
          return answer.outcome
        }
        #expect(row == [Self.failed, Self.failed, Self.failed, Self.failed], "\(query)")
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a web auth token that is not good does not make one anonymous`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      for token in ["", "invented", String(repeating: "A", count: 1000)] {
        let answer = try await world.operate(
          "records/lookup", in: "public",
          query: "ckAPIToken=\(AccessWorld.apiToken)&ckWebAuthToken=\(token)",
          body: Self.lookup)
        #expect(answer.outcome == Self.required)
        #expect(answer.json["reason"] as? String == "request needs authorization")
      }
    }
  }

  @Test func `what a server and a link are is told to everybody alike`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let callers: [(query: String, headers: HTTPHeaders)] = [
        ("", [:]), ("ckAPIToken=\(AccessWorld.apiToken)", [:]),
        (try await world.query("alice"), [:]), ("ckAPIToken=none&ckWebAuthToken=x", [:]),
        ("", try world.wire.administrator),
      ]
      for (path, outcome) in [
        ("/extension/1/server", "200"),
        ("/extension/1/links/neverWasOneOfThese", "404 NOT_FOUND"),
      ] {
        var told: Set<String> = []
        for caller in callers {
          let answer = try await world.send(
            .GET, path, query: caller.query, headers: caller.headers)
          #expect(answer.outcome == outcome)
          let words = (answer.json["cloudID"] ?? answer.json["reason"]) as? String
          told.insert(try #require(words, "\(answer.text)"))
        }
        #expect(told.count == 1, "\(told)")
      }
    }
  }

  @Test func `sessions and the passphrase are for people with a key`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let apiToken = "ckAPIToken=\(AccessWorld.apiToken)"
      for (method, path) in [
        (HTTPMethod.GET, "/extension/1/sessions"), (.DELETE, "/extension/1/sessions"),
        (.POST, "/extension/1/account/passphrase"),
      ] {
        let signature = try world.signature(of: path, body: "")
        let callers: [(query: String, headers: HTTPHeaders, outcome: String)] = [
          ("", [:], Self.failed), (apiToken, [:], Self.required),
          ("\(apiToken)&ckWebAuthToken=x", [:], Self.required), ("", signature, Self.failed),
          ("", try world.wire.administrator, Self.failed),
        ]
        for caller in callers {
          let answer = try await world.send(
            method, path, query: caller.query, headers: caller.headers)
          #expect(answer.outcome == caller.outcome, "\(method) \(path) \(caller.query)")
        }
        let known = try await world.send(method, path, query: try await world.query("alice"))
        // A passphrase is not changed without one.
        #expect(known.outcome == (method == .POST ? "400 BAD_REQUEST" : "200"), "\(known.text)")
      }
    }
  }

  @Test func `codes are made and listed by people and the administrator, and looked at by all`()
    async throws
  {
    try await AccessWorld.run(over: .tcp) { world in
      let person = try await world.query("alice")
      let administrator = try world.wire.administrator
      let callers: [(query: String, headers: HTTPHeaders)] = [
        ("", [:]), ("ckAPIToken=\(AccessWorld.apiToken)", [:]),
        ("ckAPIToken=none&ckWebAuthToken=x", [:]), (person, [:]), ("", administrator),
        // The keys count, whoever sends them.
        (person, administrator),
      ]
      let id = "ab23cd45"
      for (method, path, body, outcomes) in [
        (
          HTTPMethod.GET, "codes", nil,
          [Self.denied, Self.required, Self.failed, "200", "200", "200"]
        ),
        (
          .POST, "codes", #"{"kind":"invitation"}"#,
          [Self.denied, Self.required, Self.failed, Self.denied, "200", Self.denied]
        ),
        (
          .POST, "codes", #"{"kind":"reset","name":"bob"}"#,
          [Self.denied, Self.required, Self.failed, Self.denied, "200", Self.denied]
        ),
        (
          .POST, "codes", #"{"kind":"device"}"#,
          [
            Self.denied, Self.required, Self.failed, "400 BAD_REQUEST", "400 BAD_REQUEST", "200",
          ]
        ),
        (
          .DELETE, "codes/\(id)", nil,
          [
            Self.denied, Self.required, Self.failed, "404 NOT_FOUND", "404 NOT_FOUND",
            "404 NOT_FOUND",
          ]
        ),
        (
          .POST, "codes/look", #"{"code":"none"}"#,
          Array(repeating: "404 NOT_FOUND", count: 6)
        ),
      ] as [(HTTPMethod, String, String?, [String])] {
        var found: [String] = []
        for caller in callers {
          let answer = try await world.send(
            method, "/extension/1/\(path)", query: caller.query, headers: caller.headers,
            body: body)
          found.append(answer.outcome)
        }
        #expect(found == outcomes, "\(method) \(path) \(body ?? "")")
      }
    }
  }

  @Test func `accounts are listed and changed by administrators alone`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let administrator = try world.wire.administrator
      let callers: [(query: String, headers: HTTPHeaders)] = [
        ("", [:]), ("ckAPIToken=\(AccessWorld.apiToken)", [:]),
        (try await world.query("alice"), [:]), ("", ["Authorization": "Bearer wrong"]),
      ]
      let routes: [(method: HTTPMethod, path: String, body: String?, outcome: String)] = [
        (.GET, "accounts", nil, "200"), (.GET, "log", nil, "200"),
        (.POST, "accounts/bob", #"{"endsSessions":true}"#, "200"),
        (.DELETE, "accounts/bob", nil, "200"), (.DELETE, "accounts/bob", nil, "404 NOT_FOUND"),
      ]
      for route in routes {
        let path = "/extension/1/administration/\(route.path)"
        for caller in callers {
          let refused = try await world.send(
            route.method, path, query: caller.query, headers: caller.headers, body: route.body)
          #expect(refused.outcome == Self.denied, "\(route.method) \(path)")
        }
        let done = try await world.send(
          route.method, path, headers: administrator, body: route.body)
        #expect(done.outcome == route.outcome, "\(route.method) \(path): \(done.text)")
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `the way to sign in is told`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let answer = try await world.operate(
        "zones/list", in: "private", query: "ckAPIToken=\(AccessWorld.apiToken)")
      let url = try #require(answer.json["redirectURL"] as? String)
      let base = try #require(url.prefixMatch(of: /http:\/\/(localhost|127\.0\.0\.1:\d+)/)).output.0
      #expect(url == "\(base)/extension/1/signin?ckAPIToken=\(AccessWorld.apiToken)")
    }
  }

  @Test(arguments: WireKind.allCases) func `another container and environment are not there`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let query = try await world.query("alice")
      for place in ["iCloud.other/development", "\(AccessWorld.container)/testing"] {
        let answer = try await world.send(
          .POST, "/database/1/\(place)/private/zones/list", query: query, body: "{}")
        #expect(answer.outcome == "404 NOT_FOUND")
      }
      let elsewhere = try await world.send(
        .POST, "/database/1/\(AccessWorld.container)/production/private/zones/list",
        query: query, body: "{}")
      #expect(elsewhere.outcome == Self.failed)
      let mixed = try await world.send(
        .POST, "/database/1/\(AccessWorld.container)/production/private/zones/list",
        query: query.replacing(AccessWorld.apiToken, with: AccessWorld.productionToken),
        body: "{}")
      #expect(mixed.outcome == Self.required)
    }
  }
}
