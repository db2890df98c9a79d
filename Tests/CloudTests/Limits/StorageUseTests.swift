import CloudModel
import CloudWire
import Foundation
import NIOHTTP1
import Testing

/// The report to an account about its own storage.
@Suite struct StorageUseTests {
  private func storage(
    _ cloud: WireCloud, _ person: WireCloud.Person, _ more: String = ""
  ) async throws -> WireAnswer {
    try await cloud.send("GET", "/extension/1/storage?\(person.query)\(more)")
  }

  @Test(arguments: WireKind.allCases)
  func `the owner learns how much is used, by which zones, and by whom`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let bob = try await cloud.signUp("bob")
      try await cloud.makeZone("Small", of: alice)
      let share = try await cloud.modify(
        "create",
        [
          "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share",
          "publicPermission": "READ_WRITE",
        ], as: alice)
      _ = try await cloud.post(
        "public/records/accept", as: bob, ["shortGUIDs": [["value": share["shortGUID"]]]])
      let text = JSON.string(String(repeating: "x", count: 5000))
      let record: JSON = [
        "recordName": "big", "recordType": "T", "fields": ["text": ["value": text]],
      ]
      _ = try await cloud.post(
        "shared/records/modify", as: bob,
        [
          "zoneID": .zone("Z", of: alice.userRecordName),
          "operations": [["operationType": "create", "record": record]],
        ])
      for (zone, name) in [("Z", "a"), ("Small", "b")] {
        _ = try await cloud.modify(
          "create",
          ["recordName": .string(name), "recordType": "T", "fields": ["text": ["value": "hi"]]],
          in: zone, as: alice)
      }
      let use = try await storage(cloud, alice).json
      #expect(use["zones"].elements.map { $0["zoneName"] } == ["Z", "Small"])
      let bytes = use["zones"].elements.compactMap { $0["bytes"].int }
      #expect(bytes[0] > 5000 && bytes[1] < 100)
      #expect(use["usedBytes"].int == bytes.reduce(0, +))
      let zone = try await storage(cloud, alice, "&zone=Z").json["zones"][0]
      #expect(zone["writers"].elements.map { $0["accountName"] } == ["bob", "alice"])
      #expect(zone["writers"].elements.compactMap { $0["bytes"].int }.reduce(0, +) == bytes[0])
      // It is said to nobody else, and a member's own is empty.
      #expect(try await storage(cloud, bob).json["zones"] == [])
      #expect(try await storage(cloud, bob, "&zone=Z").outcome == "404 ZONE_NOT_FOUND")
      #expect(try await cloud.send("GET", "/extension/1/storage").status == 401)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `only a client that asks for extensions learns the limit of members from an error`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let bob = try await cloud.signUp("bob")
      let share = try await cloud.modify(
        "create",
        [
          "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share",
          "publicPermission": "READ_WRITE",
        ], as: alice)
      _ = try await cloud.post(
        "public/records/accept", as: bob, ["shortGUIDs": [["value": share["shortGUID"]]]])
      func limit(_ body: String, _ person: WireCloud.Person) async throws -> WireAnswer {
        try await cloud.send(
          "POST", "/extension/1/storage?\(person.query)", body: Array(body.utf8))
      }
      let limited = try await limit(#"{"zone":"Z","memberBytes":100}"#, alice)
      #expect(limited.json["zones"][0]["memberBytes"].int == 100)
      #expect(try await storage(cloud, alice, "&zone=Z").json["zones"][0]["memberBytes"].int == 100)
      let body =
        #"{"zoneID":{"zoneName":"Z","ownerRecordName":"\#(alice.userRecordName)"},"operations":["#
        + #"{"operationType":"create","record":{"recordName":"big","recordType":"T","fields":"#
        + #"{"text":{"value":"\#(String(repeating: "x", count: 200))"}}}}]}"#
      for (headers, bytes) in [([:], nil), ([ExtensionHeader.name: "1"], 100)]
        as [([String: String], Int64?)]
      {
        let answer = try await cloud.send(
          "POST", "\(WireCloud.place)/shared/records/modify?\(bob.query)", headers: headers,
          body: Array(body.utf8))
        let entry = answer.json["records"][0]
        #expect(entry["serverErrorCode"].string == "QUOTA_EXCEEDED", "\(answer.text)")
        #expect(entry["reason"].string?.contains("lets each member store 100 bytes") == true)
        #expect(entry["memberBytes"].int == bytes)
      }
      for (wrong, outcome) in [
        (#"{"zone":"Z","memberBytes":-1}"#, "400 BAD_REQUEST"),
        (#"{"zone":"Z"}"#, "400 BAD_REQUEST"),
        (#"{"zone":"Z","memberBytes":1,"more":1}"#, "400 BAD_REQUEST"),
        (#"{"zone":"none","memberBytes":1}"#, "404 ZONE_NOT_FOUND"),
      ] { #expect(try await limit(wrong, alice).outcome == outcome, "\(wrong)") }
      #expect(
        try await limit(#"{"zone":"Z","memberBytes":1}"#, bob).outcome == "404 ZONE_NOT_FOUND")
      let free = try await limit(#"{"zone":"Z","memberBytes":0}"#, alice)
      #expect(free.json["zones"][0]["memberBytes"].int == nil)
    }
  }

  @Test func `a client that asks too often waits, sooner where a whole zone is read`() async throws
  {
    try await OperatedCloud.run(over: .inProcess) { cloud in
      let query = "ckAPIToken=\(cloud.alice.apiToken)&ckWebAuthToken=\(cloud.alice.webAuthToken)"
      try await cloud.makeZones("Z")
      var statuses: [UInt] = []
      for _ in 0..<11 {
        statuses.append(try await cloud.ask(.GET, "storage?zone=Z&\(query)").status)
      }
      #expect(statuses == Array(repeating: 200, count: 10) + [429])
      #expect(try await cloud.ask(.GET, "storage?\(query)").status == 200)
      _ = try await cloud.operate(
        .POST, "limits", #"{"throttle":{"perSecond":0.01,"burst":2}}"#)
      for status in [200, 200, 429] as [UInt] {
        #expect(try await cloud.ask(.GET, "storage?\(query)").status == status)
      }
      #expect(try await cloud.post("zones/list").status == 429)
    }
  }

  @Test func `a quota of one's own is said, and none is not`() async throws {
    try await OperatedCloud.run(over: .tcp) { cloud in
      for (body, quota) in [
        (#"{"account":"alice","quotaBytes":1000}"#, 1000),
        (#"{"account":"alice","quotaBytes":9007199254740991}"#, nil),
      ] as [(String, Int?)] {
        _ = try await cloud.operate(.POST, "limits", body)
        let query = "ckAPIToken=\(cloud.alice.apiToken)&ckWebAuthToken=\(cloud.alice.webAuthToken)"
        let use = try await cloud.ask(.GET, "storage?\(query)").json
        #expect(use["quotaBytes"] as? Int == quota)
      }
    }
  }
}
