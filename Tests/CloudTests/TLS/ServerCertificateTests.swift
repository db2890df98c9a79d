import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Crypto
import Foundation
import Logging
import NIOSSL
import TestSupport
import Testing

/// The certificate of a cloud: from files that change, or from an authority of its own.
struct ServerCertificateTests {
  private static let logger = Logger(label: "cloud.test") { _ in SwiftLogNoOpLogHandler() }

  private static func selfMade(
    in folder: String, names: [String] = ["chat.example"], at time: ManualTime = ManualTime()
  ) throws -> ServerCertificate {
    try ServerCertificate.selfMade(
      in: folder, names: names, serverName: "tests", surroundings: time.surroundings(),
      logger: logger)
  }

  /// Makes files that fit each other, changes them, and returns the refusal.
  private func refusal(
    of change: (CertificateFolder, TestAuthority) throws -> Void
  ) async throws -> String? {
    try await withTemporaryDirectory { (directory: String) in
      let (files, authority) = (CertificateFolder(path: directory), try TestAuthority())
      try files.write(authority.certificate(for: ["chat.example"]))
      try change(files, authority)
      let error = #expect(throws: HostError.self) { try TLSCloud.certificate(files) }
      return error?.description
    }
  }

  @Test func `files that cannot be used are refused with what is wrong`() async throws {
    let missing = try await refusal { files, _ in
      try FileManager.default.removeItem(atPath: files.chain)
    }
    #expect(missing?.contains("chain.pem cannot be read. Check") == true)
    let folder = try await refusal { files, _ in
      try FileManager.default.removeItem(atPath: files.key)
      try FileManager.default.createDirectory(
        atPath: files.key, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    }
    #expect(folder?.contains("key.pem cannot be read. Check") == true)
    let empty = try await refusal { files, _ in try files.write("no PEM\n", to: files.chain) }
    #expect(empty?.contains("chain.pem has no certificate") == true)
    let damaged = try await refusal { files, _ in
      let begin = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
      try files.write(begin, to: files.chain)
    }
    #expect(damaged?.contains("chain.pem cannot be understood") == true)
    let noKey = try await refusal { files, authority in
      try files.write(authority.pem, to: files.key)
    }
    #expect(noKey?.contains("key.pem has no private key that the cloud can read") == true)
    let wrong = try await refusal { files, authority in
      try files.write(authority.certificate(for: ["chat.example"]).keyPEM, to: files.key)
    }
    #expect(wrong?.contains("is not that of the first certificate") == true)
    let reversed = try await refusal { files, authority in
      let chain = try authority.certificate(for: ["chat.example"]).chainPEM
      try files.write(authority.pem + chain, to: files.chain)
    }
    #expect(reversed?.contains("Put the server's own certificate first") == true)
    let open = try await refusal { files, _ in
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: files.key)
    }
    #expect(open?.contains("chmod o= ") == true)
  }

