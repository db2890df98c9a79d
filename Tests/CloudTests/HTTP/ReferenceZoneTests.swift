import Testing

/// The zone that a reference names: its record's own, or none that it may.
@Suite struct ReferenceZoneTests {
  private static func record(_ name: String, to zone: JSON?, inList: Bool = false) -> JSON {
    var target: JSON = ["recordName": "x", "action": "NONE"]
    if let zone { target["zoneID"] = zone }
    return [
      "recordName": .string(name), "recordType": "T",
      "fields": [
        inList ? "list" : "to": [
          "value": inList ? [target] : target, "type": inList ? "REFERENCE_LIST" : "REFERENCE",
        ]
      ],
    ]
  }

  @Test(arguments: WireKind.allCases) func `the own zone is accepted under its names, and said`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let names: [JSON?] = [
        nil, .zone("Z"), .zone("Z", of: "__defaultOwner__"), .zone("Z", of: alice.userRecordName),
      ]
      let expected: JSON = [
        "recordName": "x", "action": "NONE",
        "zoneID": [
          "zoneName": "Z", "ownerRecordName": .string(alice.userRecordName),
          "zoneType": "REGULAR_CUSTOM_ZONE",
        ],
      ]
      for (index, zone) in names.enumerated() {
        for inList in [false, true] {
          let saved = try await cloud.modify(
            "create", Self.record("r\(index)\(inList)", to: zone, inList: inList), as: alice)
          let value = saved["fields"][inList ? "list" : "to"]["value"]
          #expect((inList ? value[0] : value) == expected, "\(saved)")
        }
      }
      let changes = try await cloud.changes(as: alice).entry["records"].elements
      #expect(changes.count == 8)
      for record in changes {
        let fields = record["fields"]
        #expect(fields["to"]["value"] == expected || fields["list"]["value"][0] == expected)
      }
      // What was read can be sent back.
      _ = try await cloud.modify(
        "forceUpdate",
        ["recordName": "r0false", "recordType": "T", "fields": changes[0]["fields"]],
        as: alice)
    }
  }

  @Test(arguments: WireKind.allCases) func `another zone is refused, and nothing is written`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.makeZone("Y", of: alice)
      for (index, zone) in [
        JSON.zone("Y"), .zone("_defaultZone"), .zone("Z", of: "_0123456789abcdef0123456789abcdef"),
      ].enumerated() {
        for inList in [false, true] {
          let refused = try await cloud.modify(
            "create", Self.record("r\(index)", to: zone, inList: inList), as: alice)
          #expect(refused["serverErrorCode"] == "BAD_REQUEST", "\(refused)")
          #expect(refused["reason"].string?.contains("another zone") == true)
        }
      }
      #expect(try await cloud.changes(as: alice).lines == [])
    }
  }

  @Test func `in the public database every owner is the one`() async throws {
    try await WireKind.inProcess.withAlice { cloud, alice in
      for (index, zone) in [JSON.zone("_defaultZone"), .zone("_defaultZone", of: "_x")].enumerated()
      {
        let saved = try await cloud.post(
          "public/records/modify", as: alice,
          [
            "operations": [
              ["operationType": "create", "record": Self.record("p\(index)", to: zone)]
            ]
          ])["records"][0]
        let value = saved["fields"]["to"]["value"]
        #expect(value["zoneID"] == saved["zoneID"] && saved["serverErrorCode"] == nil, "\(saved)")
      }
    }
  }

  @Test func `a filter's reference is told by its record`() async throws {
    try await WireKind.inProcess.withAlice { cloud, alice in
      _ = try await cloud.modify("create", Self.record("r", to: nil), as: alice)
      let found = try await cloud.ask(
        "POST", "private/records/query", as: alice,
        """
        {"zoneID":{"zoneName":"Z"},"query":{"recordType":"T","filterBy":[{"fieldName":"to",
          "comparator":"EQUALS","fieldValue":{"type":"REFERENCE","value":{"recordName":"x",
          "zoneID":{"zoneName":"Z","ownerRecordName":"\(alice.userRecordName)"}}}}]}}
        """)
      #expect(found.json["records"][0]["recordName"] == "r", "\(found.text)")
    }
  }
}
