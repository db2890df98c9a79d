import CloudModel
import NIOHTTP1
import Testing

/// The answers of the cloud to requests that are wrong as a whole.
@Suite struct RequestShapeTests {
  private static let database = "/database/1/iCloud.net.zonechat/development/private"

  @Test(arguments: WireKind.allCases)
  func `a wrong request is answered with the protocol's error body`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let answer = try await cloud.post("records/modify", "{")
      #expect(answer.status == 400)
      #expect(Set(answer.json.keys) == ["uuid", "serverErrorCode", "reason"])
      #expect(answer.json["serverErrorCode"] as? String == "BAD_REQUEST")
      #expect(
        answer.json["reason"] as? String == "BadRequestException: the body is not JSON")
      let uuid = try #require(answer.json["uuid"] as? String)
      #expect(uuid.count == 36)
    }
  }

  private static let wrongBodies = [
    ("records/modify", "{}", "missing key 'operations'"),
    (
      "records/modify", #"{"operations":[{"operationType":"create"}]}"#,
      "missing key 'operations.[0].record'"
    ),
    (
      "records/modify", #"{"operations":[{"operationType":"upsert","record":{}}]}"#,
      "invalid value at 'operations.[0].operationType': unknown word 'upsert'; there are create, update, "
        + "forceUpdate, replace, forceReplace, delete, forceDelete"
    ),
    ("changes/database", #"{"resultsLimit":1.5}"#, "invalid value at 'resultsLimit'"),
    ("changes/zone", #"{"zones":[{}]}"#, "missing key 'zones.[0].zoneID'"),
    ("changes/database", #"{"resultsLimit":"many"}"#, "unexpected type or null at 'resultsLimit'"),
    ("changes/database", "", "the body is not JSON"),
    ("changes/database", "[]", "unexpected type or null at ''"),
  ]

  @Test(arguments: WireKind.allCases) func `a wrong body is told which key is wrong`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      for (operation, body, reason) in Self.wrongBodies {
        let answer = try await cloud.post(operation, body)
        #expect(answer.status == 400, "\(body)")
        #expect(answer.json["reason"] as? String == "BadRequestException: \(reason)")
      }
    }
  }

  private static let unknownPaths = [
    "/nothing", "/database", "\(database)/records/query/batch", "\(database)/records/modify/more",
    "/database/1/iCloud.net.zonechat/development/secret/records/modify",
    "\(database)/../private/records/frobnicate", "\(database)/%2e%2e/records",
    "\(database)//records//frobnicate", "/courier/", "/extension/1/accounts/a/b",
    "/database/2/iCloud.net.zonechat/development/private/zones/list",
  ]

  @Test(arguments: WireKind.allCases) func `an unknown path has no handler`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      for path in Self.unknownPaths {
        let answer = try await cloud.send(.POST, path, body: "{}")
        #expect(answer.status == 404, "\(path)")
        #expect(answer.json["reason"] as? String == "could not find handler for endpoint")
        #expect(answer.json["serverErrorCode"] as? String == "NOT_FOUND")
      }
    }
  }

  private static let wrongMethods = [
    (HTTPMethod.GET, "\(database)/records/modify"), (.DELETE, "\(database)/zones/list"),
    (.PUT, "/extension/1/accounts"), (.POST, "/courier/abc"), (.POST, "/"),
    (.GET, "/device/1/iCloud.net.zonechat/development/tokens/create"),
  ]

  @Test(arguments: WireKind.allCases) func `a wrong method is not allowed`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      for (method, path) in Self.wrongMethods {
        let answer = try await cloud.send(method, path)
        #expect(answer.status == 405, "\(method) \(path)")
        #expect(answer.json["serverErrorCode"] as? String == "BAD_REQUEST")
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a container and its two environments exist, and nothing else`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      for (place, status) in [
        ("iCloud.net.zonechat/production", UInt(401)), ("iCloud.other/development", 404),
        ("iCloud.net.zonechat/elsewhere", 404), ("iCloud.net.zonechat/DEVELOPMENT", 200),
      ] {
        let answer = try await cloud.send(.GET, "/database/1/\(place)/private/zones/list")
        #expect(answer.status == status, "\(place)")
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `a time that no calendar has is refused`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await cloud.makeZone()
      for milliseconds in [Int64.max, .min, 8_640_000_000_000_001] {
        let answer = try await cloud.post(
          "records/modify",
          """
          {"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"create","record":{
          "recordType":"T","created":{"timestamp":\(milliseconds)},
          "fields":{"at":{"value":\(milliseconds),"type":"TIMESTAMP"}}}}]}
          """)
        let item = try #require(answer.entries("records").first)
        #expect(item["serverErrorCode"] as? String == "BAD_REQUEST")
        #expect(item["reason"] as? String == "Invalid value, expected type TIMESTAMP.")
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `a body over the limit is refused`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let padding = String(repeating: " ", count: CloudLimits.requestBytes)
      let answer = try await cloud.post("changes/database", "{\(padding)}")
      #expect(answer.status == 413)
      #expect((answer.json["reason"] as? String)?.hasPrefix("limit exceeded") == true)
      #expect(try await cloud.post("changes/database", "{}").status == 200)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `content types and unknown query parameters do not matter`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let answer = try await cloud.send(
        .POST, "\(Self.database)/zones/list",
        query: "dsid=1&remapEnums=true&\(cloud.signedIn)&clientBuildNumber",
        headers: ["Content-Type": "text/plain"], body: "{}")
      #expect(answer.status == 200)
      #expect(answer.entries("zones").count == 1)
    }
  }
}
