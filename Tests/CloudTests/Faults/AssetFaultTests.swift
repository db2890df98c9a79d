import CloudModel
import CloudWire
import Foundation
import NIOHTTP1
import Testing

/// Faults on the way of an asset's bytes, up and down.
@Suite struct AssetFaultTests {
  private static let bytes = Array("not really".utf8)
  private static let photo = #"{"tokens":[{"recordType":"Photo","fieldName":"image"}]}"#

  private func link(_ cloud: OperatedCloud, of person: AccountCredentials) async throws -> String {
    let answer = try await cloud.post(
      "assets/upload", Self.photo, as: person, in: "public", native: true)
    return try #require(answer.entries("tokens").first?["url"] as? String)
  }

  /// A link to bytes in the public database, for a person.
  private func downloadURL(
    _ cloud: OperatedCloud, for person: AccountCredentials
  ) async throws -> String {
    let found = try await cloud.post(
      "records/lookup", #"{"records":[{"recordName":"p"}]}"#, as: person, in: "public")
    let fields = found.entries("records").first?["fields"] as? [String: Any]
    let image = fields?["image"] as? [String: Any]
    let value = try #require(image?["value"] as? [String: Any], "\(found.text)")
    return try #require(value["downloadURL"] as? String)
  }

  /// A photo of alice that bob may read.
  private func savePhoto(_ cloud: OperatedCloud) async throws {
    let sent = try await cloud.send(
      .POST, to: try await link(cloud, of: cloud.alice), bytes: Self.bytes)
    let asset = try #require(sent.json["singleFile"] as? [String: Any])
    let value = String(decoding: try JSONSerialization.data(withJSONObject: asset), as: UTF8.self)
    let saved = try await cloud.post(
      "records/modify",
      """
      {"operations":[{"operationType":"create","record":{"recordName":"p","recordType":"Photo",
        "fields":{"image":{"type":"ASSETID","value":\(value)}}}}]}
      """, in: "public", native: true)
    try #require(saved.entries("records").first?["serverErrorCode"] == nil, "\(saved.text)")
  }

  @Test(arguments: WireKind.allCases)
  func `every error can be an upload's, and the link is not used up`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      let link = try await link(cloud, of: cloud.alice)
      for code in [ServerErrorCode.throttled, .tryAgainLater, .quotaExceeded] {
        try await cloud.fault(
          #"{"effect":"fail","code":"\#(code.rawValue)","operation":"uploads","account":"alice","count":1}"#
        )
        let answer = try await cloud.send(.POST, to: link, bytes: Self.bytes)
        #expect(answer.status == UInt(code.httpStatus))
        #expect(answer.json["serverErrorCode"] as? String == code.rawValue)
      }
      let fine = try await cloud.send(.POST, to: link, bytes: Self.bytes)
      #expect(fine.status == 200)
    }
  }

  @Test(arguments: WireKind.allCases) func `an upload is dropped, done or not`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      for (effect, isDone) in [("dropBefore", false), ("dropAfter", true)] {
        let link = try await link(cloud, of: cloud.alice)
        try await cloud.fault(
          #"{"effect":"\#(effect)","operation":"uploads","recordType":"Photo","count":1}"#)
        await #expect(throws: (any Error).self) {
          try await cloud.send(.POST, to: link, bytes: Self.bytes)
        }
        // A link that was used is of no more use.
        let again = try await cloud.send(.POST, to: link, bytes: Self.bytes)
        #expect(again.status == (isDone ? 400 : 200))
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `a download fails for one account and for no other`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await savePhoto(cloud)
      let id = try await cloud.fault(
        #"{"effect":"fail","code":"TRY_AGAIN_LATER","operation":"downloads","account":"alice","every":2}"#
      )
      let (hers, his) = (
        try await downloadURL(cloud, for: cloud.alice), try await downloadURL(cloud, for: cloud.bob)
      )
      #expect(hers != his)
      var statuses: [UInt] = []
      for _ in 0..<4 { statuses.append(try await cloud.send(.GET, to: hers).status) }
      #expect(statuses == [200, 503, 200, 503])
      for _ in 0..<4 {
        let answer = try await cloud.send(.GET, to: his)
        #expect(answer.status == 200)
        #expect(answer.body == Self.bytes)
      }
      let status = try await cloud.operate(.GET, "faults/\(id)").entries("faults").first
      #expect(status?["seen"] as? Int == 4)
      #expect(status?["fired"] as? Int == 2)
    }
  }

  @Test(arguments: WireKind.allCases) func `a download is dropped or delayed`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await savePhoto(cloud)
      let url = try await downloadURL(cloud, for: cloud.bob)
      for effect in ["dropBefore", "dropAfter"] {
        try await cloud.fault(
          #"{"effect":"\#(effect)","operation":"downloads","database":"public","count":1}"#)
        await #expect(throws: (any Error).self) { try await cloud.send(.GET, to: url) }
      }
      let id = try await cloud.fault(
        #"{"effect":"delay","milliseconds":20,"operation":"downloads","account":"bob"}"#)
      #expect(try await cloud.send(.GET, to: url).body == Self.bytes)
      let status = try await cloud.operate(.GET, "faults/\(id)").entries("faults").first
      #expect(status?["fired"] as? Int == 1)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `fired faults are counted by effect, also when they are forgotten`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      let figure = { () async throws -> [String] in
        try await cloud.metrics().split(separator: "\n").map(String.init)
          .filter { $0.hasPrefix("zonechat_faults_fired_total") }
      }
      #expect(try await figure() == [])
      try await cloud.fault(#"{"effect":"throttle","operation":"zones/lookup","count":2}"#)
      try await cloud.fault(#"{"effect":"delay","milliseconds":1,"operation":"zones/list"}"#)
      for _ in 0..<3 { _ = try await cloud.post("zones/lookup", #"{"zones":[]}"#) }
      _ = try await cloud.post("zones/list")
      let expected = [
        #"zonechat_faults_fired_total{effect="delay"} 1"#,
        #"zonechat_faults_fired_total{effect="fail"} 2"#,
      ]
      #expect(try await figure() == expected)
      _ = try await cloud.operate(.DELETE, "faults")
      #expect(try await figure() == expected)
    }
  }
}
