import CloudModel
import CloudModel
import Foundation
import NIOHTTP1
import Testing

/// `records/query` and what goes with it, as they stand on the wire.
@Suite struct QueryWireTests {
  private static let zone = #""zoneID":{"zoneName":"Z"}"#

  private static func fill(_ cloud: RawCloud) async throws {
    try await cloud.makeZone()
    let operations = (1...3).map { number in
      """
      {"operationType":"create","record":{"recordName":"i\(number)","recordType":"Item","fields":{
        "title":{"value":"Milk \(number)"},"done":{"value":\(number % 2)},
        "price":{"value":\(number).5},"tags":{"value":["a"],"type":"STRING_LIST"}}}}
      """
    }
    let saved = try await cloud.post(
      "records/modify", "{\(zone),\"operations\":[\(operations.joined(separator: ","))]}")
    #expect(saved.entries("records").allSatisfy { $0["serverErrorCode"] == nil }, "\(saved.text)")
  }

  private static func names(_ answer: RawCloud.Answer) -> [String] {
    answer.entries("records").compactMap { $0["recordName"] as? String }
  }

  @Test(
    arguments: WireKind.allCases,
    [
      #"{"latitude":2,"longitude":0}"#,
      #"{"value":{"latitude":2,"longitude":0},"type":"LOCATION"}"#,
    ])
  func `a place to sort by may come bare or as a field's value`(
    kind: WireKind, place: String
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await cloud.makeZone()
      let operations = (0...2).map { number in
        """
        {"operationType":"create","record":{"recordName":"p\(number)","recordType":"Place","fields":{
          "where":{"value":{"latitude":\(number),"longitude":0},"type":"LOCATION"}}}}
        """
      }
      _ = try await cloud.post(
        "records/modify", "{\(Self.zone),\"operations\":[\(operations.joined(separator: ","))]}")
      let found = try await cloud.post(
        "records/query",
        """
        {\(Self.zone),"query":{"recordType":"Place","filterBy":[{"fieldName":"where",
          "comparator":"NEAR","distance":9000000,
          "fieldValue":{"value":{"latitude":0,"longitude":0},"type":"LOCATION"}}],
          "sortBy":[{"fieldName":"where","relativeLocation":\(place)}]}}
        """)
      #expect(Self.names(found) == ["p2", "p1", "p0"], "\(found.text)")
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a query is answered with records, and a marker where there are more`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await Self.fill(cloud)
      let body = """
        {\(Self.zone),"resultsLimit":2,"desiredKeys":["title"],"query":{"recordType":"Item",
          "filterBy":[{"fieldName":"price","comparator":"GREATER_THAN",
            "fieldValue":{"value":1}}],
          "sortBy":[{"fieldName":"title","ascending":false}]}
        """
      let first = try await cloud.post("records/query", body + "}")
      #expect(first.status == 200, "\(first.text)")
      #expect(Self.names(first) == ["i3", "i2"])
      let record = try #require(first.entries("records").first)
      #expect(record["deleted"] as? Bool == false)
      #expect((record["fields"] as? [String: Any])?.keys.sorted() == ["title"])
      #expect(first.json["syncToken"] == nil)
      let marker = try #require(first.json["continuationMarker"] as? String)
      let second = try await cloud.post(
        "records/query", body + ",\"continuationMarker\":\"\(marker)\"}")
      #expect(Self.names(second) == ["i1"])
      #expect(second.json["continuationMarker"] == nil)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a query without a zone means the default zone, zoneWide all of them`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await Self.fill(cloud)
      let filter =
        #""filterBy":[{"fieldName":"done","comparator":"EQUALS","fieldValue":{"value":1}}]"#
      let query = "\"query\":{\"recordType\":\"Item\",\(filter)}"
      #expect(Self.names(try await cloud.post("records/query", "{\(query)}")) == [])
      let wide = try await cloud.post("records/query", "{\(query),\"zoneWide\":true}")
      #expect(Self.names(wide) == ["i1", "i3"])
      let shared = try await cloud.send(
        .POST, "/database/1/iCloud.net.zonechat/development/shared/records/query",
        body: "{\(query)}")
      #expect(shared.status == 400)
    }
  }

  private static let refused: [(query: String, status: UInt, code: String, reason: String)] = [
    (
      #"{"recordType":"Nope"}"#, 404, "NOT_FOUND", "Did not find record type: Nope"
    ),
    (
      #"{"recordType":"Item"}"#, 400, "BAD_REQUEST",
      "Field 'recordName' is not marked queryable"
    ),
    (
      #"{"recordType":"Item","filterBy":[{"fieldName":"title","comparator":"IN","fieldValue":{"value":["a"]}}]}"#,
      400, "BAD_REQUEST", "BadRequestException: Unexpected input"
    ),
    (
      #"{"recordType":"Item","filterBy":[{"fieldName":"title","comparator":"LIKE","fieldValue":{"value":"a"}}]}"#,
      400, "BAD_REQUEST",
      "BadRequestException: invalid value at 'query.filterBy.[0].comparator': unknown word 'LIKE'; there are "
        + Query.Comparator.allCases.map(\.rawValue).joined(separator: ", ")
    ),
    (
      #"{"recordType":"Item","filterBy":[{"comparator":"EQUALS","fieldValue":{"value":"a"}}]}"#,
      400, "BAD_REQUEST",
      "BadRequestException: missing key 'fieldName' or 'systemFieldName' in 'query.filterBy'"
    ),
    (
      #"{"recordType":"Item","sortBy":[{"ascending":true}]}"#, 400, "BAD_REQUEST",
      "BadRequestException: missing key 'fieldName' or 'systemFieldName' in 'query.sortBy'"
    ),
    ("{}", 400, "BAD_REQUEST", "BadRequestException: missing key 'query.recordType'"),
  ]

  @Test(arguments: WireKind.allCases) func `a query that cannot be answered is refused whole`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await Self.fill(cloud)
      for (query, status, code, reason) in Self.refused {
        let answer = try await cloud.post("records/query", "{\(Self.zone),\"query\":\(query)}")
        #expect(answer.status == status, "\(query)")
        #expect(answer.json["serverErrorCode"] as? String == code, "\(query)")
        #expect(answer.json["reason"] as? String == reason, "\(query)")
      }
      let gone = try await cloud.post(
        "records/query", #"{"zoneID":{"zoneName":"gone"},"query":{"recordType":"Item"}}"#)
      #expect(gone.status == 404)
      #expect(gone.json["serverErrorCode"] as? String == "ZONE_NOT_FOUND")
    }
  }

  /// Operations that answer with the record `i1`, and what asks for it.
  private static let requests = [
    ("records/lookup", #""records":[{"recordName":"i1"}]"#),
    (
      "records/query",
      #""query":{"recordType":"Item","filterBy":[{"fieldName":"title","comparator":"EQUALS","fieldValue":{"value":"Milk 1"}}]}"#
    ),
    (
      "records/modify",
      #""operations":[{"operationType":"forceUpdate","record":{"recordName":"i1","recordType":"Item","fields":{}}}]"#
    ),
  ]

  @Test(arguments: WireKind.allCases) func `numbers come as strings where that is wanted`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await Self.fill(cloud)
      for (operation, body) in Self.requests + [("records/changes", "")] {
        for asStrings in [true, false] {
          let tail = body.isEmpty ? "" : ",\(body)"
          let answer = try await cloud.post(
            operation, "{\(Self.zone),\"numbersAsStrings\":\(asStrings)\(tail)}")
          let record = answer.entries("records").first { $0["recordName"] as? String == "i1" }
          let fields = record?["fields"] as? [String: [String: Any]]
          #expect((fields?["done"]?["value"] is String) == asStrings, "\(operation) \(answer.text)")
          #expect((fields?["price"]?["value"] as? String) == (asStrings ? "1.5" : nil))
          #expect(fields?["done"]?["type"] as? String == "INT64")
        }
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `the current sync token comes only where it is asked for`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await Self.fill(cloud)
      let asking = cloud.signedIn + "&getCurrentSyncToken=true"
      let path = "/database/1/iCloud.net.zonechat/development/private/"
      for (operation, body) in Self.requests {
        let with = try await cloud.send(
          .POST, path + operation, query: asking, body: "{\(Self.zone),\(body)}")
        let token = try #require(with.json["syncToken"] as? String, "\(with.text)")
        let rest = try await cloud.post(
          "changes/zone", "{\"zones\":[{\(Self.zone),\"syncToken\":\"\(token)\"}]}")
        #expect((rest.entries("zones").first?["records"] as? [Any])?.isEmpty == true)
        let without = try await cloud.post(operation, "{\(Self.zone),\(body)}")
        #expect(without.json["syncToken"] == nil)
        let untracked = try await cloud.send(
          .POST, path + operation, query: asking, body: "{\(body)}")
        #expect(untracked.status == 400)
        #expect(
          untracked.json["reason"] as? String
            == "syncToken operations supported only in SyncZone")
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `an empty list has the type of its field`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      try await Self.fill(cloud)
      let saved = try await cloud.post(
        "records/modify",
        """
        {\(Self.zone),"operations":[{"operationType":"forceUpdate","record":{"recordName":"i1",
          "recordType":"Item","fields":{"tags":{"value":[]}}}}]}
        """)
      let fields = saved.entries("records").first?["fields"] as? [String: [String: Any]]
      #expect(fields?["tags"]?["type"] as? String == "STRING_LIST", "\(saved.text)")
      #expect((fields?["tags"]?["value"] as? [Any])?.isEmpty == true)
    }
  }
}
