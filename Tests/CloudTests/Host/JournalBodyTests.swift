import CloudServer
import CloudStorage
import Foundation
import Logging
import Testing

/// The bodies of requests in the journal, and the changes of records that a test counts in them.
@Suite struct JournalBodyTests {
  private struct World: Sendable {
    let wire: WireCloud
    let alice: WireCloud.Person

    /// Saves a note; returns its entry of the answer.
    @discardableResult
    func save(
      _ name: String, _ text: String, by operation: String = "create", tag: String? = nil
    ) async throws -> JSON {
      var record: JSON = [
        "recordName": .string(name), "recordType": "Note",
        "fields": ["text": ["value": .string(text)], "count": ["value": 3, "type": "INT64"]],
      ]
      if let tag { record["recordChangeTag"] = .string(tag) }
      return try await wire.modify(operation, record, as: alice)
    }

    func administer(_ method: String, _ path: String, _ body: JSON? = nil) async throws
      -> WireAnswer
    {
      try await wire.send(
        method, "/extension/1/\(path)", body: Array((body?.text ?? "").utf8))
    }

    func count(_ match: JSON, _ query: String = "") async throws -> WireAnswer {
      try await administer("POST", "requests/count\(query)", match)
    }
  }

  private func run(
    keepsBodies: Bool = true, hidesTexts: Bool = false,
    _ body: (World) async throws -> Void
  ) async throws {
    var configuration = CloudHost.Configuration(
      storage: .inMemory, tcp: .init(host: "127.0.0.1", port: 0), plan: .everySaveTeaches,
      passphraseCost: .cheap)
    configuration.journalKeepsBodies = keepsBodies
    configuration.hidesTexts = hidesTexts
    var logger = Logger(label: "cloud")
    logger.logLevel = .critical
    let host = try CloudHost(
      configuration: configuration, surroundings: .deterministic(), logger: logger)
    defer { #expect(throws: Never.self) { try host.close() } }
    let wire = WireCloud { method, target, headers, body in
      let answer = try await host.answer(method, target, headers: headers, body: body)
      return WireAnswer(status: answer.status, headers: answer.headers, body: answer.body)
    }
    let alice = try await wire.signUp("alice")
    try await wire.makeZone("Z", of: alice)
    try await body(World(wire: wire, alice: alice))
  }

  @Test func `changes are counted by type, names, fields and outcome`() async throws {
    try await run { world in
      let saved = try await world.save("a", "milk")
      let tag = try #require(saved["recordChangeTag"].string)
      try await world.save("a", "milk")
      try await world.save("a", "bread", by: "update", tag: tag)
      _ = try await world.wire.modify("forceDelete", ["recordName": "a"], as: world.alice)
      for (match, count) in [
        ([:], 4), (["operation": "save"], 3), (["operation": "create"], 2),
        (["operation": "delete"], 1), (["operation": "forceDelete", "recordName": "a"], 1),
        (["recordType": "Note"], 3), (["recordType": "Other"], 0),
        (["fields": ["text": "milk"]], 2), (["fields": ["text": "milk"], "code": "OK"], 1),
        (["fields": ["text": "milk"], "code": "CONFLICT"], 1),
        // Numbers by their value; a field that was not sent.
        (["fields": ["count": 3.0]], 3), (["fields": ["count": "3"]], 0),
        (["operation": "save", "fields": ["due": nil]], 3),
        (["zone": "Z", "database": "private", "account": "alice"], 4), (["account": "bob"], 0),
        (["container": "iCloud.net.zonechat", "after": 3], 2),
      ] as [(JSON, Int64)] {
        let answer = try await world.count(match).json
        #expect(answer["count"] == .int(count) && answer["unknown"] == 0, "\(match): \(answer)")
        #expect(answer["changes"].elements.count == count)
      }
      let updated = try await world.count(["operation": "update"]).json["changes"][0]
      #expect(
        updated
          == [
            "request": 4, "account": "alice", "container": "iCloud.net.zonechat",
            "database": "private", "zone": "Z", "operation": "update", "recordType": "Note",
            "recordName": "a", "recordChangeTag": .string(tag),
            "fields": ["text": "bread", "count": 3], "code": "OK",
          ])
    }
  }

