import CloudClient
import CloudModel
import CloudWire
import Testing

/// The errors of the client when there is no cloud, or not ours.
@Suite struct ClientFailureTests {
  @Test func `nobody at the address means that the network is unavailable`() async throws {
    try await withTemporaryDirectory { directory in
      let leftBehind = try LeftBehindSocket(at: directory + "/dead.sock")
      for text in [
        "http://127.0.0.1:1", "unix:\(directory)/none.sock", "unix:\(leftBehind.path)",
      ] {
        try await CloudConnection.with(try CloudAddress(text)) { connection in
          let error = await #expect(throws: CloudError.self) {
            try await CloudAdministration(connection: connection).status()
          }
          #expect(error == CloudError(.networkUnavailable, "Nobody answers at \(text)."))
        }
      }
    }
  }

  @Test func `why nobody is at the address is said where it is known`() async throws {
    let address = try CloudAddress("http://127.0.0.1:1")
    try await CloudConnection.with(address, absence: { "It was stopped." }) { connection in
      let error = await #expect(throws: CloudError.self) {
        try await CloudAdministration(connection: connection).status()
      }
      #expect(error == CloudError(.networkUnavailable, "It was stopped."))
    }
  }

  @Test(arguments: [
    "", "localhost:80", "ftp://host", "http://", "unix:", "unix:relative", "http://host/path",
    "http://host?query", "http://host:65536", "http://host:0",
    "http://host:99999999999999999999",
    "http://user:secret@host:80", "unix:/" + String(repeating: "a", count: 107),
  ])
  func `an address in no known form is refused`(text: String) {
    let error = #expect(throws: CloudError.self) { try CloudAddress(text) }
    #expect(error?.code == .invalidArguments)
  }

  @Test(arguments: [
    ("hello", CloudError.Code.networkFailure),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno", .serviceUnavailable),
    ("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", .serviceUnavailable),
    ("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", .networkFailure),
    ("", .networkFailure),
  ])
  func `an answer that is none is told apart from nobody`(
    answer: String, expected: CloudError.Code
  ) async throws {
    try await withImpostor(answering: answer) { url in
      try await CloudConnection.with(try CloudAddress(url)) { connection in
        let error = await #expect(throws: CloudError.self) {
          try await CloudAdministration(connection: connection).status()
        }
        #expect(error?.code == expected)
      }
    }
  }

  /// A network that wants a sign-in, and a website, answer every request.
  @Test(arguments: [
    ("200 OK", "text/html", "<html>", true),
    ("200 OK", "Text/HTML; charset=utf-8", #"{"product":"p","version":"v"}"#, true),
    ("200 OK", "text/plain", "hello", true),
    ("200 OK", "application/json", "", true),
    ("302 Found", "text/plain", "", true),
    ("404 Not Found", "text/html", "<html>", true),
    ("511 Network Authentication Required", "text/html", "<html>", true),
    ("502 Bad Gateway", "text/html", "<html>", false),
    ("404 Not Found", "text/plain", "none", false),
    ("200 OK", "application/json", "{", false),
  ])
  func `what answers and is no cloud is said to be none`(
    status: String, type: String, body: String, isStranger: Bool
  ) async throws {
    let answer =
      "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nLocation: http://127.0.0.1:1/\r\n"
      + "Connection: close\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    try await withImpostor(answering: answer) { url in
      try await CloudConnection.with(try CloudAddress(url)) { connection in
        let cloud = CloudAdministration(connection: connection)
        let calls: [() async throws -> Void] = [
          { _ = try await cloud.status() }, { try await cloud.stop() },
        ]
        for call in calls {
          let error = await #expect(throws: CloudError.self) { try await call() }
          #expect(error?.code == .serviceUnavailable)
          let reason = try #require(error).reason
          #expect(
            reason.hasPrefix("What answers at \(url) is not a ZoneChat server.") == isStranger,
            "\(reason)")
        }
      }
    }
  }
}
