import CloudModel
import CloudWire
import Foundation
import NIOHTTP1
import Testing

/// A word that nobody knows is refused, and nothing is done; it never means another word.
@Suite struct UnknownWordTests {
  private struct World {
    var cloud: WireCloud
    var alice: WireCloud.Person
    var bob: WireCloud.Person

    /// Saves alice's share with these keys; the entry of the answer.
    func save(_ keys: JSON, recordType: String? = "cloudkit.share") async throws -> JSON {
      var record = keys
      record["recordName"] = "cloudkit.zoneshare"
      record["recordType"] = recordType.map { .string($0) } ?? .null
      return try await cloud.modify("forceUpdate", record, as: alice)
    }

    /// The right of everybody with the link, and the zones that bob sees.
    func state() async throws -> JSON {
      let share = try await cloud.post(
        "private/records/lookup", as: alice,
        ["zoneID": .zone("Z"), "records": [["recordName": "cloudkit.zoneshare"]]])["records"][0]
      let zones = try await cloud.post("shared/zones/list", as: bob, [:])["zones"].elements
      return [
        "link": share["publicPermission"], "tag": share["recordChangeTag"],
        "bob": .array(zones.map { $0["zoneID"]["zoneName"] }),
      ]
    }
  }

  /// A cloud in which bob has joined alice's zone by its open link.
  private func withOpenLink(
    _ kind: WireKind, _ body: @escaping @Sendable (World) async throws -> Void
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let world = World(cloud: cloud, alice: alice, bob: try await cloud.signUp("bob"))
      let share = try await world.save(["publicPermission": "READ_WRITE"])
      let guid = try #require(share["shortGUID"].string, "\(share)")
      _ = try await cloud.post(
        "public/records/accept", as: world.bob, ["shortGUIDs": [["value": .string(guid)]]])
      try #require(try await world.state()["bob"] == ["Z"])
      try await body(world)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a misspelt permission leaves an open link open, and everybody in it`(
    kind: WireKind
  ) async throws {
    try await withOpenLink(kind) { world in
      let before = try await world.state()
      for word in ["READWRITE", "read_only", "SOMETIMES", "", "UNKNOWN"] {
        let entry = try await world.save(["publicPermission": .string(word)])
        #expect(entry["serverErrorCode"] == "BAD_REQUEST", "\(word)")
        #expect(
          entry["reason"].string
            == "BadRequestException: invalid value at 'publicPermission': unknown word '\(word)'; "
            + "there are NONE, READ_ONLY, READ_WRITE")
      }
      #expect(try await world.state() == before)
    }
  }

  @Test func `an unknown word about a participant is refused`() async throws {
    try await withOpenLink(.inProcess) { world in
      let before = try await world.state()
      for (key, word) in [
        ("type", "SOMETHING"), ("type", "ADMINISTRATOR"), ("acceptanceStatus", "REMOVD"),
        ("permission", "WRITE"),
      ] {
        var participant: JSON = [
          "type": "USER", "permission": "READ_ONLY",
          "userIdentity": ["lookupInfo": ["emailAddress": "bob"]],
        ]
        participant[key] = .string(word)
        let entry = try await world.save(["participants": [participant]])
        #expect(entry["serverErrorCode"] == "BAD_REQUEST", "\(key)")
        let reason = entry["reason"].string ?? ""
        #expect(
          reason.contains("'participants.[0].\(key)': unknown word '\(word)'; there are "),
          "\(reason)")
      }
      #expect(try await world.state() == before)
    }
  }

  @Test func `the synonyms that clients send mean what they meant`() async throws {
    try await WireKind.inProcess.withAlice { cloud, alice in
      _ = try await cloud.signUp("bob")
      for (type, status) in [
        ("PRIVATE_USER", "PENDING"), ("UNKNOWN", "UNKNOWN"), ("USER", "INVITED"),
      ] {
        let share = try await cloud.modify(
          "forceUpdate",
          [
            "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share",
            "publicPermission": "NONE",
            "participants": [
              [
                "type": .string(type), "acceptanceStatus": .string(status),
                "permission": "READ_WRITE",
                "userIdentity": ["lookupInfo": ["emailAddress": "bob"]],
              ]
            ],
          ], as: alice)
        #expect(share["participants"][1]["type"] == "USER")
        #expect(share["participants"][1]["acceptanceStatus"] == "INVITED")
      }
    }
  }

  @Test func `a permission that says nothing counts as missing`() async throws {
    try await WireKind.inProcess.withAlice { cloud, alice in
      _ = try await cloud.signUp("bob")
      func save(_ participants: [JSON]) async throws -> JSON {
        try await cloud.modify(
          "forceUpdate",
          [
            "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share",
            "publicPermission": "NONE", "participants": .array(participants),
          ], as: alice)
      }
      func bob(_ permission: JSON, _ status: JSON = "INVITED") -> JSON {
        [
          "type": "USER", "permission": permission, "acceptanceStatus": status,
          "userIdentity": ["lookupInfo": ["emailAddress": "bob"]],
        ]
      }
      let owner: JSON = [
        "type": "OWNER", "permission": "UNKNOWN", "acceptanceStatus": "ACCEPTED",
        "userIdentity": ["userRecordName": .string(alice.userRecordName)],
      ]
      let invited = try await save([owner, bob("READ_ONLY")])
      #expect(
        invited["participants"].elements.map { $0["permission"] } == ["READ_WRITE", "READ_ONLY"])
      let removed = try await save([owner, bob("UNKNOWN", "REMOVED")])
      #expect(removed["participants"].elements.count == 1, "\(removed)")
      for permission in ["UNKNOWN", .null] as [JSON] {
        let refused = try await save([owner, bob(permission)])
        #expect(refused["serverErrorCode"] == "BAD_REQUEST")
        let reason = refused["reason"].string ?? ""
        #expect(reason.hasPrefix("A participant must have the right to read or to write"))
      }
    }
  }

  @Test func `a share that is saved without its type does what it says`() async throws {
    try await withOpenLink(.inProcess) { world in
      let kept = try await world.save(
        ["fields": ["cloudkit.title": ["value": "Trip"]]], recordType: nil)
      #expect(kept["publicPermission"] == "READ_WRITE", "\(kept)")
      let changed = try await world.save(["publicPermission": "READ_ONLY"], recordType: nil)
      #expect(changed["publicPermission"] == "READ_ONLY", "\(changed)")
      let wrong = try await world.save(["publicPermission": "READONLY"], recordType: nil)
      #expect(wrong["serverErrorCode"] == "BAD_REQUEST")
      #expect(try await world.state()["bob"] == ["Z"])
    }
  }

  /// Bodies with an unknown word, and what the reason says of it.
  private static let bodies: [(operation: String, body: String, reason: String)] = [
    (
      "records/modify", #"{"operations":[{"operationType":"upsert","record":{}}]}"#,
      "'operations.[0].operationType': unknown word 'upsert'; there are create, update, forceUpdate, "
        + "replace, forceReplace, delete, forceDelete"
    ),
    (
      "zones/modify",
      #"{"operations":[{"operationType":"CREATE","zone":{"zoneID":{"zoneName":"a"}}}]}"#,
      "'operations.[0].operationType': unknown word 'CREATE'; there are create, delete"
    ),
    (
      "subscriptions/modify",
      #"{"operations":[{"operationType":"replace","subscription":{"subscriptionID":"s"}}]}"#,
      "'operations.[0].operationType': unknown word 'replace'; there are create, update, delete"
    ),
    (
      "subscriptions/modify",
      #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"zonewide"}}]}"#,
      "'subscriptionType': unknown word 'zonewide'; there are query, zone, database"
    ),
    (
      "subscriptions/modify",
      #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"query","query":{"recordType":"T"},"firesOn":["create","remove"]}}]}"#,
      "'firesOn.[1]': unknown word 'remove'; there are create, update, delete"
    ),
    (
      "subscriptions/modify",
      #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"database","notificationInfo":{"shouldBadge":"true"}}}]}"#,
      "'notificationInfo.shouldBadge'; it is true or false"
    ),
    (
      "records/query",
      #"{"query":{"recordType":"T","filterBy":[{"comparator":"LIKE","fieldName":"a","fieldValue":{"value":"x"}}]}}"#,
      "'query.filterBy.[0].comparator': unknown word 'LIKE'; there are EQUALS, "
    ),
  ]

  @Test func `an unknown word fails the request, which names the key, the word and the known ones`()
    async throws
  {
    try await WireKind.inProcess.withAlice { cloud, alice in
      for (operation, body, reason) in Self.bodies {
        let answer = try await cloud.ask("POST", "private/\(operation)", as: alice, body)
        let given = answer.json["reason"].string ?? answer.text
        #expect(answer.outcome == "400 BAD_REQUEST", "\(body)")
        #expect(given.hasPrefix("BadRequestException: invalid value at \(reason)"), "\(given)")
      }
      let device = "/device/1/iCloud.net.zonechat/development/tokens"
      for (path, body) in [
        ("create", #"{"apnsEnvironment":"sandbox"}"#),
        ("register", #"{"apnsEnvironment":"sandbox","apnsToken":"00"}"#),
      ] {
        let answer = try await cloud.send(
          "POST", "\(device)/\(path)?\(alice.query)", body: Array(body.utf8))
        #expect(answer.text.contains("unknown word 'sandbox'; there are development, production"))
      }
      let flag = try await cloud.send(
        "POST", "\(WireCloud.place)/private/records/lookup?getCurrentSyncToken=yes&\(alice.query)",
        body: Array(#"{"zoneID":{"zoneName":"Z"},"records":[]}"#.utf8))
      #expect(flag.text.contains("'getCurrentSyncToken': unknown word 'yes'"), "\(flag.text)")
    }
  }

  @Test func `an unknown word of an administrator is refused alike, and changes nothing`()
    async throws
  {
    try await OperatedCloud.run(over: .inProcess) { cloud in
      let path = "containers/iCloud.net.zonechat/development/settings"
      _ = try await cloud.operate(.POST, "containers", #"{"identifier":"iCloud.net.zonechat"}"#)
      let before = try await cloud.operate(.GET, path)
      #expect(before.status == 200)
      for (path, body, word) in [
        (path, #"{"tokenRotation":"strickt"}"#, "strickt"),
        (path, #"{"schemaLearning":"sometimes"}"#, "sometimes"),
        ("limits", #"{"signUp":"invitations"}"#, "invitations"),
        (
          "plan",
          #"{"containers":[{"identifier":"iCloud.a","environments":[{"environment":"staging","tokens":[],"keys":[]}]}],"accounts":[]}"#,
          "staging"
        ),
        (
          "plan",
          #"{"containers":[{"identifier":"iCloud.a","environments":[{"environment":"production","tokens":[],"keys":[],"records":[{"account":"alice","database":"shared","recordType":"T","recordName":"r"}]}]}],"accounts":[]}"#,
          "shared"
        ),
      ] {
        let answer = try await cloud.operate(.POST, path, body)
        #expect(answer.status == 400)
        #expect(answer.text.contains("unknown word '\(word)'; there are "), "\(answer.text)")
      }
      let after = try await cloud.operate(.GET, path)
      #expect(NSDictionary(dictionary: after.json) == NSDictionary(dictionary: before.json))
      #expect(try await cloud.operate(.GET, "containers/iCloud.a").status == 404)
    }
  }

  @Test func `a long word is not repeated whole`() {
    let secret = String(repeating: "k", count: 64)
    let error = #expect(throws: CloudError.self) {
      try Participant.Permission(word: secret, at: "permission")
    }
    #expect(error?.reason.contains(String(repeating: "k", count: 40) + "…'") == true)
    #expect(error?.reason.contains(secret) == false)
    // One character can have any number of marks; a control could act on who reads the error.
    let marked = "\u{1B}[2Je" + String(repeating: "\u{301}", count: 10_000)
    let hostile = #expect(throws: CloudError.self) {
      try Participant.Permission(word: marked, at: "permission")
    }
    let shown = "[2Je" + String(repeating: "\u{301}", count: 36)
    #expect(hostile?.reason.contains("'\(shown)…'") == true)
  }

  @Test func `an answer with a word of a later version is no share at all`() throws {
    var record = WireRecord(recordName: "cloudkit.zoneshare")
    record.recordType = "cloudkit.share"
    record.publicPermission = "READ_WRITE"
    let zone = RecordZoneID(zoneName: "Z", ownerName: "_a")
    #expect(record.record(in: zone)?.share?.publicPermission == .readWrite)
    record.publicPermission = "COMMENT"
    #expect(record.record(in: zone) == nil)
  }
}
