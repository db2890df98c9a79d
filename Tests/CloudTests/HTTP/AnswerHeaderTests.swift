import CloudModel
import CloudServer
import Foundation
import NIOHTTP1
import Testing

/// The headers of answers, and the codings that bodies may have.
@Suite struct AnswerHeaderTests {
  @Test(arguments: WireKind.allCases)
  func `a wrong method is told the right ones`(kind: WireKind) async throws {
    try await kind.withAlice { cloud, alice in
      for (method, target, allowed) in [
        ("GET", "\(WireCloud.place)/private/records/query?\(alice.query)", "OPTIONS, POST"),
        ("PUT", "\(WireCloud.place)/private/zones/list?\(alice.query)", "GET, HEAD, OPTIONS, POST"),
        ("POST", "/device/1/iCloud.net.zonechat/development/tokens/none", nil),
        ("GET", "/device/1/iCloud.net.zonechat/development/tokens/create", "OPTIONS, POST"),
        ("POST", "\(WireCloud.place)/tokens/create", "OPTIONS"),
        ("POST", "/courier/abc", "GET, OPTIONS"),
        ("DELETE", "/uploads/abc", "OPTIONS, POST"), ("PUT", "/uploads/abc", "OPTIONS, POST"),
        ("GET", "/uploads/abc", "OPTIONS, POST"), ("HEAD", "/uploads/abc", "OPTIONS, POST"),
        ("PUT", "/extension/1/accounts", "POST"), ("DELETE", "/extension/1/faults/a/b", nil),
        ("PUT", "/extension/1/status", "GET, HEAD"), ("POST", "/", "GET, HEAD"),
        ("POST", "/extension/1/server", "GET, HEAD"), ("POST", "/join", "GET, HEAD"),
        ("DELETE", "/extension/1/links/abc", "GET, HEAD"), ("PUT", "/join/abc", "GET, HEAD"),
        ("OPTIONS", "/join/abc", "GET, HEAD"),
      ] as [(String, String, String?)] {
        let answer = try await cloud.send(method, target)
        #expect(answer.status == (allowed == nil ? 404 : 405), "\(method) \(target)")
        #expect(answer.headers["allow"] == allowed, "\(method) \(target)")
      }
    }
  }

  @Test func `an answer to one user is cached for no other`() async throws {
    try await WireKind.tcp.withAlice { cloud, alice in
      let answers = [
        try await cloud.ask("GET", "private/zones/list", as: alice),
        try await cloud.ask("POST", "private/records/modify", as: alice, "{"),
        try await cloud.ask("GET", "private/zones/list", as: nil),
        try await cloud.send("GET", "/extension/1/storage?\(alice.query)"),
        try await cloud.send(
          "POST", "/extension/1/sessions",
          body: Array(#"{"name":"alice","passphrase":"\#(testPassphrase)"}"#.utf8)),
      ]
      for answer in answers {
        #expect(answer.headers["cache-control"] == "no-store", "\(answer.text)")
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a body in a coding that nobody reads is refused by the coding's name`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let target = "\(WireCloud.place)/private/zones/list?\(alice.query)"
      for coding in ["gzip", "br, gzip", "x"] {
        let answer = try await cloud.send(
          "POST", target, headers: ["Content-Encoding": coding], body: Array("{}".utf8))
        #expect(answer.outcome == "415 BAD_REQUEST")
        #expect(answer.text.contains("'\(coding)'"))
        #expect(answer.headers["accept-encoding"] == "identity")
      }
      for coding in ["identity", "Identity", ""] {
        let answer = try await cloud.send(
          "POST", target, headers: ["Content-Encoding": coding], body: Array("{}".utf8))
        #expect(answer.status == 200, "\(answer.text)")
      }
    }
  }

  @Test func `strictly a plus that is not escaped is no part of a key, and uses nothing up`()
    async throws
  {
    for rotation in [EnvironmentSettings.TokenRotation.lenient, .strict] {
      try await AccessWorld.run(over: .inProcess, settings: .init(tokenRotation: rotation)) {
        world in
        var token = ""
        // A few keys have no plus.
        while !token.contains("+") {
          token = try #require(try await world.signIn("alice").json["webAuthToken"] as? String)
        }
        let bare = "ckAPIToken=\(AccessWorld.apiToken)&ckWebAuthToken=\(token)"
        let loose = try await world.operate("zones/list", in: "private", query: bare)
        #expect(loose.outcome == (rotation == .strict ? "421 AUTHENTICATION_REQUIRED" : "200"))
        let escaped = bare.replacing("+", with: "%2B")
        let answer = try await world.operate("zones/list", in: "private", query: escaped)
        #expect(answer.outcome == "200")
      }
    }
  }

  @Test func `strangers learn what answers, and not what it holds`() async throws {
    try await WireKind.tcp.withAlice { cloud, _ in
      let stranger = try await cloud.send("GET", "/extension/1/status").json
      #expect(stranger.keys == ["product", "version"])
      #expect(try await cloud.send("GET", "/extension/metrics").status == 403)
      #expect(try await cloud.send("GET", "/extension/health").json == ["status": "ok"])
      let known = try await cloud.send(
        .GET, "/extension/1/status", headers: try cloud.administrator, body: [])
      #expect(known.json["accounts"] as? Int == 1 && known.json["processID"] != nil)
      let metrics = try await cloud.send(
        .GET, "/extension/metrics", headers: try cloud.administrator, body: [])
      #expect(metrics.text.contains("zonechat_requests_total"))
    }
  }
}
