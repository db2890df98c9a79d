import CloudModel
import Foundation
import Testing

/// Bodies that want more than a body may, and paths that want elsewhere.
@Suite(.timeLimit(.minutes(15)))
struct HostileBodyTests {
  private static let depth = 100_000

  /// A name, the bytes, and what the reason must say.
  private static let bodies: [(name: String, body: [UInt8], reason: String)] = [
    ("deep arrays", bytes(String(repeating: "[", count: depth)), "nesting"),
    (
      "deep objects", bytes(String(repeating: #"{"operations":"#, count: depth)), "nesting"
    ),
    (
      "a deep value",
      bytes(
        #"{"operations":[{"operationType":"create","record":{"fields":{"a":{"value":"#
          + String(repeating: "[", count: 500) + String(repeating: "]", count: 500) + "}}}}]}"),
      "nesting"
    ),
    (
      "a million elements",
      bytes(#"{"operations":["# + String(repeating: "0,", count: 999_999) + "0]}"), "values"
    ),
    (
      "a million keys",
      bytes("{" + (0..<200_000).map { #""\#($0)":0"# }.joined(separator: ",") + "}"), "values"
    ),
    ("a long number", bytes(#"{"operations":\#(String(repeating: "9", count: 9000))}"#), "digits"),
    ("a byte of Latin-1", bytes(#"{"operations":[]"#) + [0xE4, 0x7D], "UTF-8"),
    ("a surrogate in UTF-8", bytes(#"{"a":""#) + [0xED, 0xA0, 0x80] + bytes(#""}"#), "UTF-8"),
    ("an overlong slash", bytes(#"{"a":""#) + [0xC0, 0xAF] + bytes(#""}"#), "UTF-8"),
    ("half a character", bytes(#"{"a":""#) + [0xF0, 0x9F], "UTF-8"),
    ("UTF-16", [0xFF, 0xFE] + "{}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "UTF-8"),
    ("NaN", bytes(#"{"operations":NaN}"#), "not JSON"),
    ("infinity", bytes(#"{"operations":[],"atomic":1e999}"#), ""),
    ("a comment", bytes(#"{"operations":[]/**/}"#), "not JSON"),
    ("two values", bytes(#"{"operations":[]} {}"#), "not JSON"),
    ("nothing", [], "not JSON"), ("a null", bytes("null"), ""), ("zeros", [0, 0, 0], "not JSON"),
    ("half a surrogate", bytes(#"{"operations":"\ud800"}"#), ""),
  ]

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `a hostile body is refused, and writes nothing`() async throws {
    try await WireKind.tcp.withAlice { cloud, alice in
      let target = "\(WireCloud.place)/private/records/modify?\(alice.query)"
      for (name, body, reason) in Self.bodies {
        let answer = try await cloud.send("POST", target, body: body)
        #expect(answer.outcome == "400 BAD_REQUEST", "\(name): \(answer.text)")
        #expect(
          reason.isEmpty || answer.json["reason"].string?.contains(reason) == true,
          "\(name): \(answer.text)")
      }
      #expect(try await cloud.changes(as: alice).lines == [])
    }
  }

  /// A body as large as they come, and harmless, is what the others are measured by.
  @Test func `no hostile body takes longer than a harmless one could`() async throws {
    try await WireKind.tcp.withAlice { cloud, alice in
      let target = "\(WireCloud.place)/private/records/modify?\(alice.query)"
      func time(_ body: [UInt8]) async throws -> Duration {
        try await ContinuousClock().measure {
          _ = try await cloud.send("POST", target, body: body)
        }
      }
      let padding = String(repeating: "x", count: CloudLimits.requestBytes - 100)
      let harmless = Self.bytes(#"{"operations":[],"padding":"\#(padding)"}"#)
      var reference = try await time(harmless)
      for (name, body, _) in Self.bodies {
        var isBounded = try await time(body) < reference * 10
        // Once more, side by side, where the machine had something else to do.
        for _ in 0..<5 where !isBounded {
          reference = try await time(harmless)
          isBounded = try await time(body) < reference * 10
        }
        #expect(isBounded, "\(name)")
      }
    }
  }

  @Test func `a long list is read`() async throws {
    try await WireKind.tcp.withAlice { cloud, alice in
      let list = (0..<10_000).map { _ in "1" }.joined(separator: ",")
      let body = """
        {"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"create","record":{"recordName":
        "r","recordType":"T","fields":{"f":{"value":[\(list)],"type":"INT64_LIST"}}}}]}
        """
      let answer = try await cloud.ask("POST", "private/records/modify", as: alice, body)
      #expect(answer.json["records"][0]["recordName"] == "r", "\(answer.text.prefix(300))")
    }
  }

  @Test func `of two members of one name one counts, always the same`() async throws {
    try await WireKind.tcp.withAlice { cloud, alice in
      let body = #"{"zones":[],"zones":[{"zoneID":{"zoneName":"Z"}}]}"#
      var answers: Set<Int> = []
      for _ in 0..<8 {
        let answer = try await cloud.ask("POST", "private/zones/lookup", as: alice, body)
        #expect(answer.status == 200)
        answers.insert(answer.json["zones"].elements.count)
      }
      #expect(answers.count == 1)
    }
  }

  private static let paths = [
    "/database/1/../1/iCloud.net.zonechat/development/private/zones/list",
    "/database/1/iCloud.net.zonechat/development/private/./zones/list",
    "/database/1/iCloud.net.zonechat/development/private//zones/list",
    "//database/1/iCloud.net.zonechat/development/private/zones/list",
    "/database/1/iCloud.net.zonechat/development/private%2Fzones/list",
    "/database/1/iCloud.net.zonechat/development/private/zones%2flist",
    "/database/1/iCloud.net.zonechat/development/private/zones/list%00",
    "/database/1/iCloud.net.zonechat/development/%2e%2e/private/zones/list",
    "/database/1/iCloud.net.zonechat/development/private/zones/list%",
    "/database/1/iCloud.net.zonechat/development/private/zones/list%E2%80%AE",
    "/database/1/iCloud.net.zonechat/development/private/zones/list%5C",
    "/database/1/iCloud.net.zonechat/development/private/zones/list%FF",
    "/database/1/\(String(repeating: "a", count: 300))/development/private/zones/list",
  ]

  @Test func `there is one path to a place`() async throws {
    try await WireKind.inProcess.withAlice { cloud, alice in
      for path in Self.paths {
        let answer = try await cloud.send("POST", "\(path)?\(alice.query)", body: Array("{}".utf8))
        #expect(answer.outcome == "404 NOT_FOUND", "\(path)")
      }
    }
  }

  @Test func `tokens that are none open nothing`() async throws {
    try await WireKind.inProcess.withAlice { cloud, alice in
      let list = "\(WireCloud.place)/private/zones/list"
      for query in [
        "", "ckAPIToken=", "ckAPIToken=%00", "ckAPIToken=\(alice.apiToken)",
        "ckAPIToken=\(alice.apiToken)&ckWebAuthToken=",
        "ckAPIToken=\(alice.apiToken)&ckWebAuthToken=%27%20OR%201=1",
        "ckAPIToken=\(alice.apiToken)&ckWebAuthToken=\(alice.webAuthToken.dropLast())",
        "ckAPIToken=\(alice.webAuthToken)&ckWebAuthToken=\(alice.apiToken)",
        "ckAPIToken=\(alice.apiToken.uppercased())x&ckWebAuthToken=\(alice.webAuthToken)",
      ] {
        let answer = try await cloud.send("POST", "\(list)?\(query)", body: Array("{}".utf8))
        #expect([401, 421].contains(answer.status), "\(query)")
      }
    }
  }
}
