import CloudClient
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Testing

/// The cases below the requests: limits of connections, and bytes that are no request.
@Suite(.timeLimit(.minutes(15)))
struct ConnectionTests {
  private static func with(
    _ limits: ConnectionLimits = ConnectionLimits(),
    _ body: @escaping @Sendable (_ port: Int) async throws -> Void
  ) async throws {
    let configuration = CloudHost.Configuration(
      storage: .inMemory, tcp: .init(host: "127.0.0.1", port: 0), limits: limits)
    try await withHost(configuration) { _, addresses in
      try await body(addresses.tcp?.port ?? 0)
      // Whatever was done to it, it lives. Connections that the body has closed may still count for a moment.
      var status: Int?
      for _ in 0..<100 where status != 200 {
        status = try await RawConnection.with(port: addresses.tcp?.port ?? 0) { connection in
          try await connection.send(health)
          return try await connection.answer()?.status
        }
      }
      #expect(status == 200)
    }
  }

  private static let health = "GET /extension/health HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let post = "POST /extension/1/accounts HTTP/1.1\r\nHost: a\r\n"

  private func expectError(
    _ answer: WireAnswer?, _ status: Int, _ code: String = "BAD_REQUEST",
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(answer?.status == status, "\(answer?.text ?? "")", sourceLocation: location)
    #expect(answer?.json["serverErrorCode"].string == code, sourceLocation: location)
    #expect(answer?.json["uuid"].string?.count == 36, sourceLocation: location)
  }

  private static let noHTTP = [
    "\r\n\r\n\u{0}\u{1}", "GET / HTTP/9.9\r\n\r\n", "hello\r\n\r\n", "GET /\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", "GET / HTTP/1.1\r\n: b\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}",
  ]

  @Test(arguments: noHTTP) func `bytes that are no HTTP get the protocol's error`(
    bytes: String
  ) async throws {
    try await Self.with { port in
      try await RawConnection.with(port: port) { connection in
        try await connection.send(bytes)
        expectError(try await connection.answer(), 400)
        #expect(try await connection.isClosed())
      }
    }
  }

  private static let noRequest = [
    "GET /extension/health HTTP/1.0\r\nHost: a\r\n\r\n",
    "GET /extension/health HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n",
    "GET /extension/health HTTP/1.1\r\n\r\n",
    "GET /extension/health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
    "GET /extension/health HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n",
  ]

  @Test(arguments: noRequest) func `another version, and not one host, is refused`(
    bytes: String
  ) async throws {
    try await Self.with { port in
      try await RawConnection.with(port: port) { connection in
        try await connection.send(bytes + Self.health)
        expectError(try await connection.answer(), 400)
        #expect(try await connection.isClosed())
      }
    }
  }

  @Test func `a body announced too large that does not come is refused`() async throws {
    try await Self.with { port in
      try await RawConnection.with(port: port) { connection in
        let length = "Content-Length: \(CloudLimits.requestBytes + 1)\r\n\r\n"
        try await connection.send(Self.post + length)
        expectError(try await connection.answer(), 413)
        #expect(try await connection.isClosed())
      }
    }
  }

  @Test func `a large head is refused, and so is a long target`() async throws {
    try await Self.with { port in
      let long = String(repeating: "a", count: 40_000)
      for head in [
        "GET / HTTP/1.1\r\nX: \(long)\r\n\r\n", "GET /\(long) HTTP/1.1\r\n\r\n",
        "GET /?\(long.prefix(9000)) HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\n" + (0..<200).map { "X\($0): 1\r\n" }.joined() + "\r\n",
      ] {
        try await RawConnection.with(port: port) { connection in
          try await connection.send(head)
          expectError(try await connection.answer(), 431)
        }
      }
    }
  }

  @Test func `a body over the limit is answered without being read`() async throws {
    try await Self.with { port in
      for framing in ["Content-Length: 10000000000", "Transfer-Encoding: chunked"] {
        try await RawConnection.with(port: port) { connection in
          try await connection.send(Self.post + framing + "\r\n\r\n")
          if framing.hasPrefix("T") { try await connection.send("400000\r\n") }
          try await connection.send([UInt8](repeating: 32, count: CloudLimits.requestBytes + 9))
          let answer = try await connection.answer()
          expectError(answer, 413)
          #expect(answer?.headers["connection"] == "close")
          #expect(try await connection.isClosed())
        }
      }
    }
  }