  @Test func `a count that is wrong says what there is instead`() async throws {
    try await run { world in
      let none = try await world.count(["operation": "save", "count": 1])
      #expect(none.status == 409)
      #expect(
        none.json["reason"] == """
          Expected exactly 1, found 0: save.
          No client has asked for a change of a record.
          """)
      try await world.save("a", "milk")
      try await world.save("b", "milk")
      try await world.save("c", "bread")
      let note: JSON = ["operation": "save", "recordType": "Note", "fields": ["text": "milk"]]
      for (key, count, isRight) in [
        ("count", 2, true), ("count", 1, false), ("atLeast", 2, true), ("atLeast", 3, false),
        ("atMost", 2, true), ("atMost", 1, false),
      ] as [(String, Int64, Bool)] {
        var match = note
        match[key] = .int(count)
        #expect(try await world.count(match).status == (isRight ? 200 : 409), "\(match)")
      }
      var match = note
      match["count"] = 1
      let wrong = try await world.count(match)
      #expect(wrong.json["serverErrorCode"] == "CONFLICT")
      #expect(
        wrong.json["reason"] == """
          Expected exactly 1, found 2: save of Note with {"text":"milk"}.
          These match:
            request 2: alice private ‘Z’ create Note ‘a’ {"count":3,"text":"milk"} → OK
            request 3: alice private ‘Z’ create Note ‘b’ {"count":3,"text":"milk"} → OK
          Besides:
            request 4: alice private ‘Z’ create Note ‘c’ {"count":3,"text":"bread"} → OK
          """)
      match["fields"] = ["text": "cheese"]
      let missing = try await world.count(match).json["reason"].string
      #expect(missing?.contains("found 0") == true)
      #expect(missing?.contains("These are there instead:\n  request 2: alice") == true)
    }
  }

  @Test func `what nobody can match is refused`() async throws {
    try await run { world in
      for (match, words) in [
        (["operation": "saves"], "unknown word 'saves'"), (["recordtype": "Note"], "unknown key"),
        (["database": "secret"], "‘database’ must be"), (["count": -1], "‘count’"),
        (["count": 1, "atLeast": 1], "‘count’"), (["atLeast": 2, "atMost": 1], "the least first"),
      ] as [(JSON, String)] {
        let answer = try await world.count(match)
        #expect(answer.status == 400 && answer.text.contains(words), "\(answer.text)")
      }
    }
  }

  @Test func `bodies are kept when they are asked for, and a count says where they are missing`()
    async throws
  {
    try await run(keepsBodies: false) { world in
      try await world.save("a", "milk")
      let page = try await world.administer("GET", "requests?bodies=true").json
      #expect(page["requests"].elements.allSatisfy { $0["body"] == .null })
      let unknown = try await world.count(["count": 1])
      #expect(unknown.status == 409 && unknown.text.contains("no bodies of 1 requests"))
      #expect(try await world.administer("GET", "journal").json == ["bodies": false])
      #expect(
        try await world.administer("POST", "journal", ["bodies": true]).json["bodies"] == true)
      try await world.save("b", "milk")
      #expect(try await world.count(["atLeast": 1]).status == 200)
      #expect(try await world.count(["count": 1]).status == 409)
      // From the first request with a body on the count is certain.
      #expect(try await world.count(["count": 1, "after": 2]).status == 200)
      _ = try await world.administer("POST", "journal", ["bodies": false])
      #expect(try await world.count(["after": 2]).json["unknown"] == 1)
      _ = try await world.administer("POST", "journal", ["bodies": true])
      _ = try await world.administer("POST", "reset")
      #expect(try await world.administer("GET", "journal").json == ["bodies": false])
    }
  }

  @Test func `no key, token, link or receipt is in the journal`() async throws {
    try await run { world in
      let secret = "SECRETOFSOMEBODY"
      let value = JSON.string(secret)
      let asset: JSON = [
        "value": ["fileChecksum": "c", "size": 1, "receipt": value, "wrappingKey": value],
        "type": "ASSETID",
      ]
      // Whether the cloud takes them does not matter.
      let record: JSON = [
        "recordName": "x", "recordType": "Note", "shortGUID": value,
        "fields": ["file": asset, "receipt": ["value": "mine"]],
      ]
      _ = try await world.wire.ask(
        "POST", "private/records/modify", as: world.alice,
        JSON.object([
          "operations": [["operationType": "create", "record": record]], "zoneID": .zone("Z"),
          "apiToken": value, "passphrase": value,
        ]).text)
      _ = try await world.wire.ask(
        "POST", "public/records/resolve", as: world.alice,
        JSON.object(["shortGUIDs": [["value": value]]]).text)
      let page = try await world.administer("GET", "requests?bodies=true").text
      #expect(page.contains("shortGUIDs") && page.contains(#""receipt":{"value":"mine"}"#))
      #expect(!page.contains(secret) && !page.contains(world.alice.webAuthToken), "\(page)")
      #expect(!page.contains(world.alice.apiToken))
      #expect(try await world.count(["fields": ["receipt": "mine"]]).json["count"] == 1)
    }
  }

  @Test func `a cloud that hides texts shows their length, and notes who reveals them`()
    async throws
  {
    try await run(hidesTexts: true) { world in
      try await world.save("a", "PRIVATEWORDS")
      let match: JSON = ["fields": ["text": "PRIVATEWORDS"], "count": 1]
      let hidden = try await world.administer("GET", "requests?bodies=true").text
      #expect(hidden.contains("text, 12 bytes") && !hidden.contains("PRIVATEWORDS"))
      let refused = try await world.count(match)
      #expect(refused.status == 409 && refused.text.contains("text, 12 bytes"), "\(refused.text)")
      let log = try await world.administer("GET", "administration/log").text
      #expect(!log.contains("bodies"))
      #expect(try await world.count(match, "?reveal=true").status == 200)
      let shown = try await world.administer("GET", "requests?bodies=true&reveal=true").text
      #expect(shown.contains("PRIVATEWORDS"))
      let noted = try await world.administer("GET", "administration/log").text
      #expect(noted.contains("bodies of requests"), "\(noted)")
    }
  }

  @Test func `the newest bodies are kept, and no more than fits`() async throws {
    try await run { world in
      let long = String(repeating: "x", count: 900_000)
      for number in 0..<40 { try await world.save("r\(number)", long, by: "forceReplace") }
      let answer = try await world.count([:]).json
      let (count, unknown) = (answer["count"].int ?? 0, answer["unknown"].int ?? 0)
      #expect(count + unknown == 40 && unknown > 0 && count >= 15, "\(count), \(unknown)")
      #expect(try await world.count(["recordName": "r39", "atLeast": 1]).status == 200)
    }
  }

  @Test func `the body of a stranger is not kept`() async throws {
    try await run { world in
      _ = try await world.wire.ask(
        "POST", "private/records/modify", as: nil, #"{"operations":[]}"#)
      let page = try await world.administer("GET", "requests?bodies=true").json
      #expect(page["requests"].elements.last?["body"] == .null)
      #expect(try await world.count(["count": 0]).status == 200)
    }
  }
}
