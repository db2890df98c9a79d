import CloudModel
import CloudRules
import Foundation
import NIOHTTP1
import Testing

/// Looking at what is stored.
@Suite struct InspectionTests {
  @Test func `every subject can be looked at`() async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      try await cloud.makeZones("Z")
      _ = try await cloud.save([("a", "one"), ("b", "two")])
      _ = try await cloud.post(
        "records/modify",
        """
        {"zoneID":{"zoneName":"Z"},"operations":[
          {"operationType":"forceDelete","record":{"recordName":"b"}},
          {"operationType":"create","record":{"recordName":"cloudkit.zoneshare",
            "recordType":"cloudkit.share","fields":{},"publicPermission":"NONE"}}]}
        """)
      _ = try await cloud.post(
        "subscriptions/modify",
        #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"database"}}]}"#
      )
      for subject in InspectionSubject.allCases {
        let answer = try await cloud.operate(.GET, "inspect/\(subject.rawValue)")
        #expect(answer.status == 200, "\(subject): \(answer.text)")
        #expect(
          [.assets, .setAside].contains(subject) || !answer.entries("rows").isEmpty, "\(subject)")
        for row in answer.entries("rows") {
          #expect(Set(row.keys) == Set(answer.json["columns"] as? [String] ?? []))
        }
      }
      let records = try await cloud.operate(.GET, "inspect/records?account=alice&zone=Z")
      let rows = records.entries("rows")
      #expect(rows.map { $0["recordName"] as? String } == ["a", "b", "cloudkit.zoneshare"])
      #expect(rows.map { $0["deleted"] as? Bool } == [false, true, false])
      #expect(rows[0]["changeTag"] as? String == "1")
      #expect(rows[0]["modifiedBy"] as? String == "alice")
      let fields = rows[0]["fields"] as? [String: [String: Any]]
      #expect(fields?["text"]?["value"] as? String == "one")
      let shares = try await cloud.operate(.GET, "inspect/shares").entries("rows")
      let people = shares.first?["participants"] as? [[String: Any]]
      #expect(people?.map { $0["name"] as? String } == ["alice"])
      #expect(shares.first?["shortGUID"] is String)
    }
  }

  @Test(arguments: InspectionSubject.allCases)
  func `every subject can be narrowed in every way`(subject: InspectionSubject) async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      try await cloud.makeZones("Z")
      for (database, zone) in [("database", ""), ("zone", #","zoneID":{"zoneName":"Z"}"#)] {
        let made = try await cloud.post(
          "subscriptions/modify",
          """
          {"operations":[{"operationType":"create","subscription":
            {"subscriptionID":"\(database)","subscriptionType":"\(database)"\(zone)}}]}
          """)
        #expect(made.status == 200, "\(made.text)")
      }
      for filter in [
        "account=alice", "zone=Z", "container=iCloud.net.zonechat", "environment=PRODUCTION",
      ] {
        let answer = try await cloud.operate(.GET, "inspect/\(subject.rawValue)?\(filter)")
        #expect(answer.status == 200, "\(subject), \(filter): \(answer.text)")
        guard subject == .subscriptions, filter == "zone=Z" else { continue }
        #expect(answer.entries("rows").map { $0["subscriptionID"] as? String } == ["zone"])
      }
    }
  }

  @Test func `an account is shown with what it has in the container that is asked for`()
    async throws
  {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      _ = try await cloud.operate(.POST, "containers", #"{"identifier":"iCloud.example.empty"}"#)
      try await cloud.makeZones("A", "B")
      for (query, zones) in [
        ("", 3), ("container=iCloud.net.zonechat", 3), ("environment=development", 3),
        ("environment=production", 0), ("container=iCloud.example.empty", 0),
        ("container=iCloud.net.zonechat&environment=production", 0),
      ] {
        let answer = try await cloud.operate(.GET, "inspect/accounts?account=alice&\(query)")
        #expect(answer.entries("rows").map { $0["zones"] as? Int } == [zones], "\(query)")
        let all = try await cloud.operate(.GET, "inspect/accounts?\(query)").entries("rows")
        #expect(all.map { $0["name"] as? String } == ["alice", "bob"], "\(query)")
      }
    }
  }

  @Test func `pages follow one another and filters narrow`() async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      try await cloud.makeZones("A", "B", "C")
      var names: [String] = []
      var after = ""
      while true {
        let page = try await cloud.operate(
          .GET, "inspect/zones?account=alice&limit=2&after=\(after)")
        names += page.entries("rows").compactMap { $0["zoneName"] as? String }
        guard let next = page.json["next"] as? String else { break }
        after = next
      }
      #expect(names == ["A", "B", "C", "_defaultZone"])
      for (query, count) in [
        ("account=bob", 0), ("zone=B", 1), ("environment=PRODUCTION&zone=B", 0),
        ("container=iCloud.none", 0), ("account=\(cloud.alice.userRecordName)&zone=A", 1),
      ] {
        let rows = try await cloud.operate(.GET, "inspect/zones?\(query)").entries("rows")
        #expect(rows.count == count, "\(query)")
      }
    }
  }

  @Test func `an argument that is no subject or no number is refused`() async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      #expect(try await cloud.operate(.GET, "inspect/secrets").status == 404)
      #expect(try await cloud.operate(.GET, "inspect/zones?limit=-1").status == 400)
      #expect(try await cloud.operate(.GET, "inspect/zones?after=x").status == 400)
      let injection = try await cloud.operate(.GET, "inspect/zones?zone='%20OR%201=1--")
      #expect(injection.entries("rows").isEmpty)
      #expect(try await cloud.operate(.POST, "inspect/zones", "{}").status == 405)
    }
  }

  @Test func `tokens expire and zones end by command`() async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      try await cloud.makeZones("Z", "Y")
      let page = try await cloud.post(
        "changes/zone", #"{"zones":[{"zoneID":{"zoneName":"Z"}}]}"#)
      let token = try #require(page.entries("zones").first?["syncToken"] as? String)
      let zone = #"{"account":"alice","zoneName":"Z"}"#
      #expect(try await cloud.operate(.POST, "zones/expire-tokens", zone).status == 200)
      let expired = try await cloud.post(
        "changes/zone", #"{"zones":[{"zoneID":{"zoneName":"Z"},"syncToken":"\#(token)"}]}"#)
      #expect(
        expired.entries("zones").first?["serverErrorCode"] as? String == "CHANGE_TOKEN_EXPIRED")
      #expect(try await cloud.operate(.POST, "zones/purge", zone).status == 200)
      let reset = #"{"account":"alice","zoneName":"Y"}"#
      #expect(try await cloud.operate(.POST, "zones/reset-encryption", reset).status == 200)
      let gone = try await cloud.post("changes/database", "{}", native: true).entries("zones")
      #expect(
        gone.compactMap { $0["deletionReason"] as? String } == ["purged", "encryptedDataReset"])
      #expect(
        try await cloud.operate(.POST, "zones/expire-tokens", #"{"account":"alice"}"#).status
          == 200)
      for (path, body, status) in [
        ("zones/purge", #"{"account":"alice"}"#, UInt(400)), ("zones/purge", zone, 404),
        ("zones/purge", #"{"account":"zoe","zoneName":"Z"}"#, 404), ("zones/purge", "{}", 400),
        ("zones/purge", #"{"account":"alice","zoneName":"Z","environment":"x"}"#, 400),
        ("zones/purge", #"{"account":"alice","zoneName":"Z","container":"iCloud.x"}"#, 400),
      ] {
        let answer = try await cloud.operate(.POST, path, body)
        #expect(answer.status == status, "\(body): \(answer.text)")
      }
    }
  }
}
