import Testing

/// A row that cannot be read spoils nothing but itself.
@Suite struct DamagedRowTests {
  /// Fields as they were once let in, as bits that fell over leave them, and no JSON at all.
  private static let poisons = [
    DamagedCloud.poison, #"{"q":{"value":[1,1.5],"type":"INT64_LIST"}}"#,
    #"{"q":{"value":1,"type":"NOTHING"}}"#, #"{"q":{"value":null}}"#, #"{"q":7}"#, "[]", "{\"q\":",
    "",
  ]

  @Test(arguments: poisons) func `a damaged record is left out of pages, and is its own error`(
    poison: String
  ) async throws {
    try await DamagedCloud.run { cloud in
      try cloud.poison("b", poison)
      for person in [cloud.alice, cloud.bob] {
        #expect(try await cloud.changes(as: person).lines == ["a", "c", "cloudkit.zoneshare"])
        var token: String?
        var read: [String] = []
        repeat {
          let page = try await cloud.changes(as: person, since: token, limit: 1)
          read += page.lines
          token = page.entry["moreComing"] == true ? page.entry["syncToken"].string : nil
        } while token != nil
        #expect(read == ["a", "c", "cloudkit.zoneshare"])
        let found = try await cloud.lookUp(["a", "b", "c"], as: person)
        #expect(found.map(\.["recordName"]) == ["a", "b", "c"])
        #expect(found.map(\.["serverErrorCode"].string) == [nil, "INTERNAL_ERROR", nil])
      }
      let metrics = try await cloud.wire.send("GET", "/extension/metrics").text
      #expect(metrics.contains("zonechat_damaged_rows_total 4"), "\(metrics)")
    }
  }

  @Test func `a damaged record is found by no query`() async throws {
    try await DamagedCloud.run { cloud in
      try cloud.poison("b")
      let found = try await cloud.wire.post(
        "private/records/query", as: cloud.alice,
        [
          "zoneID": .zone("Z"),
          "query": [
            "recordType": "T",
            "filterBy": [
              ["fieldName": "text", "comparator": "EQUALS", "fieldValue": ["value": "fine"]]
            ],
          ],
        ])
      #expect(found["records"].elements.map(\.["recordName"]) == ["a", "c"])
    }
  }

  @Test(arguments: poisons) func `a damaged record can be deleted and saved over`(
    poison: String
  ) async throws {
    try await DamagedCloud.run { cloud in
      let (wire, alice) = (cloud.wire, cloud.alice)
      for type in ["forceUpdate", "forceReplace", "update", "replace"] {
        try cloud.poison("b", poison)
        let saved = try await wire.modify(
          type,
          [
            "recordName": "b", "recordType": "T",
            "recordChangeTag": try await tag(of: "b", cloud), "fields": ["text": ["value": "new"]],
          ], as: alice)
        #expect(saved["fields"]["text"]["value"] == "new", "\(type): \(saved)")
        #expect(saved["fields"].keys == ["text"], "\(type)")
        #expect(try await cloud.lookUp(["b"], as: cloud.bob)[0]["fields"] == saved["fields"])
      }
      try cloud.poison("b", poison)
      let again = try await wire.modify(
        "create", ["recordName": "b", "recordType": "T"], as: alice)
      #expect(again["serverErrorCode"] == "CONFLICT")
      let gone = try await wire.modify("forceDelete", ["recordName": "b"], as: alice)
      #expect(gone["deleted"] == true)
      try cloud.poison("c", poison)
      let deleted = try await wire.modify(
        "delete", ["recordName": "c", "recordChangeTag": try await tag(of: "c", cloud)], as: alice)
      #expect(deleted["deleted"] == true, "\(deleted)")
      let aside = try await cloud.operate("GET", "inspect/set-aside")["rows"].elements
      #expect(aside.map(\.["name"]) == ["b", "b", "b", "b", "b", "c"])
      #expect(aside.allSatisfy { $0["body"].string == poison })
      #expect(try await cloud.operate("GET", "check")["isSound"] == true)
    }
  }

