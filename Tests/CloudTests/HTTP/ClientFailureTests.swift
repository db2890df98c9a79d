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
}
