import Foundation
import Testing

/// The share as clients written by others read it, before and after they accept it.
@Suite struct ShareShapeTests {
  private static let batch = """
    {"zoneID":{"zoneName":"Z"},"operations":[
      {"operationType":"create","record":{"recordName":"L","recordType":"T","fields":{},
        "createShortGUID":true}},
      {"operationType":"create","record":{"recordName":"S","recordType":"cloudkit.share",
        "fields":{"cloudkit.title":{"value":"Groceries"}},"forRecord":{"recordName":"L"},
        "publicPermission":"NONE","participants":[
          {"type":"USER","permission":"READ_WRITE","acceptanceStatus":"INVITED",
            "userIdentity":{"lookupInfo":{"emailAddress":"bob@example.com"}}},
          {"type":"USER","permission":"READ_ONLY","acceptanceStatus":"INVITED",
            "userIdentity":{"lookupInfo":{"emailAddress":"carol"}}}]}}]}
    """

  private struct World {
    var cloud: WireCloud
    var alice: WireCloud.Person
    var bob: WireCloud.Person
    /// The answer to the batch.
    var root: JSON
    var share: JSON

    /// The only entry of the answer to a link.
    func follow(_ operation: String) async throws -> JSON {
      let body: JSON = [
        "shortGUIDs": [["value": root["shortGUID"], "shouldFetchRootRecord": true]]
      ]
      return try await cloud.post("public/records/\(operation)", as: bob, body)["results"][0]
    }
  }

  private func run(
    _ kind: WireKind, _ body: @escaping @Sendable (World) async throws -> Void
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let bob = try await cloud.signUp("bob")
      _ = try await cloud.signUp("carol")
      _ = try await cloud.send(
        "POST", "/extension/1/account?\(bob.query)",
        body: Array(#"{"emailAddress":"bob@example.com","firstName":"Bob","lastName":"Lee"}"#.utf8))
      let answer = try await cloud.ask("POST", "private/records/modify", as: alice, Self.batch)
      try #require(answer.json["records"].elements.count == 2, "\(answer.text)")
      try await body(
        World(
          cloud: cloud, alice: alice, bob: bob, root: answer.json["records"][0],
          share: answer.json["records"][1]))
    }
  }

  @Test(arguments: WireKind.allCases) func `a record with a short GUID has a stable URL`(
    kind: WireKind
  ) async throws {
    try await run(kind) { world in
      let shortGUID = try #require(world.root["shortGUID"].string)
      for record in [world.root, world.share] {
        let url = record["stableUrl"]
        #expect(record["shortGUID"].string == shortGUID)
        #expect(url["routingKey"].string == String(shortGUID.prefix(3)))
        #expect(url["protectedFullToken"] == "")
        #expect(url["displayedHostname"] == "www.icloud.com")
        #expect(record["displayedHostname"] == "www.icloud.com")
        let hash = try #require(url["shortTokenHash"].string)
        #expect(Data(base64Encoded: hash)?.count == 32)
      }
      let other = try await world.cloud.modify(
        "create", ["recordName": "o", "recordType": "T"], as: world.alice)
      #expect(other["stableUrl"] == nil && other["displayedHostname"] == nil)
    }
  }

  @Test(arguments: WireKind.allCases) func `people have the address and the names that they gave`(
    kind: WireKind
  ) async throws {
    try await run(kind) { world in
      #expect(
        world.share["participants"][1]["userIdentity"] == [
          "userRecordName": .string(world.bob.userRecordName),
          "nameComponents": ["givenName": "Bob", "familyName": "Lee"],
          "lookupInfo": ["emailAddress": "bob@example.com"],
        ])
      let carol = world.share["participants"][2]["userIdentity"]
      #expect(carol["lookupInfo"] == ["emailAddress": "carol"])
      #expect(carol["nameComponents"] == ["givenName": "carol"])
      // What a share is asked for stays with the client that asks.
      #expect(world.share["forRecord"] == nil)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a link shows the share, and everybody in it to those who have accepted`(
    kind: WireKind
  ) async throws {
    try await run(kind) { world in
      for (operation, count) in [("resolve", 2), ("accept", 3), ("resolve", 3)] {
        let entry = try await world.follow(operation)
        let share = entry["share"]
        #expect(share["recordName"] == "S" && share["recordType"] == "cloudkit.share")
        #expect(share["publicPermission"] == "NONE")
        #expect(share["shortGUID"] == world.root["shortGUID"])
        #expect(share["zoneID"] == world.root["zoneID"])
        #expect(share["participants"].elements.count == count, "\(operation): \(share)")
        #expect(
          share["owner"]["userIdentity"]["userRecordName"].string == world.alice.userRecordName)
        #expect(
          share["currentUserParticipant"]["userIdentity"]["userRecordName"].string
            == world.bob.userRecordName)
        #expect(share["forRecord"] == nil)
        let root = entry["rootRecord"]
        #expect(root["recordName"] == "L" && root["deleted"] == false)
        #expect(root["pluginFields"] == [:])
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `the owner can save a share as a link has shown it`(
    kind: WireKind
  ) async throws {
    try await run(kind) { world in
      let body: JSON = ["shortGUIDs": [["value": world.root["shortGUID"]]]]
      let entry = try await world.cloud.post("public/records/resolve", as: world.alice, body)[
        "results"][0]
      #expect(entry["environment"] == "development")
      #expect(entry["shortGUID"] == ["value": world.root["shortGUID"]])
      let shown = entry["share"]
      for key in ["recordChangeTag", "created", "modified", "pluginFields", "fields"] {
        #expect(shown[key] == world.share[key], "\(key)")
      }
      let saved = try await world.cloud.modify("update", shown, as: world.alice)
      #expect(saved["serverErrorCode"] == nil, "\(saved)")
      #expect(saved["participants"].elements.count == 3)
      #expect(saved["recordChangeTag"] != shown["recordChangeTag"])
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a link echoes what was asked, and keeps the owner's own fields from the invited`(
    kind: WireKind
  ) async throws {
    try await run(kind) { world in
      let tagged = try await world.cloud.modify(
        "forceUpdate",
        [
          "recordName": "S", "recordType": "cloudkit.share",
          "fields": ["note": ["value": "mine"]],
        ], as: world.alice)
      #expect(tagged["serverErrorCode"] == nil, "\(tagged)")
      let before = try await world.follow("resolve")
      #expect(
        before["shortGUID"]
          == ["value": world.root["shortGUID"], "shouldFetchRootRecord": true])
      #expect(before["share"]["fields"]["cloudkit.title"]["value"] == "Groceries")
      #expect(before["share"]["fields"]["note"] == nil)
      #expect(before["share"]["recordChangeTag"] == tagged["recordChangeTag"])
      let after = try await world.follow("accept")
      #expect(after["share"]["fields"]["note"]["value"] == "mine")
    }
  }
}
