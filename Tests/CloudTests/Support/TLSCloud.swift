import CloudServer
import Foundation
import Logging
import NIOSSL
import TestSupport

/// A cloud that listens with TLS as `localhost`, with a certificate of an authority of this test.
struct TLSCloud: Sendable {
  let host: CloudHost
  let port: Int
  let files: CertificateFolder
  /// Trusts the authority, and nobody else.
  let client: NIOSSLContext

  static func run(
    _ limits: ConnectionLimits = ConnectionLimits(),
    _ body: @escaping @Sendable (TLSCloud) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { (directory: String) in
      let authority = try TestAuthority()
      let files = CertificateFolder(path: directory)
      try files.write(authority.certificate(for: ["localhost"]))
      let client = try Self.client(trusting: authority.pem)
      try await run(try certificate(files), limits) { host, port in
        try await body(TLSCloud(host: host, port: port, files: files, client: client))
      }
    }
  }

  /// The same with another certificate.
  static func run(
    _ certificate: ServerCertificate, _ limits: ConnectionLimits = ConnectionLimits(),
    _ body: @escaping @Sendable (_ host: CloudHost, _ port: Int) async throws -> Void
  ) async throws {
    var configuration = CloudHost.Configuration(longPollHold: .seconds(600), limits: limits)
    configuration.listeners = [.init(address: .init(host: "127.0.0.1", port: 0), security: .tls)]
    configuration.certificate = certificate
    try await withHost(configuration) { host, addresses in
      try await body(host, addresses.tcp?.port ?? 0)
    }
  }

  static func certificate(_ files: CertificateFolder) throws -> ServerCertificate {
    var logger = Logger(label: "cloud.test")
    logger.logLevel = .critical
    return try ServerCertificate.files(chain: files.chain, key: files.key, logger: logger)
  }

  static func client(trusting pem: String, newest: TLSVersion? = nil) throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)))
    configuration.maximumTLSVersion = newest
    return try NIOSSLContext(configuration: configuration)
  }

  /// Whether a request is answered; every failure of TLS is a no.
  static func answers(at port: Int, to client: NIOSSLContext) async -> Bool {
    let status = try? await RawConnection.with(port: port, tls: client) { connection in
      try await connection.send(health)
      return try await connection.answer()?.status
    }
    return status == 200
  }

  static let health = "GET /extension/health HTTP/1.1\r\nHost: a\r\n\r\n"

  /// What a request over this cloud's TLS would be answered, asked in process, where everything is allowed.
  var wire: WireCloud {
    WireCloud { [host] method, target, headers, body in
      let answer = try await host.answer(method, target, headers: headers, body: body)
      return WireAnswer(status: answer.status, headers: answer.headers, body: answer.body)
    }
  }
}
