import CloudModel
import CloudWire
import NIOHTTP1
import Testing

/// Clients that do not ask for our extensions see CloudKit and nothing else.
@Suite struct ExtensionKeysTests {
  private static let extended: HTTPHeaders = [ExtensionHeader.name: "1"]

  private static func operation(_ type: String, _ name: String, _ text: String) -> String {
    """
    {"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"\(type)","record":{
    "recordName":"\(name)","recordType":"T","fields":{"text":{"value":"\(text)"}}}}]}
    """
  }

  @Test(arguments: WireKind.allCases)
  func `a conflict carries the server's record only to those who ask`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await cloud.makeZone()
      let body = Self.operation("create", "r1", "one")
      let saved = try await cloud.post("records/modify", body)
      #expect(
        Set(try #require(saved.entries("records").first).keys) == [
          "recordName", "recordType", "fields", "pluginFields", "recordChangeTag", "created",
          "modified", "deleted", "zoneID",
        ])
      let pure = try await cloud.post("records/modify", body)
      #expect(pure.status == 200)
      let entry = try #require(pure.entries("records").first)
      #expect(Set(entry.keys) == ["recordName", "reason", "serverErrorCode"])
      #expect(entry["serverErrorCode"] as? String == "CONFLICT")
      #expect(entry["reason"] as? String == "record to insert already exists")
      let rich = try await cloud.post("records/modify", body, headers: Self.extended)
      let richEntry = try #require(rich.entries("records").first)
      #expect(
        Set(richEntry.keys) == [
          "recordName", "reason", "serverErrorCode", "ckErrorCode", "serverRecord",
        ])
      #expect(richEntry["ckErrorCode"] as? Int == 14)
    }
  }

  @Test(arguments: WireKind.allCases) func `a tombstone tells its type only to those who ask`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await cloud.makeZone()
      _ = try await cloud.post("records/modify", Self.operation("create", "r1", "one"))
      let deleted = try await cloud.post(
        "records/modify",
        #"{"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"forceDelete","record":{"recordName":"r1"}}]}"#
      )
      let acknowledged = try #require(deleted.entries("records").first)
      #expect(acknowledged["deleted"] as? Bool == true)
      for (headers, type) in [([:], nil), (Self.extended, "T")] as [(HTTPHeaders, String?)] {
        let answer = try await cloud.post(
          "changes/zone", #"{"zones":[{"zoneID":{"zoneName":"Z"}}]}"#, headers: headers)
        let records = try #require(answer.entries("zones").first?["records"] as? [[String: Any]])
        #expect(records.map { $0["recordName"] as? String } == ["r1"])
        #expect(records.map { $0["deleted"] as? Bool } == [true])
        #expect(records.map { $0["recordType"] as? String } == [type])
        #expect(records.allSatisfy { $0["fields"] == nil })
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a zone's deletion tells its reason only to those who ask`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await cloud.makeZone()
      _ = try await cloud.post(
        "zones/modify",
        #"{"operations":[{"operationType":"delete","zone":{"zoneID":{"zoneName":"Z"}}}]}"#)
      for (headers, reason) in [([:], nil), (Self.extended, "deleted")]
        as [(HTTPHeaders, String?)]
      {
        let answer = try await cloud.post("changes/database", "{}", headers: headers)
        let zone = try #require(answer.entries("zones").first)
        #expect(zone["deleted"] as? Bool == true)
        #expect(zone["deletionReason"] as? String == reason)
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a zone tells its share, and a user the account's name, only to those who ask`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await cloud.makeZone()
      _ = try await cloud.post(
        "records/modify",
        """
        {"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"create","record":{
        "recordName":"cloudkit.zoneshare","recordType":"cloudkit.share","fields":{}}}]}
        """)
      for (headers, share, name) in [
        ([:], nil, nil), (Self.extended, "cloudkit.zoneshare", "alice"),
      ] as [(HTTPHeaders, String?, String?)] {
        for (operation, body) in [
          ("zones/list", ""), ("zones/lookup", #"{"zones":[{"zoneName":"Z"}]}"#),
        ] {
          let answer = try await cloud.post(operation, body, headers: headers)
          let shares = answer.entries("zones").compactMap { $0["share"] as? [String: String] }
          #expect(shares.first?["recordName"] == share, "\(operation)")
        }
        for (operation, body) in [
          ("current", ""), ("caller", ""),
          ("discover", #"{"lookupInfos":[{"emailAddress":"alice"}]}"#),
        ] {
          let answer = try await cloud.send(
            .POST, "\(WireCloud.place)/public/users/\(operation)", headers: headers, body: body)
          let user = operation == "discover" ? answer.entries("users").first : answer.json
          #expect(user?["userRecordName"] as? String == cloud.alice.userRecordName)
          #expect(user?["accountName"] as? String == name, "\(operation)")
        }
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `bad tokens are a zone's own trouble and a whole database's`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await cloud.makeZone()
      let zone = try await cloud.post(
        "changes/zone", #"{"zones":[{"zoneID":{"zoneName":"Z"},"syncToken":"bogus"}]}"#)
      #expect(zone.status == 200)
      let entry = try #require(zone.entries("zones").first)
      #expect(Set(entry.keys) == ["zoneID", "reason", "serverErrorCode"])
      #expect(entry["reason"] as? String == "Unknown sync continuation type")
      let database = try await cloud.post("changes/database", #"{"syncToken":"bogus"}"#)
      #expect(database.status == 400)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `an account's name is told to those who ask, and nobody can give it to another`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let bob = try await cloud.signUp("bob")
      _ = try await cloud.send(
        "POST", "/extension/1/account?\(bob.query)",
        body: Array(#"{"emailAddress":"bob@example.com","firstName":"alice"}"#.utf8))
      // The owner of the share claims another name for each.
      let save = """
        {"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"create","record":{
          "recordName":"cloudkit.zoneshare","recordType":"cloudkit.share","fields":{},
          "publicPermission":"NONE","participants":[{"type":"USER","permission":"READ_WRITE",
            "userIdentity":{"accountName":"carol","nameComponents":{"givenName":"carol"},
              "lookupInfo":{"emailAddress":"bob"}}}]}}]}
        """
      let place = WireCloud.place + "/private/records/modify?" + alice.query
      let asked = [ExtensionHeader.name: "1"]
      for (headers, names) in [([:], [nil, nil]), (asked, ["alice", "bob"])]
        as [([String: String], [String?])]
      {
        let body = headers.isEmpty ? save : save.replacing("create", with: "forceUpdate")
        let answer = try await cloud.send("POST", place, headers: headers, body: Array(body.utf8))
        let share = answer.json["records"][0]
        let told = share["participants"].elements.map { $0["userIdentity"]["accountName"].string }
        #expect(told == names, "\(answer.text)")
        #expect(share["owner"]["userIdentity"]["accountName"].string == names[0])
        let invitations = try await cloud.send(
          "GET", "/extension/1/invitations?" + bob.query, headers: headers)
        let entry = invitations.json["results"][0]
        #expect(entry["ownerIdentity"]["accountName"].string == names[0], "\(invitations.text)")
        #expect(
          entry["share"]["currentUserParticipant"]["userIdentity"]["accountName"].string == names[1]
        )
      }
    }
  }
}
