import Foundation
import PostgresClient
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// TLS to a server with a certificate for the name `localhost`.
struct CertificateTests {
  @Test func `a server is who its certificate says, or there is no connection`() async throws {
    let (authority, stranger) = try (TestAuthority(), TestAuthority(named: "Stranger"))
    let certificate = try authority.certificate(for: ["localhost"])
    let port = try freePort()
    let settings = [
      "listen_addresses = '127.0.0.1'", "port = \(port)", "ssl = on",
      "ssl_cert_file = '../server.pem'", "ssl_key_file = '../server.key'",
    ]
    let files = [
      "server.pem": certificate.chainPEM, "server.key": certificate.keyPEM,
      "authority.pem": authority.pem, "stranger.pem": stranger.pem,
    ]
    try await TestPostgres.withCluster(settings, files: files) { cluster in
      try await onThread {
        let inside = try cluster.address(["port": "\(port)"])
        try PostgresConnection.with(inside) {
          try $0.run("CREATE ROLE secretive LOGIN PASSWORD 'right'")
        }
        // This address leads to this machine, and the client cannot know that.
        func isEncrypted(_ host: String, _ options: String) throws -> Bool {
          let address = try PostgresAddress(
            "postgres://secretive:right@\(host):\(port)/postgres?hostaddr=0.0.0.0&\(options)")
          return try PostgresConnection.with(address) {
            try $0.run("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")[0].value(0)
          }
        }
        let ours = "sslrootcert=\(cluster.folder.path)/authority.pem"
        #expect(try isEncrypted("localhost", ours))
        #expect(try isEncrypted("db.example", "sslmode=verify-ca&" + ours))
        // Who names a host and no mode means that host; this one is not in the certificate.
        for (host, options) in [
          ("db.example", ours), ("db.example", "sslmode=verify-full&" + ours),
          ("localhost", "sslmode=verify-ca&sslrootcert=\(cluster.folder.path)/stranger.pem"),
          ("localhost", "sslmode=verify-ca&sslrootcert=\(cluster.folder.path)/absent.pem"),
        ] {
          let error = try #require(throws: PostgresError.self) { try isEncrypted(host, options) }
          guard case .certificate("\(host):\(port)", _) = error else {
            Issue.record(error)
            continue
          }
        }
      }
    }
  }
}

/// A port of this machine that nobody listened to a moment ago.
private func freePort() throws -> UInt16 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isBound = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
    }
  }
  guard isBound else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  return UInt16(bigEndian: address.sin_port)
}
