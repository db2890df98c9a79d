import CloudModel
import CloudWire
import NIOHTTP1
import Testing

/// Every error code of the protocol, and a request that gets it.
///
/// Its statuses and usual reasons are in `FaultHTTPTests`, which orders each.
@Suite struct ErrorCodeTests {
  @Test(arguments: WireKind.allCases) func `every error code has a request that gets it`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      try await cloud.makeZones("Z", "Y")
      for code in ServerErrorCode.allCases {
        let answer = try await Self.provoke(code, in: cloud)
        let items = ["records", "zones"].flatMap(answer.codes)
        #expect(
          answer.status == 200
            ? items.contains(code.rawValue)
            : answer.outcome == "\(code.httpStatus) \(code.rawValue)",
          "\(code): \(answer.text)")
      }
    }
  }

  /// The first request that fails so; one switch, so that a new code has its request too.
  private static func provoke(
    _ code: ServerErrorCode, in cloud: OperatedCloud
  ) async throws -> RawCloud.Answer {
    switch code {
    case .accessDenied:
      return try await cloud.post(
        "zones/modify",
        """
        {"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"B",
          "ownerRecordName":"\(cloud.bob.userRecordName)"}}}]}
        """)
    case .atomicError:
      return try await modify(cloud, ["create", "update"], #""recordName":"a","recordType":"T""#)
    case .authenticationFailed:
      return try await cloud.ask(.POST, "account")
    case .authenticationRequired:
      var stranger = cloud.alice
      stranger.webAuthToken = "nobody"
      return try await cloud.post("zones/list", as: stranger)
    case .badRequest:
      return try await cloud.post("records/modify", "{")
    case .conflict:
      _ = try await modify(cloud, ["create"], #""recordName":"c","recordType":"T""#)
      return try await modify(cloud, ["create"], #""recordName":"c","recordType":"T""#)
    case .exists:
      return try await cloud.operate(
        .POST, "accounts", #"{"name":"alice","passphrase":"\#(testPassphrase)"}"#)
    case .internalError:
      // What the live server answers to whoever asks for all of their contacts.
      return try await cloud.discoverContacts()
    case .notFound:
      return try await cloud.post(
        "records/lookup", #"{"zoneID":{"zoneName":"Z"},"records":[{"recordName":"no"}]}"#)
    case .quotaExceeded:
      _ = try await cloud.operate(.POST, "limits", #"{"quotaBytes":10}"#)
      let answer = try await cloud.save([("q", "more than ten bytes")])
      _ = try await cloud.operate(.POST, "limits", #"{"quotaBytes":100000}"#)
      return answer
    case .throttled:
      _ = try await cloud.operate(.POST, "limits", #"{"throttle":{"perSecond":0.01,"burst":1}}"#)
      _ = try await cloud.post("zones/list")
      let answer = try await cloud.post("zones/list")
      _ = try await cloud.operate(.POST, "limits", #"{"endsThrottle":true}"#)
      return answer
    case .validatingReferenceError:
      return try await modify(
        cloud, ["create"], #""recordName":"v","recordType":"T","parent":{"recordName":"no"}"#)
    case .zoneNotFound:
      return try await cloud.post("zones/lookup", #"{"zones":[{"zoneID":{"zoneName":"no"}}]}"#)
    case .changeTokenExpired:
      let page = try await changes(cloud, of: "Y", since: "")
      let zone = try #require(page.entries("zones").first)
      return try await changes(cloud, of: "Z", since: try #require(zone["syncToken"] as? String))
    case .uniqueFieldError, .tryAgainLater, .zoneBusy:
      // Nothing has unique fields here; the others come with a load that no test can count on.
      try await cloud.fault(#"{"effect":"fail","code":"\#(code.rawValue)","count":1}"#)
      return try await cloud.post("zones/list")
    }
  }

  private static func modify(
    _ cloud: OperatedCloud, _ types: [String], _ record: String
  ) async throws -> RawCloud.Answer {
    let operations = types.enumerated().map { number, type in
      let record = number == 0 ? record : #""recordName":"absent","recordType":"T""#
      return #"{"operationType":"\#(type)","record":{\#(record)}}"#
    }
    return try await cloud.post(
      "records/modify",
      #"{"zoneID":{"zoneName":"Z"},"operations":[\#(operations.joined(separator: ","))]}"#,
      native: true)
  }

  private static func changes(
    _ cloud: OperatedCloud, of zone: String, since token: String
  ) async throws -> RawCloud.Answer {
    let token = token.isEmpty ? "" : #","syncToken":"\#(token)""#
    return try await cloud.post(
      "changes/zone", #"{"zones":[{"zoneID":{"zoneName":"\#(zone)"}\#(token)}]}"#)
  }
}
