import Testing

/// Facts 2.4: references and parents.
@Suite struct ReferenceTests {
  private static func record(
    _ name: String, to target: String, _ action: String
  ) -> JSON {
    [
      "recordName": .string(name), "recordType": "T",
      "fields": [
        "to": [
          "value": ["recordName": .string(target), "action": .string(action)],
          "type": "REFERENCE",
        ]
      ],
    ]
  }

  @Test(arguments: WireKind.allCases) func `DELETE_SELF goes with its target, and all the way down`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.create(["root", "other"], as: alice)
      for (name, target) in [("a", "root"), ("b", "a"), ("c", "b"), ("x", "other")] {
        _ = try await cloud.modify(
          "create", Self.record(name, to: target, "DELETE_SELF"), as: alice)
      }
      let token = try await cloud.changes(as: alice).entry["syncToken"].string
      _ = try await cloud.modify("forceDelete", ["recordName": "root"], as: alice)
      let gone = try await cloud.changes(as: alice, since: token).lines
      #expect(Set(gone) == ["-root", "-a", "-b", "-c"])
      #expect(gone.count == 4)
    }
  }

  @Test(arguments: WireKind.allCases) func `NONE binds nothing`(kind: WireKind) async throws {
    try await kind.withAlice { cloud, alice in
      let saved = try await cloud.modify(
        "create", Self.record("a", to: "nowhere", "NONE"), as: alice)
      #expect(saved["serverErrorCode"] == nil)
    }
  }

  @Test(arguments: WireKind.allCases) func `VALIDATE needs its target, and holds it`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let broken = try await cloud.modify(
        "create", Self.record("a", to: "target", "VALIDATE"), as: alice)
      #expect(broken["serverErrorCode"] == "VALIDATING_REFERENCE_ERROR")
      let batch = try await cloud.post(
        "private/records/modify", as: alice,
        [
          "zoneID": .zone("Z"),
          "operations": [
            ["operationType": "create", "record": Self.record("a", to: "target", "VALIDATE")],
            ["operationType": "create", "record": ["recordName": "target", "recordType": "T"]],
          ],
        ])
      #expect(batch["records"].elements.allSatisfy { $0["serverErrorCode"] == nil })
      let held = try await cloud.modify("forceDelete", ["recordName": "target"], as: alice)
      #expect(held["serverErrorCode"] == "VALIDATING_REFERENCE_ERROR")
      _ = try await cloud.modify("forceDelete", ["recordName": "a"], as: alice)
      let free = try await cloud.modify("forceDelete", ["recordName": "target"], as: alice)
      #expect(free["deleted"] == true)
    }
  }

  @Test(arguments: WireKind.allCases) func `a parent is there, and stays while it has children`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      func child(_ name: String) -> JSON {
        [
          "recordName": .string(name), "recordType": "T", "parent": ["recordName": "p"],
        ]
      }
      let orphan = try await cloud.modify("create", child("a"), as: alice)
      #expect(orphan["serverErrorCode"] == "VALIDATING_REFERENCE_ERROR")
      let batch = try await cloud.post(
        "private/records/modify", as: alice,
        [
          "zoneID": .zone("Z"),
          "operations": [
            ["operationType": "create", "record": child("a")],
            ["operationType": "create", "record": ["recordName": "p", "recordType": "T"]],
          ],
        ])["records"]
      #expect(batch[0]["parent"]["recordName"] == "p")
      let held = try await cloud.modify("forceDelete", ["recordName": "p"], as: alice)
      #expect(held["serverErrorCode"] == "VALIDATING_REFERENCE_ERROR")
      let both = try await cloud.post(
        "private/records/modify", as: alice,
        [
          "zoneID": .zone("Z"),
          "operations": [
            ["operationType": "forceDelete", "record": ["recordName": "p"]],
            ["operationType": "forceDelete", "record": ["recordName": "a"]],
          ],
        ])["records"]
      #expect(both.elements.map { $0["deleted"].bool } == [true, true])
    }
  }

  @Test(arguments: WireKind.allCases) func `a child that is saved gives its parent a new tag`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let parent = try await cloud.modify(
        "create", ["recordName": "p", "recordType": "T"], as: alice)
      _ = try await cloud.modify(
        "create",
        ["recordName": "a", "recordType": "T", "parent": ["recordName": "p"]], as: alice)
      let found = try await cloud.post(
        "private/records/lookup", as: alice,
        ["zoneID": .zone("Z"), "records": [["recordName": "p"]]])
      #expect(found["records"][0]["recordChangeTag"] != parent["recordChangeTag"])
    }
  }
}
