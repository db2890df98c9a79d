import CloudClient
import CloudModel
import TestSupport
import Testing

/// Whose word a client takes, and in which order.
struct ServerTrustTests {
  @Test func `only the certificates of a file are kept`() throws {
    let (first, second) = (try TestAuthority(named: "one"), try TestAuthority(named: "two"))
    let key = try first.certificate(for: ["chat.example"]).keyPEM
    let trust = try ServerTrust(pem: "# mine\n" + first.pem + key + second.pem)
    #expect(trust == .authorities(pem: first.pem + second.pem))
    #expect(trust.kept == first.pem + second.pem)
  }

  @Test(arguments: [
    "", "PEM", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    "-----BEGIN CERTIFICATE-----\n", "-----BEGIN X-----\nAAAA\n-----END X-----\n",
  ])
  func `a text without a certificate is refused`(text: String) {
    let error = #expect(throws: CloudError.self) { try ServerTrust(pem: text) }
    #expect(error?.code == .invalidArguments)
  }

  @Test func `what was kept comes before the environment, and that before the machine`() {
    let environment = ["SSL_CERT_FILE": "/a.pem"]
    #expect(
      ServerTrust(kept: "PEM", environment: environment)
        == .authorities(pem: "PEM", insteadOf: .file("/a.pem")))
    #expect(ServerTrust(kept: nil, environment: environment) == .file("/a.pem"))
    #expect(ServerTrust(kept: nil, environment: ["SSL_CERT_FILE": ""]) == .system)
    #expect(ServerTrust(kept: nil, environment: [:]) == .system)
    #expect(ServerTrust.file("/a.pem").kept == nil && ServerTrust.system.kept == nil)
  }
}
