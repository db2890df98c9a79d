import Testing

/// Facts 2.1 and 2.3: the record dictionary and the types of fields.
@Suite struct RecordShapeTests {
  @Test(arguments: WireKind.allCases) func `a record is answered whole`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let record = try await cloud.modify(
        "create",
        [
          "recordName": "r", "recordType": "T", "parent": nil,
          "fields": ["title": ["value": "Milk", "type": "STRING"]], "unknownKey": 1,
        ], as: alice)
      #expect(
        record.keys.isSuperset(
          of: [
            "recordName", "recordType", "recordChangeTag", "fields", "pluginFields", "created",
            "modified", "deleted", "zoneID",
          ]))
      #expect(record["fields"] == ["title": ["value": "Milk", "type": "STRING"]])
      #expect(record["pluginFields"] == [:])
      for key in ["created", "modified"] {
        #expect(record[key].keys == ["timestamp", "userRecordName", "deviceID"])
        #expect(record[key]["timestamp"].int ?? 0 > 1_000_000_000_000)
        #expect(record[key]["userRecordName"].string == alice.userRecordName)
      }
      #expect(
        record["zoneID"] == [
          "zoneName": "Z", "ownerRecordName": .string(alice.userRecordName),
          "zoneType": "REGULAR_CUSTOM_ZONE",
        ])
      #expect(alice.userRecordName.wholeMatch(of: /_[0-9a-f]{32}/) != nil)
      let tag = try #require(record["recordChangeTag"].string)
      #expect(tag.wholeMatch(of: /[0-9a-z]{1,8}/) != nil)
    }
  }

  /// A field as it is sent, and as it comes back; nil where it is the same.
  private static let fields: [(sent: JSON, back: JSON?)] = [
    (["value": "text", "type": "STRING"], nil),
    (["value": "text"], ["value": "text", "type": "STRING"]),
    (["value": 7, "type": "INT64"], nil), (["value": -7], ["value": -7, "type": "INT64"]),
    (["value": 7, "type": "NUMBER_INT64"], ["value": 7, "type": "INT64"]),
    (["value": true, "type": "INT64"], ["value": 1, "type": "INT64"]),
    (["value": 9_223_372_036_854_775_807, "type": "INT64"], nil),
    (["value": 1.5, "type": "DOUBLE"], nil), (["value": 0.1], ["value": 0.1, "type": "DOUBLE"]),
    (["value": 1_760_000_000_123, "type": "TIMESTAMP"], nil),
    (["value": "AAEC", "type": "BYTES"], nil),
    (["value": ["a", "b"], "type": "STRING_LIST"], nil),
    (["value": [1, 2], "type": "INT64_LIST"], nil),
    (["value": [0.5], "type": "DOUBLE_LIST"], nil),
    (["value": [1_760_000_000_123], "type": "TIMESTAMP_LIST"], nil),
    (["value": ["AAEC"], "type": "BYTES_LIST"], nil),
    (["value": ["latitude": 1.5, "longitude": -2.5], "type": "LOCATION"], nil),
    (
      ["value": ["recordName": "x", "action": "NONE"], "type": "REFERENCE"], nil
    ),
    (
      ["value": [["recordName": "x", "action": "NONE"]], "type": "REFERENCE_LIST"], nil
    ),
    (["value": "𝄞 \u{0301}\u{200D}👩‍👩‍👧 \"\\/\n", "type": "STRING"], nil),
  ]

  @Test(arguments: WireKind.allCases) func `every type comes back as it went`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      for (index, (sent, back)) in Self.fields.enumerated() {
        let name: JSON = .string("r\(index)")
        let saved = try await cloud.modify(
          "create",
          ["recordName": name, "recordType": .string("T\(index)"), "fields": ["f": sent]],
          as: alice)
        let lookup = try await cloud.post(
          "private/records/lookup", as: alice,
          ["zoneID": .zone("Z"), "records": [["recordName": name]]])
        for record in [saved, lookup["records"][0]] {
          var field = record["fields"]["f"]
          field["value"] = Self.withoutZones(field["value"])
          #expect(field == back ?? sent, "\(sent): \(record)")
        }
      }
    }
  }

  /// The value without the zone that answers name in references.
  private static func withoutZones(_ value: JSON) -> JSON {
    if case .array(let elements) = value { return .array(elements.map(withoutZones)) }
    return value.keys.contains("zoneID") ? value.only("recordName", "action") : value
  }

  private static let wrong: [JSON] = [
    ["value": 1.5, "type": "TIMESTAMP"], ["value": "x", "type": "INT64"],
    ["value": 1, "type": "STRING"], ["value": "?", "type": "BYTES"],
    ["value": 1.5, "type": "INT64"], ["value": 1, "type": "NOTHING"],
    ["value": ["a", 1], "type": "STRING_LIST"], ["value": "a", "type": "STRING_LIST"],
    ["value": [:], "type": "LOCATION"], ["value": [:], "type": "REFERENCE"],
  ]

  @Test(arguments: WireKind.allCases) func `a value of another type is refused`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      for field in Self.wrong {
        let body: JSON = [
          "zoneID": .zone("Z"),
          "operations": [
            [
              "operationType": "create",
              "record": ["recordName": "r", "recordType": "T", "fields": ["f": field]],
            ]
          ],
        ]
        let answer = try await cloud.ask(
          "POST", "private/records/modify", as: alice, body.text)
        let code =
          answer.json["serverErrorCode"].string
          ?? answer.json["records"][0]["serverErrorCode"].string
        #expect(code == "BAD_REQUEST", "\(field): \(answer.text)")
        if field["type"] == "TIMESTAMP" {
          #expect(answer.text.contains("Invalid value, expected type TIMESTAMP."))
        }
      }
      #expect(try await cloud.changes(as: alice).lines == [])
    }
  }

  private static let wrongNames = [
    "_private", "ä", String(repeating: "x", count: 256), "a\u{0}b", "a\nb",
  ]

  @Test(arguments: WireKind.allCases) func `names are checked`(kind: WireKind) async throws {
    try await kind.withAlice { cloud, alice in
      for name in Self.wrongNames {
        let entry = try await cloud.modify(
          "create", ["recordName": .string(name), "recordType": "T"], as: alice)
        #expect(entry["serverErrorCode"] == "BAD_REQUEST", "\(name)")
      }
      for field in ["1a", "_a", "a-b", "ä", "", String(repeating: "x", count: 256)] {
        let entry = try await cloud.modify(
          "create",
          ["recordName": "r", "recordType": "T", "fields": .object([field: ["value": 1]])],
          as: alice)
        #expect(entry["serverErrorCode"] == "BAD_REQUEST", "\(field)")
      }
      let longest = String(repeating: "x", count: 255)
      let entry = try await cloud.modify(
        "create", ["recordName": .string(longest), "recordType": "T"], as: alice)
      #expect(entry["recordName"].string == longest)
    }
  }
}
