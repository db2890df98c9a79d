import CloudModel
import Testing

/// Facts 1.4: every row of the two tables of `records/modify`, and what is said around them.
@Suite struct ModifyTests {
  private static let types = RecordOperationType.allCases.map(\.rawValue)

  /// The outcome of each type on a record that is absent, deleted or there, without a tag, with the
  /// present one and with another.
  ///
  /// A saved record is shown by its fields.
  private static let table = """
    absent create: {new} {new} {new}
    absent update: NOT_FOUND NOT_FOUND NOT_FOUND
    absent forceUpdate: {new} {new} {new}
    absent replace: NOT_FOUND NOT_FOUND NOT_FOUND
    absent forceReplace: {new} {new} {new}
    absent delete: NOT_FOUND NOT_FOUND NOT_FOUND
    absent forceDelete: deleted deleted deleted
    deleted create: {new} {new} {new}
    deleted update: NOT_FOUND NOT_FOUND NOT_FOUND
    deleted forceUpdate: {new} {new} {new}
    deleted replace: NOT_FOUND NOT_FOUND NOT_FOUND
    deleted forceReplace: {new} {new} {new}
    deleted delete: NOT_FOUND NOT_FOUND NOT_FOUND
    deleted forceDelete: deleted deleted deleted
    present create: CONFLICT CONFLICT CONFLICT
    present update: CONFLICT {new,old} CONFLICT
    present forceUpdate: {new,old} {new,old} {new,old}
    present replace: CONFLICT {new} CONFLICT
    present forceReplace: {new} {new} {new}
    present delete: CONFLICT deleted CONFLICT
    present forceDelete: deleted deleted deleted
    """

