import Foundation
import Testing

/// Facts 1.7, 2.2 and 7: feeds, tombstones and tokens.
@Suite struct FeedTests {
  @Test(arguments: WireKind.allCases) func `a feed is net, in the order of last changes`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.create(["a", "b", "c", "d"], as: alice)
      _ = try await cloud.modify(
        "forceUpdate", ["recordName": "a", "recordType": "T"], as: alice)
      _ = try await cloud.modify("forceDelete", ["recordName": "b"], as: alice)
      let (lines, entry) = try await cloud.changes(as: alice)
      #expect(lines == ["c", "d", "a", "-b"])
      #expect(entry["moreComing"] == false)
      let tombstone = entry["records"][3]
      #expect(tombstone["deleted"] == true)
      #expect(tombstone["recordType"] == nil)
      #expect(tombstone["fields"] == nil)
      #expect(tombstone["recordChangeTag"] == "2")
      _ = try await cloud.modify("create", ["recordName": "b", "recordType": "T"], as: alice)
      let since = entry["syncToken"].string
      #expect(try await cloud.changes(as: alice, since: since).lines == ["b"])
      #expect(try await cloud.changes(as: alice).lines == ["c", "d", "a", "b"])
    }
  }

  @Test(arguments: WireKind.allCases) func `zones in feeds carry their newest token`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.create(["a", "b"], as: alice)
      let listed = try await cloud.post("private/zones/list", as: alice, [:])["zones"].elements
        .first { $0["zoneID"]["zoneName"] == "Z" }
      for operation in ["changes/database", "zones/changes"] {
        let zone = try await cloud.post("private/\(operation)", as: alice, [:])["zones"][0]
        #expect(zone["zoneID"]["zoneName"] == "Z" && zone["atomic"] == true)
        #expect(zone["syncToken"].string != nil && zone["syncToken"] == listed?["syncToken"])
        let rest = try await cloud.changes(as: alice, since: zone["syncToken"].string)
        #expect(rest.lines == [])
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `tokens are bookmarks`(kind: WireKind) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.create((1...5).map { "r\($0)" }, as: alice)
      var tokens: [String] = []
      var pages: [[String]] = []
      var token: String?
      while true {
        let (lines, entry) = try await cloud.changes(
          as: alice, since: token, ["resultsLimit": 2])
        pages.append(lines)
        token = entry["syncToken"].string
        tokens.append(token ?? "")
        #expect(Data(base64Encoded: token ?? "") != nil, "not base64")
        if entry["moreComing"] != true { break }
      }
      #expect(pages.flatMap(\.self) == (1...5).map { "r\($0)" })
      // Used again, in any order and with any page size, they say the same.
      for (index, token) in tokens.enumerated().reversed() {
        let rest = try await cloud.changes(as: alice, since: token).lines
        #expect(rest == Array(pages.dropFirst(index + 1).flatMap(\.self)))
      }
      let caughtUp = try await cloud.changes(as: alice, since: tokens.last)
      #expect(caughtUp.entry["records"] == [])
      #expect(caughtUp.entry["moreComing"] == false)
      #expect(caughtUp.entry["syncToken"].string == tokens.last)
      let empty = try await cloud.changes(as: alice, since: "")
      #expect(empty.lines == [])
      #expect(empty.entry["syncToken"].string == tokens.last)
    }
  }

  @Test(arguments: WireKind.allCases) func `a page has at most 200 records`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.create((1...200).map { "a\($0)" }, as: alice)
      try await cloud.create((1...5).map { "b\($0)" }, as: alice)
      let (lines, entry) = try await cloud.changes(as: alice, ["resultsLimit": 5000])
      #expect(lines.count == 200)
      #expect(entry["moreComing"] == true)
    }
  }

  @Test(arguments: WireKind.allCases) func `a bad token is its zone's trouble alone`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.makeZone("Y", of: alice)
      try await cloud.create(["a"], as: alice)
      let good = try #require(try await cloud.changes(as: alice).entry["syncToken"].string)
      let database = try await cloud.post("private/changes/database", as: alice, [:])
      let other = try #require(
        try await cloud.changes(of: "Y", as: alice).entry["syncToken"].string)
      let truncated = String(good.dropLast(8))
      for (token, code, reason) in [
        ("garbage", "BAD_REQUEST", "Unknown sync continuation type"),
        ("AAAA", "BAD_REQUEST", "Unknown sync continuation type"),
        (truncated, "BAD_REQUEST", "Invalid continuation format"),
        (database["syncToken"].string ?? "", "BAD_REQUEST", "Unknown sync continuation type"),
        (other, "CHANGE_TOKEN_EXPIRED", nil),
      ] as [(String, String, String?)] {
        let answer = try await cloud.post(
          "private/changes/zone", as: alice,
          [
            "zones": [
              ["zoneID": .zone("Z"), "syncToken": .string(token)], ["zoneID": .zone("Y")],
            ]
          ])["zones"]
        #expect(answer[0]["serverErrorCode"].string == code, "\(token)")
        if let reason { #expect(answer[0]["reason"].string == reason) }
        #expect(answer[0]["zoneID"]["zoneName"] == "Z")
        #expect(answer[1]["moreComing"] == false)
      }
      let whole = try await cloud.ask(
        "POST", "private/changes/database", as: alice, #"{"syncToken":"garbage"}"#)
      #expect(whole.outcome == "400 BAD_REQUEST")
    }
  }

  @Test(arguments: WireKind.allCases) func `zones without a feed, and zones that are not there`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let answer = try await cloud.post(
        "private/changes/zone", as: alice,
        ["zones": [["zoneID": .zone("_defaultZone")], ["zoneID": .zone("no")]]])["zones"]
      #expect(answer[0]["serverErrorCode"] == "BAD_REQUEST")
      #expect(answer[0]["reason"] == "cannot get changes in default zone")
      #expect(answer[1]["serverErrorCode"] == "ZONE_NOT_FOUND")
      let older = try await cloud.ask(
        "POST", "private/records/changes", as: alice, #"{"zoneID":{"zoneName":"_defaultZone"}}"#)
      #expect(older.outcome == "400 BAD_REQUEST")
    }
  }

  @Test(arguments: WireKind.allCases) func `newest first in private`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.create(["a", "b", "c"], as: alice)
      let first = try await cloud.changes(as: alice, ["reverse": true, "resultsLimit": 2])
      #expect(first.lines == ["c", "b"])
      let token = first.entry["syncToken"].string
      let rest = try await cloud.changes(
        as: alice, since: token, ["reverse": true, "resultsLimit": 2])
      #expect(rest.lines == ["a"])
    }
  }

  @Test(arguments: WireKind.allCases) func `defaults at the top, and the older form`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.create(["a", "b"], as: alice)
      let page = try await cloud.post(
        "private/changes/zone", as: alice,
        ["zones": [["zoneID": .zone("Z")]], "resultsLimit": 1])["zones"][0]
      #expect(page["moreComing"] == true)
      let older = try await cloud.post(
        "private/records/changes", as: alice, ["zoneID": .zone("Z"), "resultsLimit": 1])
      #expect(older.keys == ["records", "syncToken", "moreComing"])
      #expect(older["records"][0]["recordName"] == "a")
      // Their tokens are the same.
      let next = try await cloud.post(
        "private/records/changes", as: alice,
        ["zoneID": .zone("Z"), "syncToken": page["syncToken"]])
      #expect(next["records"].elements.map { $0["recordName"].string } == ["b"])
      let unwanted = try await cloud.changes(as: alice, ["desiredRecordTypes": ["Other"]])
      #expect(unwanted.lines == [])
    }
  }

  @Test(arguments: WireKind.allCases) func `a database's feed names zones`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let first = try await cloud.post("private/changes/database", as: alice, [:])
      #expect(first["zones"].elements.map { $0["zoneID"]["zoneName"].string } == ["Z"])
      try await cloud.makeZone("Y", of: alice)
      try await cloud.create(["a"], as: alice)
      let next = try await cloud.post(
        "private/changes/database", as: alice, ["syncToken": first["syncToken"]])
      #expect(next["zones"].elements.map { $0["zoneID"]["zoneName"].string } == ["Y", "Z"])
      let caughtUp = try await cloud.post(
        "private/changes/database", as: alice, ["syncToken": next["syncToken"]])
      #expect(caughtUp["zones"] == [])
      #expect(caughtUp["moreComing"] == false)
      _ = try await cloud.post(
        "private/zones/modify", as: alice,
        ["operations": [["operationType": "delete", "zone": ["zoneID": .zone("Y")]]]])
      let gone = try await cloud.post(
        "private/changes/database", as: alice, ["syncToken": next["syncToken"]])
      #expect(gone["zones"].elements.map { $0["deleted"].bool } == [true])
    }
  }

  @Test(arguments: WireKind.allCases) func `a zone made anew ends the tokens of the old one`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      try await cloud.create(["a"], as: alice)
      let token = try await cloud.changes(as: alice).entry["syncToken"].string
      _ = try await cloud.post(
        "private/zones/modify", as: alice,
        ["operations": [["operationType": "delete", "zone": ["zoneID": .zone("Z")]]]])
      try await cloud.makeZone("Z", of: alice)
      let expired = try await cloud.changes(as: alice, since: token).entry
      #expect(expired["serverErrorCode"] == "CHANGE_TOKEN_EXPIRED")
      #expect(try await cloud.changes(as: alice).lines == [])
    }
  }
}
