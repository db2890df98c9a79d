import CloudClient
import CloudModel
import CloudWire
import Crypto
import Foundation
import NIOSSL
import TestSupport
import Testing

/// A client meets a server with TLS, and says why it does not trust it.
struct UntrustedServerTests {
  private static let secret = "0123456789abcdef"
  private static let status =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 31\r\n\r\n"
    + #"{"product":"p","version":"1.2"}"#

  /// Asks a server as its administrator; the token is what an untrusted one must not get.
  private func ask(_ url: String, _ trust: ServerTrust) async throws -> CloudStatusResponse {
    try await CloudConnection.with(
      try CloudAddress(url), administratorToken: Self.secret, trust: trust, now: { Date() }
    ) { try await CloudAdministration(connection: $0).status() }
  }

  /// The reason why a server with a certificate is not trusted; checks that it got nothing but a question by nobody.
  private func refusal(
    of certificate: (chainPEM: String, keyPEM: String), _ trust: ServerTrust,
    answering answer: String = Self.status
  ) async throws -> String {
    var reason = ""
    try await withTLSServer(certificate, answering: answer) { url, read in
      let error = await #expect(throws: CloudError.self) { try await ask(url, trust) }
      #expect(error?.code == .networkUnavailable, "nothing was sent")
      reason = try #require(error).reason
      let host = url.dropFirst("https://".count)
      #expect(
        read.text
          == "GET /extension/1/server HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
    }
    return reason
  }

  private static func days(_ count: Double) -> Date { Date().addingTimeInterval(count * 86_400) }

