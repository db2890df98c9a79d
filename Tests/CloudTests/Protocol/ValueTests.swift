import CloudModel
import Testing

/// Values are judged where they come in; what does not fit is the trouble of its item alone.
@Suite struct ValueTests {
  /// A field, and why it is refused.
  private static let wrong: [(field: JSON, reason: String)] = [
    (["value": 1.5, "type": "TIMESTAMP"], "Invalid value, expected type TIMESTAMP."),
    (["value": 9_007_199_254_740_993, "type": "TIMESTAMP"], expected("TIMESTAMP")),
    (["value": 1, "type": "STRING"], expected("STRING")),
    (["value": "?", "type": "BYTES"], expected("BYTES")),
    (["value": 1.5, "type": "INT64"], expected("INT64")),
    (["value": "1", "type": "DOUBLE"], expected("DOUBLE")),
    (["value": [:], "type": "LOCATION"], expected("LOCATION")),
    (["value": ["latitude": 1e9, "longitude": 0], "type": "LOCATION"], expected("LOCATION")),
    (["value": ["latitude": 0, "longitude": -180.5]], expected("LOCATION")),
    (["value": [:], "type": "REFERENCE"], expected("REFERENCE")),
    (["value": ["recordName": "é"], "type": "REFERENCE"], expected("REFERENCE")),
    (["value": "AAAA", "type": "ASSETID"], expected("ASSETID")),
    (["value": ["a", 1], "type": "STRING_LIST"], expected("STRING_LIST")),
    (["value": "a", "type": "STRING_LIST"], expected("STRING_LIST")),
    (["value": ["a"], "type": "STRING"], expected("STRING")),
    (["value": [["a"]], "type": "STRING_LIST"], expected("STRING_LIST")),
    (["value": [nil], "type": "INT64_LIST"], expected("INT64_LIST")),
    (["value": [[]]], untyped), (["value": [["a"]]], untyped), (["value": [[1]]], untyped),
    (["value": [nil]], untyped), (["value": [:]], untyped),
    (["value": [[]], "type": "LIST"], untyped),
    (["value": 1, "type": "NOTHING"], noTag), (["value": [], "type": "UNKNOWN_LIST_LIST"], noTag),
    (["value": nil, "type": "NOTHING"], noTag), (["value": 1, "type": 7], noShape),
    (["value": 1, "isEncrypted": "yes"], noShape), (nil, noShape), ("bare", noShape),
    (7, noShape), ([1], noShape), (true, noShape),
  ]

  private static let untyped =
    "Invalid value, expected a string, a number, a location, a reference, an asset, or a list of "
    + "one of these."
  private static let noTag = "Invalid value, unknown 'type'."
  private static let noShape = "Invalid value, expected an object with 'value' and 'type'."

  private static func expected(_ type: String) -> String { "Invalid value, expected type \(type)." }

  private static func operation(_ name: String, _ field: JSON) -> JSON {
    [
      "operationType": "create",
      "record": ["recordName": .string(name), "recordType": "T", "fields": ["f": field]],
    ]
  }

