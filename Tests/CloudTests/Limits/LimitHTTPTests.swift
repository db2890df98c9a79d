import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import NIOHTTP1
import Testing

/// Quotas, the throttle and contention as clients meet them.
@Suite struct LimitHTTPTests {
  /// Record `text` takes its own length and four bytes for its field's name.
  private static let text = String(repeating: "x", count: 96)

  private static func json(_ settings: CloudLimitSettings) throws -> String {
    String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
  }

  private static func store(_ text: String, in store: some CloudStore) throws {
    try store.writeRegistry { registry throws in
      _ = try registry.lockSetting("limits")
      try registry.setSetting("limits", to: text)
    }
  }

  private func codes(_ answer: RawCloud.Answer) -> [String?] {
    answer.entries("records").map { $0["serverErrorCode"] as? String }
  }

  private func usedBytes(_ cloud: OperatedCloud) async throws -> Int? {
    let rows = try await cloud.operate(.GET, "inspect/accounts?account=alice").entries("rows")
    return rows.first?["bytes"] as? Int
  }

  @Test(arguments: WireKind.allCases) func `an owner stores up to the quota, item by item`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.makeZones("Z", "Y")
      let limits = try await cloud.operate(
        .POST, "limits", #"{"account":"ALICE","quotaBytes":250}"#)
      #expect(limits.status == 200)
      let first = try await cloud.save([("a", Self.text), ("b", Self.text), ("c", Self.text)])
      #expect(codes(first) == [nil, nil, "QUOTA_EXCEEDED"])
      #expect(first.entries("records").last?["reason"] as? String == "Quota exceeded")
      #expect(try await usedBytes(cloud) == 200)
      let atomic = try await cloud.save([("d", "x"), ("e", Self.text)], in: "Y", atomic: true)
      #expect(codes(atomic) == ["ATOMIC_ERROR", "QUOTA_EXCEEDED"])
      let smaller = try await cloud.save([("a", "x"), ("d", Self.text)])
      #expect(codes(smaller) == [nil, nil])
      #expect(try await usedBytes(cloud) == 205)
      #expect(try await cloud.operate(.GET, "check").json["isSound"] as? Bool == true)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `deleting is always allowed and gives room, also by the zone`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.makeZones("Z", "Y")
      _ = try await cloud.save([("a", Self.text), ("b", Self.text)])
      _ = try await cloud.save([("a", Self.text)], in: "Y")
      _ = try await cloud.operate(.POST, "limits", #"{"quotaBytes":10}"#)
      let delete = try await cloud.post(
        "records/modify",
        #"{"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"forceDelete","record":{"recordName":"a"}}]}"#
      )
      #expect(codes(delete) == [nil])
      #expect(try await usedBytes(cloud) == 200)
      _ = try await cloud.post(
        "zones/modify",
        #"{"operations":[{"operationType":"delete","zone":{"zoneID":{"zoneName":"Z"}}}]}"#)
      #expect(try await usedBytes(cloud) == 100)
      #expect(codes(try await cloud.save([("n", "x")], in: "Y")) == ["QUOTA_EXCEEDED"])
      _ = try await cloud.operate(.POST, "limits", #"{"quotaBytes":1000}"#)
      #expect(codes(try await cloud.save([("n", "x")], in: "Y")) == [nil])
    }
  }

  @Test(arguments: WireKind.allCases) func `the owner is charged for what participants write`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.makeZones("Z")
      let share = try await cloud.post(
        "records/modify",
        """
        {"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"create","record":{
          "recordName":"cloudkit.zoneshare","recordType":"cloudkit.share","fields":{},
          "publicPermission":"READ_WRITE"}}]}
        """)
      let guid = try #require(share.entries("records").first?["shortGUID"] as? String)
      _ = try await cloud.post(
        "records/accept", #"{"shortGUIDs":[{"value":"\#(guid)"}]}"#, as: cloud.bob, in: "public")
      #expect(codes(try await cloud.save([("a", Self.text)], as: cloud.bob)) == [nil])
      #expect(try await usedBytes(cloud) == 100)
      try await cloud.fault(#"{"effect":"limitQuota","bytes":150,"account":"alice"}"#)
      #expect(
        codes(try await cloud.save([("b", Self.text)], as: cloud.bob)) == ["QUOTA_EXCEEDED"])
    }
  }

  @Test(arguments: WireKind.allCases) func `a client that asks too often is told when to retry`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      _ = try await cloud.operate(
        .POST, "limits", #"{"throttle":{"perSecond":0.01,"burst":2}}"#)
      for _ in 0..<2 { #expect(try await cloud.post("zones/list").status == 200) }
      let throttled = try await cloud.post("zones/list")
      #expect(throttled.status == 429)
      #expect(throttled.json["serverErrorCode"] as? String == "THROTTLED")
      #expect(throttled.json["reason"] as? String == "Database throttled, retry later")
      #expect((throttled.json["uuid"] as? String)?.hasPrefix("wsThrottles_") == true)
      let wait = try #require(throttled.json["retryAfter"] as? Double)
      #expect((50...100).contains(wait))
      #expect(throttled.headers.first(name: "Retry-After") == String(Int(wait.rounded(.up))))
      #expect(try await cloud.post("zones/list", as: cloud.bob).status == 200)
      _ = try await cloud.operate(.POST, "limits", #"{"endsThrottle":true}"#)
      #expect(try await cloud.post("zones/list").status == 200)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `too many writers of one zone find it busy, and nothing is done`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.makeZones("Z", "Y")
      _ = try await cloud.operate(.POST, "limits", #"{"zoneWriters":2}"#)
      try await withThrowingTaskGroup(of: [UInt].self) { group in
        for writer in 0..<8 {
          group.addTask {
            var found: [UInt] = []
            for number in 0..<12 {
              let name = "w\(writer)-\(number)"
              let answer = try await cloud.save([(name, "x")])
              found.append(answer.status)
              guard answer.status != 200 else { continue }
              #expect(answer.status == 409)
              #expect(answer.json["serverErrorCode"] as? String == "ZONE_BUSY")
              #expect(
                (answer.json["reason"] as? String)?.hasPrefix("Sync zone CAS Op-Lock failed")
                  == true)
            }
            return found
          }
        }
        let statuses = try await group.reduce(into: []) { $0 += $1 }
        #expect(statuses.contains(200))
        let stored = try await cloud.operate(.GET, "inspect/zones?zone=Z").entries("rows")
        #expect(stored.first?["records"] as? Int == statuses.count { $0 == 200 })
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `the writes of all users to the public database are limited too`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      func save(_ name: String, as person: AccountCredentials) async throws -> [String?] {
        codes(
          try await cloud.post(
            "records/modify",
            """
            {"operations":[{"operationType":"create","record":{"recordName":"\(name)",
              "recordType":"Note","fields":{"text":{"value":"\(Self.text)","type":"STRING"}}}}]}
            """, as: person, in: "public", native: true))
      }
      _ = try await cloud.operate(.POST, "limits", #"{"publicQuotaBytes":250}"#)
      #expect(try await save("a", as: cloud.alice) == [nil])
      #expect(try await save("b", as: cloud.bob) == [nil])
      #expect(try await save("c", as: cloud.bob) == ["QUOTA_EXCEEDED"])
      #expect(try await save("d", as: cloud.alice) == ["QUOTA_EXCEEDED"])
    }
  }

  @Test(arguments: WireKind.allCases) func `zones are limited`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      _ = try await cloud.operate(.POST, "limits", #"{"zonesPerUser":2}"#)
      try await cloud.makeZones("A", "B", "C")
      let names = try await cloud.post("zones/list").entries("zones")
        .compactMap { ($0["zoneID"] as? [String: Any])?["zoneName"] as? String }
      #expect(names.sorted() == ["A", "B", "_defaultZone"])
    }
  }

  @Test(arguments: WireKind.allCases) func `limits outlive the cloud, and nonsense is refused`(
    kind: WireKind
  ) async throws {
    let store = try SQLiteStore(.inMemory)
    let surroundings = Surroundings.deterministic()
    let settings = CloudLimitSettings(
      quotaBytes: 1, accountQuotaBytes: ["_a": 2], throttle: .init(perSecond: 3, burst: 4),
      zoneWriters: 5, zonesPerUser: 6)
    try Self.store(Self.json(settings), in: store)
    let conditions = try CloudConditions(store: store, seed: 1, surroundings: surroundings)
    #expect(conditions.limits == settings)
    // As they were stored before some of the limits existed.
    let older =
      #"{"quotaBytes":1,"accountQuotaBytes":{"_a":2},"throttle":{"perSecond":3,"burst":4},"#
      + #""zoneWriters":5,"zonesPerUser":6}"#
    try Self.store(older, in: store)
    #expect(try store.readRegistry { try $0.limitSettings() } == settings)
    try await OperatedCloud.run(over: kind) { cloud in
      for body in [
        #"{"quotaBytes":-1}"#, #"{"zoneWriters":0}"#, #"{"resetsQuota":true}"#, "{", "[]",
        #"{"throttle":{"perSecond":-1,"burst":1}}"#,
      ] {
        #expect(try await cloud.operate(.POST, "limits", body).status == 400, "\(body)")
      }
      let stranger = try await cloud.operate(.POST, "limits", #"{"account":"zoe","quotaBytes":1}"#)
      #expect(stranger.status == 404)
      #expect(try await cloud.operate(.GET, "limits").json["zoneWriters"] as? Int == 64)
    }
  }
}