  @Test func `a body that breaks off is no request`() async throws {
    try await Self.with { port in
      try await RawConnection.with(port: port) { connection in
        try await connection.send(Self.post + "Content-Length: 100\r\n\r\n" + #"{"name":"eve"}"#)
        connection.finish()
        expectError(try await connection.answer(), 400)
      }
      try await RawConnection.with(port: port) { connection in
        // The name is free.
        let body = #"{"name":"eve","passphrase":"\#(testPassphrase)"}"#
        try await connection.send(
          Self.post + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
        #expect(try await connection.answer()?.status == 200)
      }
    }
  }

  @Test func `a client that has sent everything may still read the answer`() async throws {
    try await Self.with { port in
      try await RawConnection.with(port: port) { connection in
        try await connection.send(Self.health)
        connection.finish()
        #expect(try await connection.answer()?.status == 200)
        #expect(try await connection.isClosed())
      }
    }
  }

  @Test func `requests in one go are answered in order`() async throws {
    try await Self.with { port in
      try await RawConnection.with(port: port) { connection in
        let status = "GET /extension/1/status HTTP/1.1\r\nHost: a\r\n\r\n"
        try await connection.send(Self.health + status + Self.health + "nonsense\r\n\r\n")
        #expect(try await connection.answer()?.json == ["status": "ok"])
        #expect(try await connection.answer()?.json["product"] == "ZoneChat cloud")
        #expect(try await connection.answer()?.json == ["status": "ok"])
        expectError(try await connection.answer(), 400)
        #expect(try await connection.isClosed())
      }
    }
  }

  /// A request whose body does not come yet.
  private static let begun = post + "Content-Length: 10\r\n\r\n{"

  /// Answered where the connection was let in, and not waiting for a head.
  private static func begin(_ connection: RawConnection) async throws {
    try await connection.send(health)
    #expect(try await connection.answer()?.status == 200)
    // In one piece: the answer to the first says that the second is being read.
    try await connection.send(health + begun)
    #expect(try await connection.answer()?.status == 200)
  }

  @Test(arguments: [
    ConnectionLimits(connections: 2), ConnectionLimits(connectionsPerCaller: 2),
  ])
  func `the connection after the last one is told so, where all are at work`(
    limits: ConnectionLimits
  ) async throws {
    try await Self.with(limits) { port in
      try await RawConnection.with(port: port) { first in
        try await Self.begin(first)
        try await RawConnection.with(port: port) { second in
          try await Self.begin(second)
          try await RawConnection.with(port: port) { third in
            expectError(try await third.answer(), 503, "TRY_AGAIN_LATER")
            #expect(try await third.isClosed())
          }
        }
      }
    }
  }

  @Test func `connections that do nothing keep nobody out`() async throws {
    let limits = ConnectionLimits(connections: 4, connectionsPerCaller: 3)
    try await Self.with(limits) { port in
      try await RawConnection.with(port: port) { silent in
        try await RawConnection.with(port: port) { slow in
          try await slow.send("GET /extension/health HT")
          for _ in 0..<20 {
            try await RawConnection.with(port: port) { connection in
              try await connection.send(Self.health)
              #expect(try await connection.answer()?.status == 200)
            }
          }
          try await RawConnection.with(port: port) { first in
            try await Self.begin(first)
            try await RawConnection.with(port: port) { second in
              try await Self.begin(second)
              try await RawConnection.with(port: port) { third in
                try await Self.begin(third)
                #expect(try await silent.isClosed())
                #expect(try await slow.isClosed())
              }
            }
          }
        }
      }
    }
  }

  @Test func `however many come over TCP, the administrator at the socket is let in`() async throws
  {
    try await withTemporaryDirectory { directory in
      let configuration = CloudHost.Configuration(
        storage: .inMemory, unixSocketPath: directory + "/cloud.sock",
        tcp: .init(host: "127.0.0.1", port: 0), limits: ConnectionLimits(connections: 1))
      try await withHost(configuration) { _, addresses in
        try await RawConnection.with(port: addresses.tcp?.port ?? 0) { connection in
          try await Self.begin(connection)
          try await RawConnection.with(port: addresses.tcp?.port ?? 0) { second in
            expectError(try await second.answer(), 503, "TRY_AGAIN_LATER")
          }
          let socket = try CloudAddress("unix:" + (addresses.unixSocketPath ?? ""))
          try await CloudConnection.with(socket) { connection in
            _ = try await CloudAdministration(connection: connection).limits()
          }
        }
      }
    }
  }

  @Test func `an answer has the date in the form of HTTP`() async throws {
    try await Self.with { port in
      try await RawConnection.with(port: port) { connection in
        try await connection.send(Self.health)
        let date = try #require(try await connection.answer()?.headers["date"])
        // The tests' time begins there.
        #expect(date == "Fri, 15 Jan 2027 08:00:00 GMT")
      }
    }
  }

  @Test func `HEAD is answered like GET, without a body`() async throws {
    try await Self.with { port in
      try await RawConnection.with(port: port) { connection in
        for path in ["/extension/health", "/nowhere", "/courier/x"] {
          try await connection.send("HEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
          let head = try await connection.answer(hasBody: false)
          #expect(head?.status == ["/extension/health": 200, "/nowhere": 404][path] ?? 405)
          #expect(head?.headers["content-length"].flatMap { Int($0) } ?? 0 > 0)
        }
        try await connection.send(Self.health)
        #expect(try await connection.answer()?.json == ["status": "ok"])
      }
    }
  }
}