  @Test(arguments: WireKind.allCases) func `one wrong value is its item's error, and no other's`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      for (field, reason) in Self.wrong {
        let operations: JSON = [
          Self.operation("good", ["value": "a"]), Self.operation("bad", field),
        ]
        let atomic = try await cloud.post(
          "private/records/modify", as: alice,
          ["zoneID": .zone("Z"), "operations": operations])["records"]
        #expect(atomic[0]["serverErrorCode"] == "ATOMIC_ERROR", "\(field)")
        #expect(atomic[1]["serverErrorCode"] == "BAD_REQUEST", "\(field)")
        let apart = try await cloud.post(
          "private/records/modify", as: alice,
          ["zoneID": .zone("Z"), "atomic": false, "operations": operations])["records"]
        #expect(apart[0]["serverErrorCode"] == nil, "\(field): \(apart[0])")
        #expect(
          apart[1]
            == ["recordName": "bad", "serverErrorCode": "BAD_REQUEST", "reason": .string(reason)],
          "\(field)")
        let gone = try await cloud.modify("forceDelete", ["recordName": "good"], as: alice)
        #expect(gone["deleted"] == true)
      }
      #expect(try await cloud.changes(as: alice).lines == ["-good"])
    }
  }

  @Test func `a number too large for any type is its item's error`() async throws {
    try await WireKind.inProcess.withAlice { cloud, alice in
      for value in ["1e999", "-1e999", #"{"latitude":1e999,"longitude":0}"#, "[1e999]"] {
        let answer = try await cloud.ask(
          "POST", "private/records/modify", as: alice,
          """
          {"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"create","record":
            {"recordName":"r","recordType":"T","fields":{"f":{"value":\(value)}}}}]}
          """)
        #expect(answer.json["records"][0]["serverErrorCode"] == "BAD_REQUEST", "\(answer.text)")
      }
    }
  }

  /// Shares have no schema; a list of theirs is of the type of its first element.
  @Test(arguments: WireKind.allCases) func `a share takes no value that could not be read again`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      for value in [
        [1, 1.5], ["a", 1], [true, 1.5], [1, 9_223_372_036_854_775_807, 1e19], [[]], [["a"]],
      ] as [JSON] {
        let entry = try await Self.share(["value": value], cloud, alice)
        #expect(entry["serverErrorCode"] == "BAD_REQUEST", "\(value)")
      }
      for value in [[], [1.5, 1], [1, true], ["a", "b"], "a", 1.5] as [JSON] {
        let entry = try await Self.share(["value": value], cloud, alice)
        #expect(entry["serverErrorCode"] == nil, "\(entry)")
        let found = try await cloud.post(
          "private/records/lookup", as: alice,
          ["zoneID": .zone("Z"), "records": [["recordName": "cloudkit.zoneshare"]]])["records"][0]
        #expect(found["fields"] == entry["fields"], "\(value)")
        #expect(found["fields"]["custom"]["value"].elements.count == value.elements.count)
      }
    }
  }

  private static func share(
    _ field: JSON, _ cloud: WireCloud, _ alice: WireCloud.Person
  ) async throws -> JSON {
    try await cloud.modify(
      "forceReplace",
      [
        "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share",
        "publicPermission": "NONE", "fields": ["custom": field],
      ], as: alice)
  }

  @Test func `a share in other letters blames the root, whatever the schema knows`() async throws {
    for plan in [CloudPlanKind.learning, .fixed] {
      try await WireKind.inProcess.run(plan: plan.plan) { cloud in
        let alice = try await cloud.signUp("alice")
        try await cloud.makeZone("Z", of: alice)
        let entry = try await cloud.modify(
          "create", ["recordName": "s", "recordType": "cloudKit.share"], as: alice)
        #expect(entry["serverErrorCode"] == "NOT_FOUND")
        #expect(entry["reason"] == "Cannot share - no such record exists to share")
      }
    }
  }

  @Test func `zero below nothing stays what it is`() async throws {
    try await WireKind.reopened.withAlice { cloud, alice in
      let body = """
        {"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"create","record":
          {"recordName":"r","recordType":"T","fields":{"f":{"value":-0.0,"type":"DOUBLE"},
          "l":{"value":[-0.0,0.5],"type":"DOUBLE_LIST"}}}}]}
        """
      _ = try await cloud.ask("POST", "private/records/modify", as: alice, body)
      let answer = try await cloud.ask(
        "POST", "private/records/lookup", as: alice,
        #"{"zoneID":{"zoneName":"Z"},"records":[{"recordName":"r"}]}"#)
      #expect(answer.text.contains(#""value":-0.0"#), "\(answer.text)")
      #expect(answer.text.contains("[-0.0,0.5]"), "\(answer.text)")
    }
  }
}

/// The plan of a cloud: whether saves teach the schema.
private enum CloudPlanKind {
  case learning, fixed

  var plan: CloudPlan {
    switch self {
    case .learning: .everySaveTeaches
    case .fixed: CloudPlan()
    }
  }
}
