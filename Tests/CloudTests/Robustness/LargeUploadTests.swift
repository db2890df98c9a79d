import CloudModel
import CloudRules
import CloudServer
import Foundation
import Testing

/// Uploads that are a little too large, by clients that send all of it before they read.
@Suite(.timeLimit(.minutes(15)))
struct LargeUploadTests {
  enum Framing: CaseIterable { case length, chunked, form }

  private static let chunk = [UInt8](repeating: 120, count: 1 << 20)
  private static let excess = 200_000
  private static let formBegin = "--x\r\nContent-Disposition: form-data; name=\"files\"\r\n\r\n"
  private static let formEnd = "\r\n--x--\r\n"

  @Test(arguments: Framing.allCases)
  func `the answer is there when all is sent`(framing: Framing) async throws {
    // However slow the machine is, it does not stop listening before the client has read.
    let limits = ConnectionLimits(
      bodyGrace: .seconds(600), linger: .seconds(600), longestLinger: .seconds(600))
    try await RawCloud.run(over: .tcp, configure: { $0.limits = limits }) { cloud in
      let link = try #require(URLComponents(string: try await cloud.uploadLink()))
      let answer = try await RawConnection.with(port: try #require(link.port)) { connection in
        try await Self.send(to: link.path, framing, on: connection)
        return try await connection.answer()
      }
      #expect(answer?.status == 413)
      #expect(answer?.json["serverErrorCode"] == "BAD_REQUEST")
      let reason = answer?.json["reason"].string ?? ""
      #expect(reason.hasPrefix("limit exceeded: an asset has at most"))
    }
  }

  private static func send(
    to path: String, _ framing: Framing, on connection: RawConnection
  ) async throws {
    let count = Int(CloudLimits.assetBytes) + excess
    var head = "POST \(path) HTTP/1.1\r\nHost: a\r\n"
    switch framing {
    case .length: head += "Content-Length: \(count)\r\n\r\n"
    case .chunked: head += "Transfer-Encoding: chunked\r\n\r\n"
    case .form:
      head += "Content-Type: multipart/form-data; boundary=x\r\n"
      head += "Content-Length: \(formBegin.utf8.count + count + formEnd.utf8.count)\r\n\r\n"
      head += formBegin
    }
    try await connection.send(head)
    var rest = count
    while rest > 0 {
      let part = chunk.prefix(rest)
      if framing == .chunked {
        try await connection.send(String(part.count, radix: 16) + "\r\n")
      }
      try await connection.send(Array(part))
      if framing == .chunked { try await connection.send("\r\n") }
      rest -= part.count
    }
    if framing == .chunked { try await connection.send("0\r\n\r\n") }
    if framing == .form { try await connection.send(formEnd) }
  }
}
