import CloudModel
import CloudRules
import CloudServer
import Foundation
import Logging
import NIOSSL
import TestSupport
import Testing

/// A cloud behind TLS: its handshakes, and that connections end as they do without it.
@Suite(.timeLimit(.minutes(15)))
struct TLSHandshakeTests {
  private static let create = "/device/1/iCloud.net.zonechat/development/tokens/create"

  @Test(arguments: [
    (TLSVersion.tlsv11, false), (TLSVersion.tlsv12, true), (TLSVersion.tlsv13, true),
  ])
  func `the newest two versions of TLS are spoken`(version: TLSVersion, isSpoken: Bool) async throws
  {
    try await withTemporaryDirectory { (directory: String) in
      let (files, authority) = (CertificateFolder(path: directory), try TestAuthority())
      try files.write(authority.certificate(for: ["localhost"]))
      let client = try TLSCloud.client(trusting: authority.pem, newest: version)
      try await TLSCloud.run(try TLSCloud.certificate(files)) { _, port in
        #expect(await TLSCloud.answers(at: port, to: client) == isSpoken)
      }
    }
  }

  @Test func `who does not speak TLS gets no answer, and keeps nobody out`() async throws {
    try await TLSCloud.run(ConnectionLimits(connections: 2)) { cloud in
      try await RawConnection.with(port: cloud.port) { silent in
        try await RawConnection.with(port: cloud.port) { half in
          // The beginning of a handshake.
          try await half.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])
          try await RawConnection.with(port: cloud.port) { plain in
            try await plain.send(TLSCloud.health)
            #expect(try await plain.answer() == nil)
          }
          for _ in 0..<3 {
            #expect(await TLSCloud.answers(at: cloud.port, to: cloud.client))
          }
          #expect(try await silent.isClosed())
        }
      }
    }
  }

  @Test func `where all connections are at work, the next one is only closed`() async throws {
    try await TLSCloud.run(ConnectionLimits(connections: 1)) { cloud in
      try await RawConnection.with(port: cloud.port, tls: cloud.client) { connection in
        try await connection.send(
          TLSCloud.health + "POST /extension/1/accounts HTTP/1.1\r\nHost: a\r\n"
            + "Content-Length: 10\r\n\r\n{")
        #expect(try await connection.answer()?.status == 200)
        #expect(await TLSCloud.answers(at: cloud.port, to: cloud.client) == false)
      }
      #expect(try await eventually { await TLSCloud.answers(at: cloud.port, to: cloud.client) })
    }
  }

  @Test func `a renewed certificate counts for new connections, and ends none`() async throws {
    try await TLSCloud.run { cloud in
      let authority = try TestAuthority(named: "Another authority")
      let newClient = try TLSCloud.client(trusting: authority.pem)
      try await RawConnection.with(port: cloud.port, tls: cloud.client) { connection in
        try await connection.send(TLSCloud.health)
        #expect(try await connection.answer()?.status == 200)
        #expect(await TLSCloud.answers(at: cloud.port, to: newClient) == false)
        try cloud.files.write(authority.certificate(for: ["localhost"]))
        #expect(await TLSCloud.answers(at: cloud.port, to: newClient))
        #expect(await TLSCloud.answers(at: cloud.port, to: cloud.client) == false)
        try await connection.send(TLSCloud.health)
        #expect(try await connection.answer()?.status == 200)
      }
    }
  }

  @Test func `clients trust a certificate of the cloud's own authority`() async throws {
    try await withTemporaryDirectory { (directory: String) in
      let folder = directory + "/tls"
      var surroundings = Surroundings.deterministic()
      // The clock by which clients judge a certificate.
      surroundings.now = { Date() }
      for (name, isTrusted) in [("localhost", true), ("chat.example", false)] {
        let certificate = try ServerCertificate.selfMade(
          in: folder, names: [name], serverName: "tests", surroundings: surroundings,
          logger: Logger(label: "cloud.test"))
        let client = try TLSCloud.client(
          trusting: String(contentsOfFile: folder + "/authority.pem", encoding: .utf8))
        try await TLSCloud.run(certificate) { _, port in
          #expect(await TLSCloud.answers(at: port, to: client) == isTrusted)
        }
      }
    }
  }

  @Test func `URLs begin with https, and browsers are told to stay with it`() async throws {
    try await TLSCloud.run { cloud in
      let alice = try await cloud.wire.signUp("alice")
      try await RawConnection.with(port: cloud.port, tls: cloud.client) { connection in
        try await connection.send(
          "GET \(WireCloud.place)/private/zones/list?ckAPIToken=\(alice.apiToken) HTTP/1.1\r\n"
            + "Host: chat.example\r\n\r\n")
        let refused = try #require(try await connection.answer())
        #expect(
          refused.json["redirectURL"].string?.hasPrefix("https://chat.example/extension/1/signin")
            == true)
        #expect(refused.headers["strict-transport-security"] == nil)
        try await connection.send("GET / HTTP/1.1\r\nHost: chat.example\r\n\r\n")
        let page = try await connection.answer()
        #expect(page?.headers["strict-transport-security"] == "max-age=31536000")
      }
    }
  }

  @Test func `a client that has sent everything may still read the answer`() async throws {
    try await TLSCloud.run { cloud in
      try await RawConnection.with(port: cloud.port, tls: cloud.client) { connection in
        try await connection.send(TLSCloud.health)
        connection.finish()
        #expect(try await connection.answer()?.status == 200)
        #expect(try await connection.isClosed())
      }
    }
  }

  @Test func `a body over the limit is answered without being read`() async throws {
    try await TLSCloud.run { cloud in
      try await RawConnection.with(port: cloud.port, tls: cloud.client) { connection in
        try await connection.send(
          "POST /extension/1/accounts HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000000\r\n\r\n")
        try await connection.send([UInt8](repeating: 32, count: CloudLimits.requestBytes + 9))
        let answer = try await connection.answer()
        #expect(answer?.status == 413)
        #expect(answer?.headers["connection"] == "close")
        #expect(try await connection.isClosed())
      }
    }
  }

  @Test(arguments: [true, false])
  func `a held poll ends with its client, however that closes the connection`(
    isPolite: Bool
  ) async throws {
    try await TLSCloud.run(ConnectionLimits(linger: .milliseconds(10))) { cloud in
      let alice = try await cloud.wire.signUp("alice")
      let created = try await cloud.wire.send(
        "POST", Self.create + "?" + alice.query,
        body: Array(#"{"apnsEnvironment":"development","clientId":"other"}"#.utf8))
      let url = try #require(created.json["webcourierURL"].string)
      let path = url[try #require(url.firstRange(of: "/courier/")).lowerBound...]
      try await RawConnection.with(port: cloud.port, tls: cloud.client) { connection in
        try await connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await Self.metrics(of: cloud, say: "zonechat_polls_waiting 1"))
        if isPolite {
          connection.finish()
          #expect(try await connection.answer()?.status == 200)
        } else {
          try await connection.cut()
        }
      }
      #expect(try await Self.metrics(of: cloud, say: "zonechat_polls_waiting 0"))
      #expect(try await Self.metrics(of: cloud, say: "zonechat_connections 0"))
    }
  }

  private static func metrics(of cloud: TLSCloud, say line: String) async throws -> Bool {
    try await eventually {
      try await cloud.wire.send("GET", "/extension/metrics").text.contains(line)
    }
  }
}
