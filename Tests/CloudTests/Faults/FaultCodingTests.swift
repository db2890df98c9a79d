import CloudModel
import CloudWire
import Foundation
import Testing

/// Faults as JSON.
@Suite struct FaultCodingTests {
  private func decode(_ json: String) throws -> [CloudFault] {
    try JSONDecoder().decode(FaultsAddRequest.self, from: Data(json.utf8)).faults
  }

  private static let effects: [(json: String, effect: CloudFault.Effect)] = [
    (#""effect":"delay","milliseconds":5"#, .delay(milliseconds: 5)),
    (#""effect":"dropBefore""#, .dropBefore), (#""effect":"dropAfter""#, .dropAfter),
    (
      #""effect":"fail","code":"QUOTA_EXCEEDED","retryAfter":2,"reason":"full""#,
      .fail(.init(.quotaExceeded, retryAfterSeconds: 2, reason: "full"))
    ),
    (
      #""effect":"fail","nativeCode":28"#, .fail(.init(.zoneNotFound, nativeCode: .userDeletedZone))
    ),
    (#""effect":"failRecords","code":"CONFLICT""#, .failRecords(.init(.conflict))),
    (#""effect":"busy""#, .fail(.init(.zoneBusy))),
    (#""effect":"throttle","retryAfter":3"#, .fail(.init(.throttled, retryAfterSeconds: 3))),
    (#""effect":"expireTokens""#, .expireTokens),
    (#""effect":"loseNotifications""#, .loseNotifications),
    (#""effect":"duplicateNotifications""#, .duplicateNotifications),
    (#""effect":"delayNotifications","milliseconds":1"#, .delayNotifications(milliseconds: 1)),
    (#""effect":"lagIndex","seconds":3"#, .lagIndex(seconds: 3)),
    (#""effect":"limitQuota","bytes":100"#, .limitQuota(bytes: 100)),
    (#""effect":"accountState","state":"restricted""#, .accountState(.restricted)),
    (#""effect":"skewClock","seconds":-60"#, .skewClock(seconds: -60)),
  ]

  @Test func `every effect is read, written and read again`() throws {
    for (json, effect) in Self.effects {
      let fault = try #require(try decode("{\(json)}").first)
      #expect(fault.effect == effect)
      let written = try JSONEncoder().encode(fault)
      #expect(try JSONDecoder().decode(CloudFault.self, from: written) == fault)
    }
    let names = Set(Self.effects.map(\.effect.name) + ["busy", "throttle"])
    #expect(names == Set(CloudFault.Effect.parameters.map(\.name)))
  }

  @Test func `filters and schedules are read, and an array is several faults`() throws {
    let faults = try decode(
      """
      [{"id":"a","account":"alice","container":"iCloud.*","environment":"production",
        "operation":"records/modify","database":"shared","zone":"chat-*","record":"m?",
        "recordType":"Message","probability":0.5,"every":2,"skip":1,"count":3,"duration":60,
        "until":1800000000000,"seed":7,"effect":"dropAfter"},{"effect":"dropBefore"}]
      """)
    #expect(
      faults == [
        CloudFault(
          id: "a",
          filter: .init(
            account: "alice", container: "iCloud.*", environment: "production",
            operation: "records/modify", database: "shared", zone: "chat-*", record: "m?",
            recordType: "Message"),
          schedule: .init(
            probability: 0.5, every: 2, skip: 1, count: 3, duration: 60, until: 1_800_000_000_000,
            seed: 7), effect: .dropAfter),
        CloudFault(effect: .dropBefore),
      ])
  }

  private static let refused = [
    "{}", "[{}]", "3", #"{"effect":"explode"}"#, #"{"effect":"delay"}"#,
    #"{"effect":"fail"}"#, #"{"effect":"fail","code":"NOPE"}"#,
    #"{"effect":"fail","nativeCode":99}"#, #"{"effect":"dropBefore","milliseconds":3}"#,
    #"{"effect":"busy","code":"CONFLICT"}"#, #"{"effect":"dropBefore","probabilty":0.1}"#,
    #"{"effect":"accountState","state":"odd"}"#, #"{"effect":"dropBefore","count":"3"}"#,
  ]

  @Test func `a misspelt fault is refused`() {
    for json in Self.refused {
      #expect(throws: DecodingError.self, "\(json)") { try decode(json) }
    }
  }

  private static let meaningless = [
    #""effect":"delay","milliseconds":-1"#, #""effect":"delay","milliseconds":600001"#,
    #""effect":"dropBefore","probability":1.5"#, #""effect":"dropBefore","every":0"#,
    #""effect":"dropBefore","skip":-1"#, #""effect":"dropBefore","count":0"#,
    #""effect":"dropBefore","duration":0"#, #""effect":"dropBefore","until":-5"#,
    #""effect":"dropBefore","database":"secret""#, #""effect":"dropBefore","environment":"x""#,
    #""effect":"dropBefore","zone":"""#, #""effect":"dropBefore","zone":"a\u0007""#,
    #""effect":"dropBefore","id":"a b""#, #""effect":"busy","retryAfter":-1"#,
    #""effect":"limitQuota","bytes":-1"#, #""effect":"lagIndex","seconds":100000"#,
    #""effect":"skewClock","seconds":1e300"#,
  ]

  @Test func `a fault that makes no sense is refused`() throws {
    for json in Self.meaningless {
      let fault = try #require(try decode("{\(json)}").first)
      #expect(throws: CloudError.self, "\(json)") { try fault.check() }
    }
  }

  @Test func `a listed fault is one flat object`() throws {
    let status = FaultStatus(
      fault: CloudFault(id: "x", schedule: .init(seed: 4), effect: .delay(milliseconds: 5)),
      seen: 3, fired: 2, createdAt: 7)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(status)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"createdAt":7,"effect":"delay","fired":2,"id":"x","milliseconds":5,"seed":4,"seen":3}"#
    )
    #expect(try JSONDecoder().decode(FaultStatus.self, from: json) == status)
  }
}
