import CloudRules
import CloudServer
import CloudStorage
import Logging
import NIOHTTP1
import Synchronization
import Testing

/// The log of requests and the figures.
@Suite struct RequestLogTests {
  /// Keeps lines instead of writing them.
  private struct Lines: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.add(event.metadata ?? [:]) }
  }

  private final class LogLines: Sendable {
    private let all = Mutex<[[String: String]]>([])

    func add(_ line: Logger.Metadata) {
      all.withLock { $0.append(line.mapValues { "\($0)" }) }
    }

    var lines: [[String: String]] { all.withLock { $0 } }
  }

  @Test func `a request is one line, without secrets and control characters`() async throws {
    let log = LogLines()
    let host = try CloudHost(
      configuration: .init(storage: .inMemory, tcp: .init(host: "127.0.0.1", port: 0)),
      surroundings: .deterministic(), logger: Logger(label: "test"),
      requestLogger: Logger(label: "requests") { _ in Lines(lines: log) })
    let cloud = WireCloud { method, target, headers, body in
      let answer = try await host.answer(method, target, headers: headers, body: body)
      return WireAnswer(status: answer.status, headers: answer.headers, body: answer.body)
    }
    let alice = try await cloud.signUp("alice")
    try await cloud.makeZone("Z", of: alice)
    let failed = try await cloud.ask("POST", "private/records/modify", as: alice, "{")
    _ = try await cloud.send("GET", "/courier%0A/\(alice.webAuthToken)")
    _ = try await cloud.send("GET", "/\u{7}%1B[2J\u{202E}/x")
    // What the link of a chat ends in lets people in.
    _ = try await cloud.send("GET", "/extension/1/links/shortGUIDofAChat")
    _ = try await cloud.send("GET", "/join/shortGUIDofAChat")
    _ = try await cloud.send("GET", "//extension/1//links/shortGUIDofAChat")
    _ = try await cloud.send("GET", "//join///shortGUIDofAChat")
    let lines = log.lines
    #expect(lines.count == 9)
    #expect(lines[5]["path"] == "/extension/1/links/…" && lines[6]["path"] == "/join/…")
    #expect(lines[7]["path"] == "/extension/1/links/…" && lines[8]["path"] == "/join/…")
    #expect(lines[5]["code"] == "NOT_FOUND" && lines[6]["code"] == "NOT_FOUND")
    #expect(
      Set(lines[1].keys)
        == ["id", "method", "path", "status", "code", "ms", "in", "out", "caller"])
    #expect(lines[1]["path"] == "\(WireCloud.place)/private/zones/modify")
    #expect(lines[1]["caller"] == alice.userRecordName)
    #expect(lines[1]["code"] == "OK")
    #expect(lines[2]["code"] == "BAD_REQUEST")
    #expect(lines[2]["id"] == failed.json["uuid"].string)
    for line in lines {
      for value in line.values {
        #expect(!value.contains(alice.apiToken) && !value.contains(alice.webAuthToken))
        #expect(value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
      }
    }
  }

  @Test func `a code that lets somebody in is in no line`() async throws {
    let log = LogLines()
    let host = try CloudHost(
      configuration: .init(storage: .inMemory, tcp: .init(host: "127.0.0.1", port: 0)),
      surroundings: .deterministic(), logger: Logger(label: "test"),
      requestLogger: Logger(label: "requests") { _ in
        var lines = Lines(lines: log)
        lines.logLevel = .trace
        return lines
      })
    let cloud = WireCloud { method, target, headers, body in
      let answer = try await host.answer(method, target, headers: headers, body: body)
      return WireAnswer(status: answer.status, headers: answer.headers, body: answer.body)
    }
    func post(_ path: String, _ body: String) async throws -> JSON {
      try await cloud.send("POST", "/extension/1/\(path)", body: Array(body.utf8)).json
    }
    let made = try await post("codes", #"{"kind":"invitation"}"#)
    let code = try #require(made["code"].string)
    #expect(try await post("codes/look", #"{"code":"\#(code)"}"#)["kind"] == "invitation")
    let carol = try await post("accounts", #"{"name":"carol","code":"\#(code)"}"#)
    #expect(carol["name"] == "carol")
    // Refused as a whole, and because it is used up.
    for body in [#"{"code":["\#(code)"]}"#, #"{"code":"\#(code)"}"#] {
      let refused = try await post("codes/look", body)
      #expect(refused["serverErrorCode"] != .null && !refused.text.contains(code), "\(refused)")
    }
    let id = try #require(made["entry"]["id"].string)
    _ = try await cloud.send("DELETE", "/extension/1/codes/\(id)")
    let listed = try await cloud.send("GET", "/extension/1/codes")
    let journal = try await cloud.send("GET", "/extension/1/requests")
    #expect(!listed.text.contains(code) && !journal.text.contains(code))
    #expect(log.lines.contains { $0["path"] == "/extension/1/codes/\(id)" })
    for line in log.lines {
      for value in line.values { #expect(!value.contains(code), "\(line)") }
    }
    try host.close()
  }

  @Test func `figures are in the text format, with labels from a fixed set`() async throws {
    try await WireKind.tcp.withAlice { cloud, alice in
      _ = try await cloud.ask("POST", "private/records/modify", as: alice, "{")
      for path in ["/a", "/b/c", "/database/1/x/y/z/records/modify"] {
        _ = try await cloud.send("POST", path)
      }
      let answer = try await cloud.send(
        .GET, "/extension/metrics", headers: cloud.administrator, body: [])
      #expect(answer.headers["content-type"] == ["text/plain; version=0.0.4; charset=utf-8"])
      let lines = answer.text.split(separator: "\n").map(String.init)
      for expected in [
        #"zonechat_requests_total{code="BAD_REQUEST",operation="records/modify"} 1"#,
        #"zonechat_requests_total{code="OK",operation="zones/modify"} 1"#,
        #"zonechat_requests_total{code="NOT_FOUND",operation="none"} 2"#,
        #"zonechat_request_duration_seconds_count{operation="zones/modify"} 1"#,
        #"zonechat_stored{kind="accounts"} 1"#, #"zonechat_stored{kind="zones"} 1"#,
        "zonechat_polls_waiting 0", "zonechat_notifications_queued 0",
      ] {
        #expect(lines.contains(expected), "\(expected) in\n\(answer.text)")
      }
      #expect(lines.contains { $0.hasPrefix("zonechat_connections ") })
      #expect(lines.contains { $0.hasPrefix("zonechat_store_bytes ") })
      for line in lines where !line.hasPrefix("#") {
        #expect(
          line.wholeMatch(of: /[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+/) != nil, "\(line)")
      }
      #expect(try await cloud.send("GET", "/extension/health").json == ["status": "ok"])
    }
  }
}
