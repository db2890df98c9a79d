import CloudModel
import CloudServer
import CloudStorage
import Foundation
import Testing

/// `Expect: 100-continue`: the client holds its body back until it may send it, or is refused.
///
/// Source: RFC 9110, section 10.1.1.
@Suite(.timeLimit(.minutes(5)))
struct ExpectationTests {
  private struct World: Sendable {
    var wire: WireCloud
    var port: Int
    var alice: WireCloud.Person

    /// A POST that holds back `bytes` bytes.
    func head(_ target: String, bytes: Int) -> String {
      "POST \(target) HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(bytes)\r\n\r\n"
    }

    func uploadLink() async throws -> String {
      let answer = try await wire.post(
        "private/assets/upload", as: alice,
        ["tokens": [["recordType": "T", "fieldName": "file"]]])
      let url = try #require(answer["tokens"][0]["url"].string)
      return String(url.trimmingPrefix(/https?:\/\/[^\/]+/))
    }
  }

  private static func run(
    _ body: @escaping @Sendable (World) async throws -> Void
  ) async throws {
    var configuration = CloudHost.Configuration(
      storage: .inMemory, tcp: .init(host: "127.0.0.1", port: 0), plan: .everySaveTeaches,
      passphraseCost: .cheap)
    configuration.limits.linger = .milliseconds(20)
    try await withHost(configuration) { _, addresses in
      let port = addresses.tcp?.port ?? 0
      let wire = WireCloud { method, target, headers, body in
        try await RawConnection.with(port: port) { connection in
          let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
          try await connection.send(
            "\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(lines)Content-Length: \(body.count)\r\n\r\n"
          )
          try await connection.send(body)
          return try #require(try await connection.answer())
        }
      }
      try await body(World(wire: wire, port: port, alice: try await wire.signUp("alice")))
    }
  }

  @Test func `the client is told to go on, once, and the connection stays`() async throws {
    try await Self.run { world in
      let link = try await world.uploadLink()
      let list = "\(WireCloud.place)/private/zones/list?\(world.alice.query)"
      try await RawConnection.with(port: world.port) { connection in
        for (target, body) in [(list, "{}"), (link, "a whole file"), (list, "{}")] {
          try await connection.send(world.head(target, bytes: body.utf8.count))
          #expect(try await connection.answer()?.status == 100)
          try await connection.send(body)
          #expect(try await connection.answer()?.status == 200)
        }
        connection.finish()
        #expect(try await connection.isClosed())
      }
    }
  }

  @Test func `a body that comes without waiting is taken`() async throws {
    try await Self.run { world in
      let list = "\(WireCloud.place)/private/zones/list?\(world.alice.query)"
      try await RawConnection.with(port: world.port) { connection in
        try await connection.send(world.head(list, bytes: 2) + "{}")
        var status = try await connection.answer()?.status
        if status == 100 { status = try await connection.answer()?.status }
        #expect(status == 200)
        // Without a body there is nothing to wait for.
        try await connection.send("GET \(list) HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n")
        #expect(try await connection.answer()?.status == 200)
      }
    }
  }

  @Test func `a request that is refused by its head is refused at once, and the connection ends`()
    async throws
  {
    try await Self.run { world in
      let place = WireCloud.place
      let link = try await world.uploadLink()
      for (target, bytes, status) in [
        ("\(place)/private/nothing", 10, 404), ("\(place)/private/assets/upload", 3_000_000, 413),
        ("/extension/metrics", 10, 405), ("/uploads/unknown", 10, 400),
        (link, 60_000_000, 413),
      ] {
        try await RawConnection.with(port: world.port) { connection in
          try await connection.send(world.head(target, bytes: bytes))
          let answer = try await connection.answer()
          #expect(answer?.status == status, "\(target): \(answer?.text ?? "")")
          #expect(answer?.headers["connection"] == "close")
          // It cannot be told from the body that was announced.
          try await connection.send("GET /extension/health HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try await connection.answer() == nil)
        }
      }
    }
  }

  @Test func `a body that is too large is refused in its turn, and the cloud does not ask for it`()
    async throws
  {
    try await Self.run { world in
      let health = "GET /extension/health HTTP/1.1\r\nHost: a\r\n\r\n"
      let list = "\(WireCloud.place)/private/zones/list?\(world.alice.query)"
      for _ in 0..<20 {
        try await RawConnection.with(port: world.port) { connection in
          try await connection.send(health + health + world.head(list, bytes: 3_000_000))
          var statuses: [Int?] = []
          for _ in 0..<3 { statuses.append(try await connection.answer()?.status) }
          #expect(statuses == [200, 200, 413])
          #expect(try await connection.answer() == nil)
        }
      }
    }
  }

  @Test func `answers keep their order when requests are sent ahead`() async throws {
    try await Self.run { world in
      let health = "GET /extension/health HTTP/1.1\r\nHost: a\r\n\r\n"
      let list = "\(WireCloud.place)/private/zones/list?\(world.alice.query)"
      try await RawConnection.with(port: world.port) { connection in
        for _ in 0..<20 {
          try await connection.send(health + health + world.head(list, bytes: 2))
          var statuses: [Int?] = []
          for _ in 0..<3 { statuses.append(try await connection.answer()?.status) }
          #expect(statuses == [200, 200, 100])
          try await connection.send("{}" + health)
          #expect(try await connection.answer()?.json["zones"] != .null)
          #expect(try await connection.answer()?.json["status"] == "ok")
        }
      }
    }
  }
}
