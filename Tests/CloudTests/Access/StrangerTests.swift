import CloudRules
import CloudServer
import Foundation
import NIOHTTP1
import Testing

/// Whoever has an account and nothing else sees, changes and learns nothing of what is another's.
@Suite struct StrangerTests {
  /// Alice's zone with a record, a share that invites bob, and a subscription.
  private struct Victim {
    var user: String
    var query: String
    var shortGUID: String
    var zone: String { #"{"zoneName":"secret","ownerRecordName":"\#(user)"}"# }
  }

  private func victim(_ world: AccessWorld) async throws -> Victim {
    let signIn = try await world.signIn("alice")
    let user = try #require(signIn.json["userRecordName"] as? String)
    let query = AccessWorld.query(token: signIn.json["webAuthToken"] as? String ?? "")
    func post(_ operation: String, _ body: String) async throws -> AccessWorld.Answer {
      try await world.operate(operation, in: "private", query: query, body: body)
    }
    _ = try await post(
      "zones/modify",
      #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"secret"}}}]}"#)
    let saved = try await post(
      "records/modify",
      """
      {"zoneID":{"zoneName":"secret"},"operations":[
      {"operationType":"create","record":{"recordName":"diary","recordType":"Note",
      "fields":{"text":{"value":"hidden treasure"}}}},
      {"operationType":"create","record":{"recordName":"cloudkit.zoneshare",
      "recordType":"cloudkit.share","publicPermission":"NONE","fields":{},"participants":[
      {"userIdentity":{"lookupInfo":{"emailAddress":"bob"}},"permission":"READ_WRITE"}]}}]}
      """)
    #expect(saved.codes("records") == ["OK", "OK"])
    let guid = saved.entries("records").last?["shortGUID"] as? String
    return Victim(user: user, query: query, shortGUID: try #require(guid))
  }

  /// Everything that names a zone, a record or a share, tried on alice's.
  private func attempts(_ victim: Victim) -> [(operation: String, body: String)] {
    let zone = victim.zone
    let save = """
      {"recordName":"diary","recordType":"Note","recordChangeTag":"1",
      "fields":{"text":{"value":"overwritten"}}}
      """
    let writes = ["create", "update", "forceUpdate", "replace", "forceReplace", "delete"]
    return writes.map {
      (
        "records/modify",
        #"{"zoneID":\#(zone),"operations":[{"operationType":"\#($0)","record":\#(save)}]}"#
      )
    } + [
      (
        "records/modify",
        """
        {"zoneID":\(zone),"operations":[{"operationType":"forceDelete",
        "record":{"recordName":"cloudkit.zoneshare"}}]}
        """
      ),
      ("records/lookup", #"{"zoneID":\#(zone),"records":[{"recordName":"diary"}]}"#),
      ("records/changes", #"{"zoneID":\#(zone)}"#),
      ("records/query", #"{"zoneID":\#(zone),"query":{"recordType":"Note"}}"#),
      ("records/query", #"{"zoneWide":true,"query":{"recordType":"Note"}}"#),
      ("changes/zone", #"{"zones":[{"zoneID":\#(zone)}]}"#),
      ("changes/database", "{}"), ("zones/changes", "{}"), ("zones/list", "{}"),
      ("zones/lookup", #"{"zones":[\#(zone)]}"#),
      (
        "zones/modify",
        #"{"operations":[{"operationType":"delete","zone":{"zoneID":\#(zone)}}]}"#
      ),
      (
        "subscriptions/modify",
        """
        {"operations":[{"operationType":"create","subscription":{"subscriptionID":"spy",
        "subscriptionType":"zone","zoneID":\(zone)}}]}
        """
      ),
      ("records/resolve", #"{"shortGUIDs":[{"value":"\#(victim.shortGUID)"}]}"#),
      ("records/accept", #"{"shortGUIDs":[{"value":"\#(victim.shortGUID)"}]}"#),
      ("assets/rereference", #"{"zoneID":\#(zone),"assets":[]}"#),
    ]
  }

  @Test(arguments: WireKind.allCases) func `no operation gives anything away or changes anything`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let victim = try await victim(world)
      let mallory = try await world.query("mallory")
      let before = try await picture(world, victim)
      for database in ["private", "shared", "public"] {
        for (operation, body) in attempts(victim) {
          let answer = try await world.operate(
            operation, in: database, query: mallory, body: body)
          let place = "\(database) \(operation) \(body) \(answer.text)"
          #expect(!answer.text.contains("hidden treasure"), "\(place)")
          #expect(!answer.text.contains(#""zoneName":"secret""#) || answer.isRefusal, "\(place)")
          #expect(!answer.text.contains("bob"), "\(place)")
          #expect(answer.status < 500, "\(place)")
        }
      }
      #expect(try await picture(world, victim) == before)
    }
  }

  @Test(arguments: WireKind.allCases) func `a share is told from one that never was by nothing`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let victim = try await victim(world)
      let mallory = try await world.query("mallory")
      func resolve(_ guid: String) async throws -> [String?] {
        let answer = try await world.operate(
          "records/resolve", in: "public", query: mallory,
          body: #"{"shortGUIDs":[{"value":"\#(guid)"}]}"#)
        return [answer.outcome, answer.json["reason"] as? String]
      }
      #expect(try await resolve(victim.shortGUID) == resolve("neverWasOneOfThese"))
    }
  }

  /// The data of alice, as she sees it.
  private func picture(_ world: AccessWorld, _ victim: Victim) async throws -> [String] {
    var texts: [String] = []
    for (operation, body) in [
      ("changes/zone", #"{"zones":[{"zoneID":{"zoneName":"secret"}}]}"#),
      ("changes/database", "{}"), ("zones/list", "{}"),
    ] {
      let answer = try await world.operate(
        operation, in: "private", query: victim.query, body: body)
      let sorted = try JSONSerialization.data(
        withJSONObject: answer.json, options: .sortedKeys)
      texts.append(String(decoding: sorted, as: UTF8.self))
    }
    return texts
  }
}

extension RawCloud.Answer {
  /// Whether the whole request failed, or every entry of it did.
  fileprivate var isRefusal: Bool {
    guard status == 200 else { return true }
    let entries = ["records", "zones", "subscriptions", "results", "assets"].flatMap(entries)
    return entries.allSatisfy { $0["serverErrorCode"] != nil }
  }
}