  @Test func `a damaged share is its own error, and its fields are no trouble`() async throws {
    try await DamagedCloud.run { cloud in
      try cloud.damage("UPDATE record SET fields = '{' WHERE recordName = 'cloudkit.zoneshare'")
      #expect(try await cloud.invitations(of: cloud.alice).count == 1)
      try cloud.damage(
        """
        UPDATE participant SET permission = '?' WHERE userRecordName =
          '\(cloud.mallory.userRecordName)'
        """)
      #expect(try await cloud.invitations(of: cloud.alice).isEmpty)
      for operation in ["resolve", "accept"] {
        let entries = try await cloud.links(
          operation, [cloud.links.mallory, cloud.links.alice], as: cloud.bob)
        #expect(
          entries[0].only("shortGUID", "value", "serverErrorCode")
            == [
              "shortGUID": ["value": .string(cloud.links.mallory)],
              "serverErrorCode": "INTERNAL_ERROR",
            ], "\(entries[0])")
        #expect(entries[1]["zoneID"]["zoneName"] == "Z", "\(entries[1])")
      }
      let saved = try await cloud.wire.modify(
        "forceUpdate", ["recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share"],
        as: cloud.mallory)
      #expect(saved["serverErrorCode"] == nil, "\(saved)")
      #expect(try await cloud.invitations(of: cloud.alice).count == 1)
    }
  }

  @Test func `a participant of a share who cannot be read has no part in it, and the others have`()
    async throws
  {
    try await DamagedCloud.run { cloud in
      try cloud.damage(
        "UPDATE participant SET status = '' WHERE userRecordName = '\(cloud.bob.userRecordName)'")
      let shared = try await cloud.wire.post("shared/zones/list", as: cloud.bob, [:])["zones"]
      #expect(shared.elements.isEmpty)
      #expect(try await cloud.changes(as: cloud.alice).lines.count == 4)
      let saved = try await cloud.wire.modify(
        "forceUpdate", ["recordName": "a", "recordType": "T"], as: cloud.alice)
      #expect(saved["serverErrorCode"] == nil)
      try cloud.damage("UPDATE share SET publicPermission = 'ALL'")
      #expect(try await cloud.changes(as: cloud.alice).lines.count == 4)
    }
  }

  @Test func `a damaged subscription stops nobody's writing`() async throws {
    try await DamagedCloud.run { cloud in
      let subscription: JSON = ["subscriptionID": "s", "subscriptionType": "database"]
      for (person, database) in [(cloud.alice, "private"), (cloud.bob, "shared")] {
        _ = try await cloud.wire.post(
          "\(database)/subscriptions/modify", as: person,
          ["operations": [["operationType": "create", "subscription": subscription]]])
      }
      try cloud.damage("UPDATE subscription SET body = '{}'")
      let saved = try await cloud.wire.modify(
        "create", ["recordName": "d", "recordType": "T"], as: cloud.alice)
      #expect(saved["serverErrorCode"] == nil, "\(saved)")
      let listed = try await cloud.wire.ask("GET", "shared/subscriptions/list", as: cloud.bob)
      #expect(listed.json == ["subscriptions": []])
      let found = try await cloud.wire.post(
        "shared/subscriptions/lookup", as: cloud.bob,
        ["subscriptions": [["subscriptionID": "s"], ["subscriptionID": "no"]]])["subscriptions"]
      #expect(
        found.elements.map(\.["serverErrorCode"].string) == ["INTERNAL_ERROR", "NOT_FOUND"])
      let deleted = try await cloud.wire.post(
        "shared/subscriptions/modify", as: cloud.bob,
        ["operations": [["operationType": "delete", "subscription": ["subscriptionID": "s"]]]])
      #expect(deleted["subscriptions"][0]["deleted"] == true)
    }
  }

  private func tag(of name: String, _ cloud: DamagedCloud) async throws -> JSON {
    let rows = try await cloud.operate("GET", "inspect/records?account=alice&zone=Z")["rows"]
    return rows.elements.first { $0["recordName"].string == name }?["changeTag"] ?? nil
  }
}