  @Test(arguments: WireKind.allCases) func `every operation on every state has its outcome`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      var lines: [String] = []
      for state in ["absent", "deleted", "present"] {
        for type in Self.types {
          var outcomes: [String] = []
          for tag in ["none", "equal", "other"] {
            let name = "\(state)-\(type)-\(tag)"
            outcomes.append(try await Self.outcome(type, state, tag, name, cloud, alice))
          }
          lines.append("\(state) \(type): \(outcomes.joined(separator: " "))")
        }
      }
      #expect(lines.joined(separator: "\n") == Self.table)
    }
  }

  private static func outcome(
    _ type: String, _ state: String, _ tag: String, _ name: String, _ cloud: WireCloud,
    _ alice: WireCloud.Person
  ) async throws -> String {
    var present: String?
    if state != "absent" {
      let saved = try await cloud.modify(
        "create",
        [
          "recordName": .string(name), "recordType": "T", "fields": ["old": ["value": 1]],
        ], as: alice)
      present = saved["recordChangeTag"].string
    }
    if state == "deleted" {
      _ = try await cloud.modify("forceDelete", ["recordName": .string(name)], as: alice)
    }
    var record: JSON = [
      "recordName": .string(name), "recordType": "T", "fields": ["new": ["value": 2]],
    ]
    if tag == "equal" { record["recordChangeTag"] = .string(present ?? "1") }
    if tag == "other" { record["recordChangeTag"] = "zz" }
    let entry = try await cloud.modify(type, record, as: alice)
    #expect(entry["recordName"].string == name)
    if let code = entry["serverErrorCode"].string {
      #expect(entry["reason"].string?.isEmpty == false)
      return code
    }
    if entry["deleted"] == true { return "deleted" }
    return "{\(entry["fields"].keys.sorted().joined(separator: ","))}"
  }

  @Test(arguments: WireKind.allCases) func `only create needs no name, and a type stays`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let nameless = try await cloud.modify("forceUpdate", ["recordType": "T"], as: alice)
      #expect(nameless["serverErrorCode"] == "BAD_REQUEST")
      try await cloud.create(["r"], as: alice)
      for type in ["forceUpdate", "forceReplace"] {
        let other = try await cloud.modify(
          type, ["recordName": "r", "recordType": "Other"], as: alice)
        #expect(other["serverErrorCode"] == "BAD_REQUEST", "\(type)")
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `conflicts have the live server's words`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let record: JSON = ["recordName": "r", "recordType": "T"]
      _ = try await cloud.modify("create", record, as: alice)
      let again = try await cloud.modify("create", record, as: alice)
      #expect(again["reason"] == "record to insert already exists")
      var stale = record
      stale["recordChangeTag"] = "zz"
      let conflict = try await cloud.modify("update", stale, as: alice)
      #expect(conflict["reason"].string?.contains("oplock") == true, "\(conflict)")
    }
  }

  @Test(arguments: WireKind.allCases) func `a field without a value is removed`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let saved = try await cloud.modify(
        "create",
        [
          "recordName": "r", "recordType": "T",
          "fields": ["a": ["value": 1], "b": ["value": 2], "c": ["value": 3]],
        ], as: alice)
      let updated = try await cloud.modify(
        "update",
        [
          "recordName": "r", "recordType": "T", "recordChangeTag": saved["recordChangeTag"],
          "fields": ["a": ["value": nil], "b": [:]],
        ], as: alice)
      #expect(updated["fields"] == ["c": ["value": 3, "type": "INT64"]])
      #expect(updated["recordChangeTag"] != saved["recordChangeTag"])
    }
  }

  @Test(arguments: WireKind.allCases) func `an answer has one entry an operation, in order`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let answer = try await cloud.post(
        "private/records/modify", as: alice,
        [
          "zoneID": .zone("Z"), "atomic": false,
          "operations": [
            ["operationType": "create", "record": ["recordName": "a", "recordType": "T"]],
            ["operationType": "update", "record": ["recordName": "b", "recordType": "T"]],
            ["operationType": "forceDelete", "record": ["recordName": "c"]],
            ["operationType": "create", "record": ["recordType": "T"]],
          ],
        ])
      let records = answer["records"].elements
      #expect(records.count == 4)
      #expect(records[0]["deleted"] == false)
      #expect(records[0].keys.isSuperset(of: ["recordChangeTag", "created", "modified"]))
      #expect(
        records[1].only("recordName", "serverErrorCode").text
          == #"{"recordName":"b","serverErrorCode":"NOT_FOUND"}"#)
      #expect(records[2].only("recordName", "deleted") == ["recordName": "c", "deleted": true])
      #expect(records[3]["recordName"].string?.count == 36)
    }
  }

  @Test(arguments: WireKind.allCases) func `an atomic batch is applied whole or not at all`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let operations: JSON = [
        ["operationType": "create", "record": ["recordName": "a", "recordType": "T"]],
        ["operationType": "update", "record": ["recordName": "b", "recordType": "T"]],
        ["operationType": "create", "record": ["recordName": "c", "recordType": "T"]],
      ]
      // Omitted means true in a custom zone.
      for atomic in [nil, true] as [JSON] {
        var body: JSON = ["zoneID": .zone("Z"), "operations": operations]
        if atomic != nil { body["atomic"] = atomic }
        let answer = try await cloud.post("private/records/modify", as: alice, body)
        #expect(
          answer["records"].elements.map { $0["serverErrorCode"].string ?? "-" }
            == ["ATOMIC_ERROR", "NOT_FOUND", "ATOMIC_ERROR"])
        #expect(try await cloud.changes(as: alice).lines == [])
      }
      let free = try await cloud.post(
        "private/records/modify", as: alice,
        ["zoneID": .zone("Z"), "operations": operations, "atomic": false])
      #expect(
        free["records"].elements.map { $0["serverErrorCode"].string ?? "-" }
          == ["-", "NOT_FOUND", "-"])
      #expect(try await cloud.changes(as: alice).lines == ["a", "c"])
    }
  }

  @Test(arguments: WireKind.allCases) func `the default zone is not atomic`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let refused = try await cloud.ask(
        "POST", "private/records/modify", as: alice,
        #"{"atomic":true,"operations":[{"operationType":"create","record":{"recordName":"a","recordType":"T"}}]}"#
      )
      #expect(refused.outcome == "400 BAD_REQUEST")
      #expect(refused.json["reason"] == "atomic operations not supported in default zone")
      let answer = try await cloud.post(
        "private/records/modify", as: alice,
        [
          "operations": [
            ["operationType": "create", "record": ["recordName": "a", "recordType": "T"]],
            ["operationType": "update", "record": ["recordName": "b", "recordType": "T"]],
          ]
        ])
      #expect(
        answer["records"].elements.map { $0["serverErrorCode"].string ?? "-" }
          == ["-", "NOT_FOUND"])
    }
  }

  @Test(arguments: WireKind.allCases) func `atomicity is each zone's own`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.makeZone("Y", of: alice)
      func operation(_ type: String, _ name: String, _ zone: String) -> JSON {
        [
          "operationType": .string(type),
          "record": [
            "recordName": .string(name), "recordType": "T", "zoneID": .zone(zone),
          ],
        ]
      }
      let answer = try await cloud.post(
        "private/records/modify", as: alice,
        [
          "zoneID": .zone("Z"),
          "operations": [
            operation("create", "a", "Z"), operation("update", "b", "Z"),
            operation("create", "a", "Y"),
          ],
        ])
      #expect(
        answer["records"].elements.map { $0["serverErrorCode"].string ?? "-" }
          == ["ATOMIC_ERROR", "NOT_FOUND", "-"])
      #expect(try await cloud.changes(of: "Z", as: alice).lines == [])
      #expect(try await cloud.changes(of: "Y", as: alice).lines == ["a"])
    }
  }

  @Test(arguments: WireKind.allCases) func `a zone that is not there fails each record`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let entry = try await cloud.modify(
        "create", ["recordName": "a", "recordType": "T"], in: "nowhere", as: alice)
      #expect(entry["serverErrorCode"] == "ZONE_NOT_FOUND")
    }
  }

  @Test(arguments: WireKind.allCases) func `200 operations pass and 201 do not`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.create((1...200).map { "r\($0)" }, as: alice)
      let operations = (1...201).map {
        #"{"operationType":"forceDelete","record":{"recordName":"r\#($0)"}}"#
      }
      let refused = try await cloud.ask(
        "POST", "private/records/modify", as: alice,
        #"{"zoneID":{"zoneName":"Z"},"operations":[\#(operations.joined(separator: ","))]}"#)
      #expect(refused.outcome == "400 BAD_REQUEST")
      #expect(refused.json["reason"].string?.hasPrefix("limit exceeded") == true)
      let lookup = try await cloud.post(
        "private/records/lookup", as: alice,
        ["zoneID": .zone("Z"), "records": [["recordName": "r1"]]])
      #expect(lookup["records"][0]["deleted"] == false)
    }
  }

  @Test(arguments: WireKind.allCases) func `desiredKeys trim the answer and not the record`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let answer = try await cloud.post(
        "private/records/modify", as: alice,
        [
          "zoneID": .zone("Z"), "desiredKeys": ["a"],
          "operations": [
            [
              "operationType": "create",
              "record": [
                "recordName": "r", "recordType": "T",
                "fields": ["a": ["value": 1], "b": ["value": 2]],
              ],
            ]
          ],
        ])
      #expect(answer["records"][0]["fields"].keys == ["a"])
      let lookup = try await cloud.post(
        "private/records/lookup", as: alice,
        [
          "zoneID": .zone("Z"), "desiredKeys": ["a"],
          "records": [["recordName": "r"], ["recordName": "r", "desiredKeys": ["b"]]],
        ])
      #expect(lookup["records"].elements.map { $0["fields"].keys } == [["a"], ["b"]])
    }
  }
}