  @Test func `a server is trusted by its authority, and by no other`() async throws {
    let (authority, other) = (try TestAuthority(), try TestAuthority(named: "Other"))
    let certificate = try authority.certificate(for: ["localhost"])
    try await withTLSServer(certificate, answering: Self.status) { url, read in
      let answer = try await ask(url, .authorities(pem: other.pem + authority.pem))
      #expect(answer.version == "1.2")
      #expect(read.text.contains(Self.secret))
    }
    let reason = try await refusal(of: certificate, .authorities(pem: other.pem))
    #expect(reason.contains("another authority vouches for it"), "\(reason)")
    #expect(
      try await refusal(of: certificate, .authorities(pem: "none")).contains("another authority"))
  }

  @Test(.timeLimit(.minutes(1)))
  func `a server that does not end TLS while it holds a request keeps no client from its end`()
    async throws
  {
    let authority = try TestAuthority()
    let certificate = try authority.certificate(for: ["localhost"])
    try await withTLSServer(certificate, answering: nil) { url, read in
      let connection = CloudConnection(
        to: try CloudAddress(url), trust: .authorities(pem: authority.pem))
      async let status = try? await CloudAdministration(connection: connection).status()
      for await _ in read.arrivals { break }
      let ending = await ContinuousClock().measure { await connection.shutDown() }
      #expect(ending < .seconds(3))
      let answer = await status
      #expect(answer == nil)
    }
  }

  @Test func `a file of authorities takes the place of the machine's`() async throws {
    try await withTemporaryDirectory { (directory: String) in
      let authority = try TestAuthority()
      let file = directory + "/authorities.pem"
      try Data(authority.pem.utf8).write(to: URL(fileURLWithPath: file))
      let certificate = try authority.certificate(for: ["localhost"])
      try await withTLSServer(certificate, answering: Self.status) { url, _ in
        let answer = try await ask(url, .file(file))
        #expect(answer.version == "1.2")
        let error = await #expect(throws: CloudError.self) {
          try await ask(url, .file(directory + "/none.pem"))
        }
        #expect(error?.code == .networkUnavailable)
        let reason = try #require(error).reason
        #expect(reason.contains("in \(directory)/none.pem cannot be read"), "\(reason)")
      }
      let others = try TestAuthority(named: "Unheard of").certificate(for: ["localhost"])
      let reason = try await refusal(of: others, .file(file))
      #expect(reason.contains("its issuer is ‘Unheard of’"), "\(reason)")
    }
  }

  @Test func `each thing that is wrong with a certificate is told apart`() async throws {
    let authority = try TestAuthority()
    let trust = ServerTrust.authorities(pem: authority.pem)
    let ended = Self.days(-3)
    let expired = try authority.certificate(
      for: ["localhost"], notBefore: Self.days(-30), notAfter: ended)
    let day = ended.formatted(.iso8601.year().month().day())
    #expect(try await refusal(of: expired, trust).contains("its certificate expired on \(day)."))
    let early = try authority.certificate(
      for: ["localhost"], notBefore: Self.days(3), notAfter: Self.days(30))
    #expect(try await refusal(of: early, trust).contains("its certificate is not valid before"))
    let elsewhere = try authority.certificate(for: ["www.example.org", "10.1.2.3"])
    #expect(
      try await refusal(of: elsewhere, trust).contains(
        "its certificate is for www.example.org and 1 more, not for localhost."))
  }

  @Test func `a certificate that vouches for itself is told apart from an authority's`()
    async throws
  {
    try await withTemporaryDirectory { (directory: String) in
      let file = directory + "/authorities.pem"
      try Data(TestAuthority().pem.utf8).write(to: URL(fileURLWithPath: file))
      let own = try TestAuthority.selfSigned(for: ["localhost"])
      let reason = try await refusal(of: own, .file(file))
      #expect(reason.contains("it made its certificate itself."), "\(reason)")
    }
  }

  @Test func `a wrong clock of this machine is told by the server's`() async throws {
    let authority = try TestAuthority()
    let certificate = try authority.certificate(
      for: ["localhost"], notBefore: Date(timeIntervalSince1970: 3_750_000_000),
      notAfter: Date(timeIntervalSince1970: 3_900_000_000))
    let reason = try await refusal(
      of: certificate, .authorities(pem: authority.pem),
      answering: "HTTP/1.1 404 Not Found\r\ndate: Sun, 01 Jan 2090 12:00:00 GMT\r\n\r\n")
    #expect(reason.contains("the clock of this machine says "), "\(reason)")
    #expect(reason.contains("the server's 2090-01-01. Set the clock;"), "\(reason)")
  }

  @Test func `the clock of a server is compared with this machine's, by how much it differs`()
    async throws
  {
    let certificate = try TestAuthority().certificate(for: ["localhost"])
    let answer = "HTTP/1.1 200 OK\r\ndate: Sun, 01 Jan 2090 12:00:00 GMT\r\n\r\n"
    try await withTLSServer(certificate, answering: answer) { url, _ in
      let address = try CloudAddress(url)
      func trouble(_ seconds: Double) async -> String? {
        await ServerSight.clockTrouble(of: address) {
          Date(timeIntervalSince1970: 3_786_955_200 + seconds)
        }
      }
      let late = await trouble(-7200)
      #expect(
        late?.contains("the server's 2090-01-01T12:00:00Z, which is 2 hours later") == true,
        "\(late ?? "-")")
      let agreed = await trouble(30)
      #expect(agreed == nil)
    }
    // Nobody shows a time there.
    let plain = try CloudAddress("http://localhost:1")
    #expect(await ServerSight.clockTrouble(of: plain) { Date() } == nil)
  }

  @Test func `a server that speaks no TLS is told apart from a bad certificate`() async throws {
    try await withImpostor(answering: "HTTP/1.1 400 Bad Request\r\n\r\n") { url in
      let error = await #expect(throws: CloudError.self) {
        try await ask("https" + url.dropFirst("http".count), .system)
      }
      #expect(error?.code == .networkUnavailable)
      let reason = try #require(error).reason
      #expect(reason.contains("speaks no TLS at this port"), "\(reason)")
    }
  }

  @Test func `the authority of a link is taken from the server, and nothing is sent`()
    async throws
  {
    let authority = try TestAuthority()
    let pin = try #require(AuthorityFetch.pin(ofPEM: authority.pem))
    let certificate = try authority.certificate(for: ["localhost"])
    try await withTLSServer(certificate, answering: Self.status) { url, read in
      let address = try CloudAddress(url)
      let pem = try await AuthorityFetch.authority(at: address, pin: pin, now: Date())
      #expect(pem == authority.pem)
      #expect(read.text.isEmpty)
      #expect(try await ask(url, .authorities(pem: pem)).version == "1.2")

      let wrong = try #require(AuthorityPin(bytes: [UInt8](repeating: 7, count: 32)))
      let stranger = await #expect(throws: CloudError.self) {
        try await AuthorityFetch.authority(at: address, pin: wrong, now: Date())
      }
      let reason = try #require(stranger).reason
      #expect(reason.contains("is not the one that this link was made for"), "\(reason)")
      #expect(reason.contains("network that asks you to sign in"), "\(reason)")

      // The server's own certificate comes first in the chain.
      let first = try #require(
        try NIOSSLCertificate.fromPEMBytes(Array(certificate.chainPEM.utf8)).first)
      let own = try #require(
        AuthorityPin(
          bytes: Array(SHA256.hash(data: try first.extractPublicKey().toSPKIBytes()))))
      let leaf = await #expect(throws: CloudError.self) {
        try await AuthorityFetch.authority(at: address, pin: own, now: Date())
      }
      #expect(try #require(leaf).reason.contains("no authority"))

      let later = await #expect(throws: CloudError.self) {
        try await AuthorityFetch.authority(
          at: address, pin: pin, now: Date(timeIntervalSince1970: 4_100_000_000))
      }
      #expect(try #require(later).reason.contains("expired on"))
    }
  }

  @Test func `an authority that stands in the chain, and has signed nothing there, does not help`()
    async throws
  {
    let (authority, other) = (try TestAuthority(), try TestAuthority(named: "Other"))
    var certificate = try other.certificate(for: ["localhost"])
    certificate.chainPEM += authority.pem
    try await withTLSServer(certificate, answering: Self.status) { url, read in
      let pin = try #require(AuthorityFetch.pin(ofPEM: authority.pem))
      let pem = try await AuthorityFetch.authority(
        at: try CloudAddress(url), pin: pin, now: Date())
      let error = await #expect(throws: CloudError.self) {
        try await ask(url, .authorities(pem: pem))
      }
      #expect(error?.code == .networkUnavailable)
      #expect(!read.text.contains(Self.secret))
    }
  }

  @Test func `a link names only one authority that nobody else has signed`() throws {
    let (authority, other) = (try TestAuthority(), try TestAuthority(named: "Other"))
    #expect(AuthorityFetch.pin(ofPEM: authority.pem) != nil)
    #expect(AuthorityFetch.pin(ofPEM: authority.pem) != AuthorityFetch.pin(ofPEM: other.pem))
    #expect(AuthorityFetch.pin(ofPEM: authority.pem + other.pem) == nil)
    let chain = try authority.certificate(for: ["localhost"]).chainPEM
    #expect(AuthorityFetch.pin(ofPEM: chain) == nil)
    let leaf = String(chain.dropLast(authority.pem.count))
    #expect(AuthorityFetch.pin(ofPEM: leaf) == nil)
    #expect(
      AuthorityFetch.pin(ofPEM: try TestAuthority.selfSigned(for: ["localhost"]).chainPEM) == nil)
    #expect(AuthorityFetch.pin(ofPEM: "") == nil)
  }

  @Test func `an authority is fetched only by TLS`() async throws {
    let pin = try #require(AuthorityPin(bytes: [UInt8](repeating: 7, count: 32)))
    for text in ["http://127.0.0.1:1", "unix:/tmp/x.sock"] {
      let error = await #expect(throws: CloudError.self) {
        try await AuthorityFetch.authority(at: try CloudAddress(text), pin: pin, now: Date())
      }
      #expect(error?.code == .invalidArguments)
    }
  }
}
