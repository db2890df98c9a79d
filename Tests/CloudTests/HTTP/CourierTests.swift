import CloudClient
import CloudCore
import CloudModel
import CloudServer
import NIOHTTP1
import Testing

/// The web courier as any client of the web protocol sees it.
@Suite struct CourierTests {
  private static let create = "/device/1/iCloud.net.zonechat/development/tokens/create"

  private func open(_ cloud: RawCloud, clientID: String) async throws -> String {
    let answer = try await cloud.send(
      .POST, Self.create,
      body: #"{"apnsEnvironment":"development","clientId":"\#(clientID)"}"#)
    #expect(Set(answer.json.keys) == ["apnsEnvironment", "apnsToken", "webcourierURL"])
    let url = try #require(answer.json["webcourierURL"] as? String)
    #expect(url.hasPrefix("http://"))
    return String(url[try #require(url.firstRange(of: "/courier/")).lowerBound...])
  }

  @Test(arguments: WireKind.allCases)
  func `a notification is one frame in Apple's keys, and silence is an empty answer`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      _ = try await cloud.post(
        "subscriptions/modify",
        #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"DATABASE"}}]}"#
      )
      let courier = try await open(cloud, clientID: "other")
      try await cloud.makeZone()
      let frame = try await cloud.send(.GET, courier, query: "")
      let payload = try #require(frame.json["ck"] as? [String: Any])
      #expect(Set(payload.keys) == ["cid", "nid", "ce", "ckuserid", "aux", "met"])
      #expect(payload["ckuserid"] as? String == cloud.alice.userRecordName)
      let met = try #require(payload["met"] as? [String: Any])
      #expect(met["dbs"] as? Int == 2)
      #expect(met["sid"] as? String == "s")
      let silence = try await cloud.send(.GET, courier, query: "")
      #expect(silence.status == 200)
      #expect(silence.text.isEmpty)
      for answer in [frame, silence] {
        #expect(answer.headers["Cache-Control"] == ["no-store"])
        #expect(answer.headers["X-Accel-Buffering"] == ["no"], "nginx passes it on at once")
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `the courier closes the connection, except for a client that asks for extensions`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let courier = try await open(cloud, clientID: "other")
      let ordinary = try await cloud.send(.GET, courier, query: "")
      #expect(ordinary.headers["Connection"] == ["close"])
      let own = try await cloud.send(
        .GET, courier, query: "", headers: ["X-ZoneChat-Extensions": "1"])
      #expect(own.headers["Connection"].isEmpty)
    }
  }

  @Test func `a client says how long its poll is held`() async throws {
    try await RawCloud.run(over: .unixSocket, configure: { $0.longPollHold = nil }) { cloud in
      let courier = try await open(cloud, clientID: "other")
      let silence = try await cloud.send(
        .GET, courier, query: "", headers: ["Prefer": "respond-async, Wait = 0"])
      #expect(silence.status == 200)
      #expect(silence.text.isEmpty)
      // A wish that is none counts as none: the poll waits, and has the next frame.
      async let frame = cloud.send(.GET, courier, query: "", headers: ["Prefer": "wait=-1"])
      _ = try await cloud.post(
        "subscriptions/modify",
        #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"DATABASE"}}]}"#
      )
      try await cloud.makeZone()
      #expect(try await frame.json["ck"] != nil)
    }
  }

  @Test func `no poll is held longer than the cloud allows`() {
    let courier = NotificationCourier(
      hold: .seconds(30), longestHold: .seconds(600), surroundings: .deterministic())
    #expect(courier.hold(wanted: nil) == .seconds(30))
    #expect(courier.hold(wanted: .seconds(1)) == .seconds(1))
    #expect(courier.hold(wanted: .seconds(601)) == .seconds(600))
  }

  @Test(arguments: WireKind.allCases)
  func `registering a token is acknowledged, and needs its keys`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let path = "/device/1/iCloud.net.zonechat/development/tokens/register"
      let good = try await cloud.send(
        .POST, path, body: #"{"apnsEnvironment":"development","apnsToken":"00"}"#)
      #expect(good.status == 200)
      let bad = try await cloud.send(.POST, path, body: "{}")
      #expect(bad.status == 400)
    }
  }
}