  @Test func `a group may read the key, and parameters may stand before it`() async throws {
    try await withTemporaryDirectory { (directory: String) in
      let files = CertificateFolder(path: directory)
      let pair = try TestAuthority().certificate(for: ["chat.example", "192.0.2.7", "2001:db8::7"])
      let parameters =
        "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
      try files.write((pair.chainPEM, parameters + pair.keyPEM))
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: files.key)
      let certificate = try TLSCloud.certificate(files)
      #expect(certificate.facts().names == ["chat.example", "192.0.2.7", "2001:db8::7"])
      #expect(certificate.authorityPin == nil)
    }
  }

  @Test func `changed files count at once, and broken ones never`() async throws {
    try await withTemporaryDirectory { (directory: String) in
      let (files, authority) = (CertificateFolder(path: directory), try TestAuthority())
      try files.write(authority.certificate(for: ["first.example"]))
      let certificate = try TLSCloud.certificate(files)
      #expect(certificate.facts().names == ["first.example"])
      let second = try authority.certificate(for: ["second.example"])
      // Between the two files of a renewal nothing fits.
      try files.write(second.chainPEM, to: files.chain)
      #expect(certificate.facts().names == ["first.example"])
      try files.write(second.keyPEM, to: files.key)
      #expect(certificate.facts().names == ["second.example"])
      try FileManager.default.removeItem(atPath: files.key)
      #expect(certificate.facts().names == ["second.example"])
      try files.write(authority.certificate(for: ["third.example"]))
      #expect(certificate.facts().names == ["third.example"])
    }
  }

  @Test func `the cloud's own authority stays, with its pin, and is its owner's alone`()
    async throws
  {
    try await withTemporaryDirectory { (directory: String) in
      let folder = directory + "/tls"
      let pin = try #require(try Self.selfMade(in: folder).authorityPin)
      let modes = try ["", "/authority.pem", "/authority.key"].map { name in
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + name)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
      }
      #expect(modes == [0o700, 0o600, 0o600])
      let kept = try #require(try NIOSSLCertificate.fromPEMFile(folder + "/authority.pem").first)
      let publicKey = try kept.extractPublicKey().toSPKIBytes()
      #expect(pin == AuthorityPin(bytes: Array(SHA256.hash(data: publicKey))))
      let again = try Self.selfMade(in: folder, names: ["192.0.2.7", "chat.example"])
      #expect(again.authorityPin == pin)
      #expect(again.facts().names == ["192.0.2.7", "chat.example"])
      // A certificate that is lost is made again, because the key says which authority it is.
      try FileManager.default.removeItem(atPath: folder + "/authority.pem")
      #expect(try Self.selfMade(in: folder).authorityPin == pin)
      try FileManager.default.removeItem(atPath: folder + "/authority.key")
      let error = #expect(throws: HostError.self) { try Self.selfMade(in: folder) }
      #expect(error?.description.contains("Put your copy back") == true)
    }
  }

  @Test func `a cloud without its authority, or with another one, makes none by itself`()
    async throws
  {
    try await withTemporaryDirectory { (directory: String) in
      let store = try SQLiteStore(.inMemory)
      func pin(in folder: String, isNewAllowed: Bool = false) throws -> AuthorityPin? {
        try ServerCertificate.selfMade(
          in: folder, names: ["chat.example"], serverName: "tests", of: store,
          isNewAllowed: isNewAllowed, surroundings: ManualTime().surroundings(),
          logger: Self.logger
        ).authorityPin
      }
      let (own, restored) = (directory + "/tls", directory + "/restored")
      let first = try #require(try pin(in: own))
      #expect(try pin(in: own) == first)
      // Nothing is left that would be in the way of a copy.
      let lost = #expect(throws: HostError.self) { try pin(in: restored) }
      #expect(lost?.description.contains("--tls-self-made-again") == true)
      #expect(!FileManager.default.fileExists(atPath: restored))
      let other = try #require(try Self.selfMade(in: directory + "/other").authorityPin)
      #expect(throws: HostError.self) { try pin(in: directory + "/other") }
      // The key alone is enough.
      try FileManager.default.createDirectory(
        atPath: restored, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      try FileManager.default.copyItem(
        atPath: own + "/authority.key", toPath: restored + "/authority.key")
      #expect(try pin(in: restored) == first)
      // Somebody wants the other one, which counts from then on.
      #expect(try pin(in: directory + "/other", isNewAllowed: true) == other)
      #expect(try pin(in: directory + "/other") == other)
      #expect(throws: HostError.self) { try pin(in: own) }
      try store.close()
    }
  }

  @Test func `a copy of a store knows the authority`() async throws {
    try await withTemporaryDirectory { (directory: String) in
      func noted(_ store: SQLiteStore) throws -> String? {
        try store.readRegistry { try $0.setting(StoreIdentity.authoritySettingName) }
      }
      let folder = try StoreFolder(directory + "/original")
      let certificate = try ServerCertificate.selfMade(
        in: directory + "/tls", names: ["chat.example"], serverName: "tests", of: folder.store,
        isNewAllowed: false, surroundings: ManualTime().surroundings(), logger: Self.logger)
      let path = try folder.copy(to: directory + "/copy")
      try folder.store.close()
      let copy = try StoreFolder(path)
      #expect(try noted(copy.store) == certificate.authorityPin?.description)
      try copy.store.close()
    }
  }

  @Test(arguments: [730.0, -3650])
  func `an authority that was made by a wrong clock is valid by the right one`(
    days: Double
  ) async throws {
    try await withTemporaryDirectory { (directory: String) in
      let (wrong, right) = (ManualTime(), ManualTime())
      wrong.advance(seconds: days * 86_400)
      let made = try Self.selfMade(in: directory + "/tls", at: wrong)
      #expect(made.facts().trouble(at: wrong.now) == nil)
      let trouble = try #require(made.facts().trouble(at: right.now))
      #expect(trouble.contains("the clock of this machine"))
      let pem = try String(contentsOfFile: directory + "/tls/authority.pem", encoding: .utf8)
      let certificate = try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)
      let now = Int(right.now.timeIntervalSince1970)
      #expect(certificate.notValidBefore < now && now < certificate.notValidAfter)
      // The next start makes a certificate for the right time, of the same authority.
      let again = try Self.selfMade(in: directory + "/tls", at: right)
      #expect(again.authorityPin == made.authorityPin)
      #expect(again.facts().trouble(at: right.now) == nil)
    }
  }

  @Test func `a certificate of the cloud's own authority is renewed before it ends`() async throws {
    try await withTemporaryDirectory { (directory: String) in
      let time = ManualTime()
      let certificate = try Self.selfMade(in: directory + "/tls", at: time)
      let first = certificate.facts()
      let day = 86_400.0
      #expect(first.notBefore == time.now - day && first.notAfter == time.now + 397 * day)
      time.advance(seconds: 264 * day)
      #expect(certificate.facts() == first)
      time.advance(seconds: day)
      let second = certificate.facts()
      #expect(second.notAfter == time.now + 397 * day)
      // The clock goes back, to before its time.
      time.advance(seconds: -2 * day)
      #expect(certificate.facts().notBefore == time.now - day)
    }
  }

  @Test func `a certificate names whatever clients reach the cloud by, over TLS`() throws {
    var configuration = CloudHost.Configuration()
    configuration.publicURL = PublicURL("https://Chat.example:8443")
    configuration.listeners = [
      .init(address: .init(host: "10.0.0.1", port: 8443), security: .tls),
      .init(address: .init(host: "10.0.0.2", port: 8080), security: .plain),
    ]
    #expect(configuration.certificateNames == ["chat.example", "10.0.0.1"])
    configuration.publicURL = nil
    configuration.listeners[0].address.host = "::"
    let names = configuration.certificateNames
    #expect(names.contains("localhost") && names.contains("127.0.0.1"))
    #expect(!names.contains("::") && Set(names).count == names.count)
  }

  @Test func `an address of this machine alone is one of its loopback`() {
    for host in ["127.0.0.1", "127.8.9.10", "::1", "localhost", "LOCALHOST"] {
      #expect(CloudHost.Configuration.TCPAddress(host: host, port: 0).isLoopback, "\(host)")
    }
    for host in ["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example", "localhost.example", ""] {
      #expect(!CloudHost.Configuration.TCPAddress(host: host, port: 0).isLoopback, "\(host)")
    }
  }
}
