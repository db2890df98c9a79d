import Testing

/// Facts 1.6: zones.
@Suite struct ZoneTests {
  private static func modify(
    _ cloud: WireCloud, _ person: WireCloud.Person, in database: String = "private",
    _ operations: (type: String, zone: JSON)...
  ) async throws -> [JSON] {
    try await cloud.post(
      "\(database)/zones/modify", as: person,
      [
        "operations": .array(
          operations.map {
            ["operationType": .string($0.type), "zone": ["zoneID": $0.zone]]
          })
      ])["zones"].elements
  }

  @Test(arguments: WireKind.allCases) func `a zone shows its owner and its capabilities`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let zones = try await cloud.ask("GET", "private/zones/list", as: alice).json["zones"]
      let names = zones.elements.map { $0["zoneID"]["zoneName"].string ?? "" }
      #expect(Set(names) == ["_defaultZone", "Z"])
      for zone in zones.elements {
        #expect(zone["zoneID"]["ownerRecordName"].string == alice.userRecordName)
        let isDefault = zone["zoneID"]["zoneName"] == "_defaultZone"
        #expect(
          zone["zoneID"]["zoneType"] == (isDefault ? "DEFAULT_ZONE" : "REGULAR_CUSTOM_ZONE"))
        #expect(zone["atomic"].bool == !isDefault)
        #expect((zone["syncToken"].string != nil) == !isDefault)
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `every spelling of oneself is oneself`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      for owner in [nil, "_defaultOwner", "__defaultOwner__", alice.userRecordName] {
        let found = try await cloud.post(
          "private/zones/lookup", as: alice, ["zones": [["zoneID": .zone("Z", of: owner)]]])
        #expect(found["zones"][0]["zoneID"]["ownerRecordName"].string == alice.userRecordName)
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `zones are modified one by one`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let entries = try await Self.modify(
        cloud, alice, ("create", .zone("A")), ("delete", .zone("absent")),
        ("create", .zone("A")), ("delete", .zone("Z")), ("create", .zone("_defaultZone")),
        ("delete", .zone("_defaultZone")))
      #expect(
        entries.map { $0["serverErrorCode"].string ?? ($0["deleted"] == true ? "deleted" : "ok") }
          == ["ok", "ZONE_NOT_FOUND", "ok", "deleted", "BAD_REQUEST", "BAD_REQUEST"])
      #expect(entries[1]["zoneID"]["zoneName"] == "absent")
      #expect(entries[3]["zoneID"]["zoneName"] == "Z")
      let gone = try await cloud.post(
        "private/zones/lookup", as: alice, ["zones": [["zoneID": .zone("Z")]]])
      #expect(gone["zones"][0]["serverErrorCode"] == "ZONE_NOT_FOUND")
    }
  }

  @Test(arguments: WireKind.allCases) func `zones/changes has a token of its own name`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.makeZone("Y", of: alice)
      let first = try await cloud.post(
        "private/zones/changes", as: alice, ["resultsLimit": 1])
      #expect(first.keys == ["zones", "metaSyncToken", "moreComing"])
      #expect(first["moreComing"] == true)
      // The other token's name is ignored, so that page one repeats.
      let repeated = try await cloud.post(
        "private/zones/changes", as: alice,
        ["resultsLimit": 1, "syncToken": first["metaSyncToken"]])
      #expect(repeated["zones"] == first["zones"])
      let next = try await cloud.post(
        "private/zones/changes", as: alice,
        ["resultsLimit": 1, "metaSyncToken": first["metaSyncToken"]])
      #expect(next["zones"] != first["zones"])
      #expect(next["moreComing"] == false)
    }
  }

  @Test(arguments: WireKind.allCases) func `nobody makes a zone for or in somebody else's`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let bob = try await cloud.signUp("bob")
      let shared = try await Self.modify(cloud, bob, in: "shared", ("create", .zone("B")))
      #expect(shared[0]["serverErrorCode"] == "BAD_REQUEST")
      let theirs = try await Self.modify(
        cloud, bob, ("create", .zone("B", of: alice.userRecordName)),
        ("delete", .zone("Z", of: alice.userRecordName)))
      #expect(theirs[0]["serverErrorCode"] == "ACCESS_DENIED")
      #expect(theirs[1]["serverErrorCode"] == "ZONE_NOT_FOUND")
    }
  }
}
