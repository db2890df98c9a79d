import CloudModel
import CloudWire
import Foundation
import NIOHTTP1
import Testing

/// Every fault as a client over HTTP meets it.
@Suite struct FaultHTTPTests {
  @Test(arguments: WireKind.allCases)
  func `every error code can be ordered, with its status, reason and native code`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      for code in ServerErrorCode.allCases {
        try await cloud.fault(
          #"{"effect":"fail","code":"\#(code.rawValue)","retryAfter":2.5,"operation":"zones/lookup","count":2}"#
        )
        let answer = try await cloud.post("zones/lookup", #"{"zones":[]}"#)
        #expect(answer.status == UInt(code.httpStatus), "\(code)")
        #expect(answer.json["serverErrorCode"] as? String == code.rawValue)
        #expect(answer.json["reason"] as? String == code.usualReason)
        #expect(answer.json["retryAfter"] as? Double == 2.5)
        #expect(answer.headers.first(name: "Retry-After") == "3")
        #expect(answer.json["ckErrorCode"] == nil)
        let uuid = try #require(answer.json["uuid"] as? String)
        #expect(uuid.hasPrefix("wsThrottles_") == (code == .throttled))
        let native = try await cloud.post("zones/lookup", #"{"zones":[]}"#, native: true)
        #expect(native.json["ckErrorCode"] as? Int == code.code.rawValue)
        let fine = try await cloud.post("zones/lookup", #"{"zones":[]}"#)
        #expect(fine.status == 200)
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `every native code can be ordered`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      for code in CloudError.Code.allCases {
        try await cloud.fault(
          #"{"effect":"fail","nativeCode":\#(code.rawValue),"reason":"so","count":1}"#)
        let answer = try await cloud.post("zones/lookup", #"{"zones":[]}"#, native: true)
        #expect(answer.json["ckErrorCode"] as? Int == code.rawValue)
        #expect(
          answer.json["serverErrorCode"] as? String == ServerErrorCode(code).rawValue)
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `a web code and a native code may be at odds`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.makeZones("Z")
      let both = #""code":"BAD_REQUEST","nativeCode":23,"count":1"#
      try await cloud.fault(#"{"effect":"fail",\#(both)}"#)
      let whole = try await cloud.post("zones/lookup", #"{"zones":[]}"#, native: true)
      #expect(whole.json["serverErrorCode"] as? String == "BAD_REQUEST")
      #expect(whole.json["ckErrorCode"] as? Int == 23)
      try await cloud.fault(#"{"effect":"failRecords",\#(both)}"#)
      let item = try await cloud.save([("r", "x")], native: true).entries("records").first
      #expect(item?["serverErrorCode"] as? String == "BAD_REQUEST")
      #expect(item?["ckErrorCode"] as? Int == 23)
    }
  }

  @Test(arguments: WireKind.allCases) func `a dropped request gets no answer, and is done or not`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.makeZones("Z")
      for (effect, isDone) in [("dropBefore", false), ("dropAfter", true)] {
        try await cloud.fault(
          #"{"effect":"\#(effect)","operation":"records/modify","count":1}"#)
        await #expect(throws: (any Error).self) { try await cloud.save([(effect, "x")]) }
        let found = try await cloud.post(
          "records/lookup",
          #"{"zoneID":{"zoneName":"Z"},"records":[{"recordName":"\#(effect)"}]}"#)
        let code = found.entries("records").first?["serverErrorCode"] as? String
        #expect(code == (isDone ? nil : "NOT_FOUND"))
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `chosen records fail alone, or spoil an atomic batch`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.makeZones("Z")
      try await cloud.fault(
        #"{"effect":"failRecords","record":"bad*","code":"QUOTA_EXCEEDED","retryAfter":4}"#)
      let single = try await cloud.save([("a", "1"), ("bad1", "2"), ("c", "3")])
      #expect(single.status == 200)
      #expect(
        single.entries("records").map { $0["serverErrorCode"] as? String }
          == [nil, "QUOTA_EXCEEDED", nil])
      #expect(single.entries("records")[1]["retryAfter"] as? Double == 4)
      let atomic = try await cloud.save([("d", "1"), ("bad2", "2")], atomic: true)
      #expect(
        atomic.entries("records").map { $0["serverErrorCode"] as? String }
          == ["ATOMIC_ERROR", "QUOTA_EXCEEDED"])
      let status = try await cloud.operate(.GET, "faults").entries("faults").first
      #expect(status?["seen"] as? Int == 2)
      #expect(status?["fired"] as? Int == 2)
    }
  }

  @Test(arguments: WireKind.allCases) func `every error code can be a record's`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.makeZones("Z")
      for code in ServerErrorCode.allCases {
        try await cloud.fault(
          #"{"effect":"failRecords","code":"\#(code.rawValue)","count":1}"#)
        let item = try await cloud.save([("r", "x")]).entries("records").first
        #expect(item?["serverErrorCode"] as? String == code.rawValue)
        #expect(item?["reason"] as? String == code.usualReason)
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `a change token expires where a fault says so`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.makeZones("Z", "Y")
      let first = try await cloud.post(
        "changes/zone", #"{"zones":[{"zoneID":{"zoneName":"Z"}},{"zoneID":{"zoneName":"Y"}}]}"#)
      let tokens = first.entries("zones").compactMap { $0["syncToken"] as? String }
      try #require(tokens.count == 2)
      try await cloud.fault(#"{"effect":"expireTokens","zone":"Z"}"#)
      let again = try await cloud.post(
        "changes/zone",
        """
        {"zones":[{"zoneID":{"zoneName":"Z"},"syncToken":"\(tokens[0])"},
          {"zoneID":{"zoneName":"Y"},"syncToken":"\(tokens[1])"},{"zoneID":{"zoneName":"Z"}}]}
        """)
      #expect(
        again.entries("zones").map { $0["serverErrorCode"] as? String }
          == ["CHANGE_TOKEN_EXPIRED", nil, nil])
      try await cloud.fault(#"{"effect":"expireTokens","operation":"changes/database"}"#)
      let database = try await cloud.post("changes/database")
      #expect(database.status == 200)
      let token = try #require(database.json["syncToken"] as? String)
      let expired = try await cloud.post("changes/database", #"{"syncToken":"\#(token)"}"#)
      #expect(expired.status == 400)
      #expect(expired.json["serverErrorCode"] as? String == "CHANGE_TOKEN_EXPIRED")
    }
  }

  private static let states: [(state: String, status: UInt, code: String, native: Int)] = [
    ("noAccount", 421, "AUTHENTICATION_REQUIRED", 9), ("restricted", 403, "ACCESS_DENIED", 32),
    ("temporarilyUnavailable", 503, "TRY_AGAIN_LATER", 36),
    ("couldNotDetermine", 503, "TRY_AGAIN_LATER", 6),
  ]

  @Test(arguments: WireKind.allCases)
  func `an account's state fails all that it asks, and nobody else`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      for (state, status, code, native) in Self.states {
        let id = try await cloud.fault(
          #"{"effect":"accountState","state":"\#(state)","account":"Alice"}"#)
        for operation in ["zones/list", "changes/database", "records/modify"] {
          let answer = try await cloud.post(operation, native: true)
          #expect(answer.status == status)
          #expect(answer.json["serverErrorCode"] as? String == code)
          #expect(answer.json["ckErrorCode"] as? Int == native)
        }
        #expect(try await cloud.post("zones/list", as: cloud.bob).status == 200)
        _ = try await cloud.operate(.DELETE, "faults/\(id)")
        #expect(try await cloud.post("zones/list").status == 200)
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `a skewed clock stamps records so`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.makeZones("Z")
      let stamp = { (answer: RawCloud.Answer) -> Int in
        let modified = answer.entries("records").first?["modified"] as? [String: Any]
        return modified?["timestamp"] as? Int ?? 0
      }
      let before = stamp(try await cloud.save([("a", "1")]))
      try await cloud.fault(#"{"effect":"skewClock","seconds":-3600,"account":"alice"}"#)
      let skewed = stamp(try await cloud.save([("b", "1")]))
      #expect((before - 3_600_000..<before - 3_500_000).contains(skewed))
    }
  }

  @Test(arguments: WireKind.allCases) func `a delayed request is answered as ever`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.fault(#"{"effect":"delay","milliseconds":30,"operation":"zones/list"}"#)
      #expect(try await cloud.post("zones/list").status == 200)
      let status = try await cloud.operate(.GET, "faults").entries("faults").first
      #expect(status?["fired"] as? Int == 1)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a filter by zone, record and type finds them in the body`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.makeZones("Z", "Y")
      try await cloud.fault(
        #"{"effect":"busy","zone":"Z","record":"x*","recordType":"Note","database":"private"}"#)
      #expect(try await cloud.save([("x1", "1")], in: "Y").status == 200)
      #expect(try await cloud.save([("y1", "1")], in: "Z").status == 200)
      let busy = try await cloud.save([("y1", "1"), ("x1", "1")], in: "Z")
      #expect(busy.status == 409)
      #expect(busy.json["serverErrorCode"] as? String == "ZONE_BUSY")
    }
  }
}
