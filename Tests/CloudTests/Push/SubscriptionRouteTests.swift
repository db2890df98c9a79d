import CloudModel
import Foundation
import NIOHTTP1
import Testing

/// Subscriptions over HTTP, as any client of the web protocol sees them.
@Suite struct SubscriptionRouteTests {
  private static let database = "/database/1/iCloud.net.zonechat/development"
  private static let written = """
    {"subscriptionID":"q","subscriptionType":"QUERY","zoneWide":true,"firesOnce":false,
    "firesOn":["create","update"],"query":{"recordType":"Item","filterBy":[{"comparator":"EQUALS",
    "fieldName":"done","fieldValue":{"value":0,"type":"INT64"}}],"sortBy":[{"fieldName":"n"}]},
    "notificationInfo":{"alertBody":"New","alertLocalizationArgs":["a"],"shouldBadge":true,
    "soundName":"default","future":{"kept":[1,null,2.5]}}}
    """

  private func save(_ cloud: RawCloud, _ subscription: String, in database: String = "private")
    async throws -> [String: Any]
  {
    let answer = try await cloud.send(
      .POST, "\(Self.database)/\(database)/subscriptions/modify",
      body: #"{"operations":[{"operationType":"create","subscription":\#(subscription)}]}"#)
    return try #require(answer.entries("subscriptions").first, "\(answer.text)")
  }

  @Test(arguments: WireKind.allCases) func `a subscription without an ID is given one`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let saved = try await save(cloud, #"{"subscriptionType":"database"}"#)
      let id = try #require(saved["subscriptionID"] as? String, "\(saved)")
      #expect(id.count == 36)
      let listed = try await cloud.send(.GET, "\(Self.database)/private/subscriptions/list")
      #expect(listed.entries("subscriptions").map { $0["subscriptionID"] as? String } == [id])
    }
  }

  /// Lets the schema learn the type that is watched.
  private func teach(_ cloud: RawCloud) async throws {
    for operation in ["forceUpdate", "forceDelete"] {
      let answer = try await cloud.post(
        "records/modify",
        #"{"operations":[{"operationType":"\#(operation)","record":{"recordName":"taught","recordType":"Item","fields":{"done":{"value":1}}}}]}"#
      )
      #expect(answer.entries("records").first?["serverErrorCode"] == nil, "\(answer.text)")
    }
  }

  @Test(arguments: WireKind.allCases) func `a subscription is given back whole, by every operation`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await teach(cloud)
      var expected = try #require(
        JSONSerialization.jsonObject(with: Data(Self.written.utf8)) as? [String: Any])
      expected["subscriptionType"] = "query"
      let path = "\(Self.database)/public/subscriptions"
      let saved = try await save(cloud, Self.written, in: "public")
      let listed = try await cloud.send(.GET, "\(path)/list").entries("subscriptions").first
      let posted = try await cloud.send(.POST, "\(path)/list", body: "{}")
        .entries("subscriptions").first
      let found = try await cloud.send(
        .POST, "\(path)/lookup",
        body: #"{"subscriptions":[{"subscriptionID":"q"},{"subscriptionID":"no"}]}"#
      ).entries("subscriptions")
      for entry in [saved, listed, posted, found.first] {
        #expect(NSDictionary(dictionary: entry ?? [:]) == NSDictionary(dictionary: expected))
      }
      #expect(found.last?["subscriptionID"] as? String == "no")
      #expect(found.last?["serverErrorCode"] as? String == "NOT_FOUND")
      let deleted = try await cloud.send(
        .POST, "\(path)/modify",
        body: #"{"operations":[{"operationType":"delete","subscription":{"subscriptionID":"q"}}]}"#)
      #expect(
        deleted.json as NSDictionary
          == ["subscriptions": [["subscriptionID": "q", "deleted": true]]] as NSDictionary)
    }
  }

  private static let incomplete: [(subscription: String, what: String)] = [
    (#"{"subscriptionID":"s"}"#, "subscriptionType"),
    (#"{"subscriptionID":"s","subscriptionType":"other"}"#, "subscriptionType"),
    (#"{"subscriptionID":"s","subscriptionType":"zone"}"#, "zoneID"),
    (#"{"subscriptionID":"s","subscriptionType":"query","firesOn":["create"]}"#, "query"),
    (#"{"subscriptionID":"s","subscriptionType":"query","query":{"recordType":"T"}}"#, "firesOn"),
    (
      #"{"subscriptionID":"s","subscriptionType":"query","query":{"recordType":"T"},"firesOn":["x"]}"#,
      "firesOn"
    ),
  ]

  @Test(arguments: WireKind.allCases) func `a missing part is named`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      for (subscription, what) in Self.incomplete {
        let answer = try await cloud.post(
          "subscriptions/modify",
          #"{"operations":[{"operationType":"create","subscription":\#(subscription)}]}"#)
        #expect(answer.status == 400)
        #expect((answer.json["reason"] as? String)?.contains(what) == true, "\(subscription)")
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `a change is heard of by the poll, from any page`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await teach(cloud)
      _ = try await save(cloud, Self.written)
      let device = "/device/1/iCloud.net.zonechat/development/tokens"
      let channel = try await cloud.send(
        .POST, "\(device)/create", body: #"{"apnsEnvironment":"development"}"#)
      let token = try #require(channel.json["apnsToken"] as? String)
      let registered = try await cloud.send(
        .POST, "\(device)/register",
        body: #"{"apnsEnvironment":"development","apnsToken":"\#(token)"}"#)
      #expect(registered.text == "{}")
      _ = try await cloud.post(
        "records/modify",
        #"{"operations":[{"operationType":"create","record":{"recordName":"i","recordType":"Item","fields":{"done":{"value":0}}}}]}"#
      )
      let url = try #require(channel.json["webcourierURL"] as? String)
      let frame = try await cloud.send(.GET, url: url)
      #expect(frame.headers["Access-Control-Allow-Origin"] == ["*"])
      let payload = try #require(frame.json["ck"] as? [String: Any])
      let me = cloud.alice.userRecordName
      #expect(
        payload["qry"] as? NSDictionary == [
          "zid": "_defaultZone", "zoid": me, "rid": "i", "dbs": 2, "fo": 1, "sid": "q",
        ] as NSDictionary)
      #expect(
        frame.json["aps"] as? NSDictionary == [
          "alert": ["body": "New", "loc-args": ["a"]], "badge": 1, "sound": "default",
        ] as NSDictionary)
      let silence = try await cloud.send(.GET, url: url)
      #expect(silence.status == 200 && silence.body.isEmpty)
    }
  }
}
