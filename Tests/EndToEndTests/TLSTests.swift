import Foundation
import TestSupport
import Testing

/// A server with TLS in one home, and a friend in another, who trusts it or not.
@Suite(.timeLimit(.minutes(15)))
struct TLSTests {
  /// The certificate of a server, which may be another one while it runs.
  private struct CertificateFiles: Sendable {
    let chain: String
    let key: String

    init(in folder: URL) {
      chain = folder.appendingPathComponent("chain.pem").path
      key = folder.appendingPathComponent("key.pem").path
    }

    func put(_ certificate: (chainPEM: String, keyPEM: String)) throws {
      // Nobody connects between the two.
      for (path, text) in [(key, certificate.keyPEM), (chain, certificate.chainPEM)] {
        let isWritten = FileManager.default.createFile(
          atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        try #require(isWritten)
      }
    }
  }

  /// The home of the friend, and the server as the friend sees it.
  private struct Friend: Sendable {
    let world: World
    let files: CertificateFiles
    let url: String

    /// Writes an authority's certificate into a file.
    func file(_ authority: TestAuthority, _ name: String) throws -> String {
      let file = world.home.appendingPathComponent(name)
      try Data(authority.pem.utf8).write(to: file)
      return file.path
    }

    /// Runs a command with another list of authorities.
    func run(listIn file: String, _ arguments: [String]) async throws -> Program.Result {
      var program = world.program
      program.environment["SSL_CERT_FILE"] = file
      return try await program.run(arguments)
    }

    /// The words that make the friend's account at an address.
    func signUp(_ url: String? = nil) throws -> [String] {
      let passphrase = world.home.appendingPathComponent("passphrase")
      try Data("correct horse\n".utf8).write(to: passphrase)
      return [
        "account", "create", "bob", "--cloud", url ?? self.url, "--passphrase-file",
        passphrase.path,
      ]
    }
  }

  private func meet(
    _ certificate: (chainPEM: String, keyPEM: String),
    _ body: @escaping @Sendable (Friend) async throws -> Void
  ) async throws {
    try await World.with { home in
      let files = CertificateFiles(in: home.home)
      try files.put(certificate)
      try await World.with { world in
        try await CloudProcess.with(
          home, "--tls-certificate", files.chain, "--tls-key", files.key
        ) { cloud in
          let url = cloud.url.replacing("127.0.0.1", with: "localhost")
          try await body(Friend(world: world, files: files, url: url))
        }
      }
    }
  }

  @Test func `a friend signs up with --ca, and needs the file no more`() async throws {
    let authority = try TestAuthority()
    try await meet(try authority.certificate(for: ["localhost"])) { friend in
      let file = try friend.file(authority, "authority.pem")
      let created = try await friend.world.program.run(["--ca", file] + friend.signUp())
      #expect(created.code == 0, "\(created.words)")
      try FileManager.default.removeItem(atPath: file)
      try await friend.world.did(nil, "new", "Trip")
      try await friend.world.did(nil, "send", "Trip", "hello", "--wait")
      try await friend.world.did(nil, "doctor")
      let again = try await friend.world.run(nil, "chats", "--ca", file)
      #expect(again.code == 2 && again.words.contains("cannot be read"), "\(again.words)")
    }
  }

  @Test func `a server of a home that gets a public certificate is followed by its link`()
    async throws
  {
    let (home, machine) = (try TestAuthority(), try TestAuthority(named: "Public"))
    try await meet(try home.certificate(for: ["localhost"])) { friend in
      let kept = try friend.file(home, "home.pem")
      let list = try friend.file(machine, "public.pem")
      let created = try await friend.world.program.run(["--ca", kept] + friend.signUp())
      #expect(created.code == 0, "\(created.words)")
      try friend.files.put(machine.certificate(for: ["localhost"]))
      // An address says nothing about who vouches for it, and without an order a link does not either.
      for words in [[friend.url, "--force"], [friend.url + "/join"]] {
        let refused = try await friend.run(listIn: list, ["account", "move"] + words)
        #expect(refused.code == 1, "\(words): \(refused.words)")
        #expect(
          refused.words.contains("‘zonechat account move --force \(friend.url)/join’"),
          "\(words): \(refused.words)")
      }
      // Where this machine does not know the new authority either, its list is no way out.
      let unknown = try await friend.run(listIn: kept, ["account", "status"])
      #expect(
        unknown.output.contains("‘zonechat account move --force LINK’"), "\(unknown.output)")
      let moved = try await friend.run(
        listIn: list, ["account", "move", friend.url + "/join", "--force"])
      #expect(moved.code == 0, "\(moved.words)")
      // From now on the list of the machine is asked, and nothing of it is kept.
      #expect(try await friend.run(listIn: list, ["doctor"]).code == 0)
      #expect(try await friend.run(listIn: kept, ["doctor"]).code == 1)
    }
  }

  @Test func `a friend signs up with SSL_CERT_FILE, which is asked each time`() async throws {
    let (authority, other) = (try TestAuthority(), try TestAuthority(named: "Other"))
    try await meet(try authority.certificate(for: ["localhost"])) { friend in
      let file = try friend.file(authority, "authority.pem")
      let created = try await friend.run(listIn: file, friend.signUp())
      #expect(created.code == 0, "\(created.words)")
      let sound = try await friend.run(listIn: file, ["doctor"])
      #expect(sound.code == 0, "\(sound.output)")
      let unsound = try await friend.run(
        listIn: try friend.file(other, "other.pem"), ["doctor"])
      #expect(unsound.code == 1)
      #expect(unsound.output.contains("nobody on this machine's list"), "\(unsound.output)")
    }
  }

  @Test func `a server that is not trusted gets no account, and the friend reads why`()
    async throws
  {
    let (authority, other) = (try TestAuthority(), try TestAuthority(named: "Other"))
    let good = try authority.certificate(for: ["localhost"])
    try await meet(good) { friend in
      let (mine, others) = (
        try friend.file(authority, "authority.pem"), try friend.file(other, "other.pem")
      )
      func refused(_ words: String, _ file: String, _ more: [String] = []) async throws {
        let result = try await friend.run(listIn: file, friend.signUp() + more)
        #expect(result.code == 1, "\(words)")
        #expect(result.words.contains(words), "\(result.words)")
      }
      try await refused("nobody on this machine's list of authorities vouches for it", others)
      try await refused("another authority vouches for it", mine, ["--ca", others])
      try await refused("cannot be read. Correct SSL_CERT_FILE", others + ".none")
      try friend.files.put(TestAuthority.selfSigned(for: ["localhost"]))
      try await refused("it made its certificate itself", mine)
      try friend.files.put(authority.certificate(for: ["elsewhere.example"]))
      try await refused("its certificate is for elsewhere.example, not for localhost", mine)
      try friend.files.put(
        authority.certificate(
          for: ["localhost"], notBefore: Date(timeIntervalSince1970: 1_700_000_000),
          notAfter: Date(timeIntervalSince1970: 1_700_100_000)))
      try await refused("its certificate expired on 2023-11-16", mine, ["--ca", mine])

      let plain = try await friend.world.program.run(
        friend.signUp(friend.url.replacing("https://", with: "http://")))
      #expect(plain.code == 1 && plain.words.contains("write https://"), "\(plain.words)")

      // The name is free still, and no profile stands in the way.
      try friend.files.put(good)
      let created = try await friend.run(listIn: mine, friend.signUp())
      #expect(created.code == 0, "\(created.words)")
    }
  }

  @Test func `what is written waits while the certificate is bad, and goes when it is good`()
    async throws
  {
    let (authority, other) = (try TestAuthority(), try TestAuthority(named: "Other"))
    let good = try authority.certificate(for: ["localhost"])
    let expired = try authority.certificate(
      for: ["localhost"], notBefore: Date(timeIntervalSince1970: 1_700_000_000),
      notAfter: Date(timeIntervalSince1970: 1_700_100_000))
    try await meet(good) { friend in
      let file = try friend.file(authority, "authority.pem")
      let created = try await friend.world.program.run(friend.signUp() + ["--ca", file])
      #expect(created.code == 0, "\(created.words)")
      try await friend.world.did(nil, "new", "Trip")
      try await friend.world.did(nil, "sync")

      func states() async throws -> [String] {
        try await friend.world.messages("default", in: "Trip").map(\.state)
      }

      try friend.files.put(expired)
      try await friend.world.did(nil, "send", "Trip", "hello")
      let waiting = try await friend.world.did(nil, "account", "status")
      #expect(waiting.contains("its certificate expired on 2023-11-16"), "\(waiting)")
      #expect(try await states() == ["queued"])

      // Whoever else has a certificate of that name is not the server that the friend has joined.
      try friend.files.put(other.certificate(for: ["localhost"]))
      let strange = try await friend.world.did(nil, "account", "status")
      #expect(strange.contains("another authority vouches for it"), "\(strange)")
      #expect(try await states() == ["queued"])

      try friend.files.put(good)
      try await friend.world.did(nil, "sync")
      let sent = try await friend.world.did(nil, "account", "status")
      #expect(sent.contains(", reachable") && sent.contains(" 0 queued, 0 failed"), "\(sent)")
      #expect(try await states() != ["queued"])
    }
  }

  @Test func `no passphrase goes over plain HTTP to another machine unasked`() async throws {
    try await World.with { world in
      let passphrase = world.home.appendingPathComponent("passphrase")
      try Data("correct horse\n".utf8).write(to: passphrase)
      for command in ["create", "sign-in"] {
        let words = [
          "account", command, "bob", "--cloud", "http://0.0.0.0:1", "--passphrase-file",
          passphrase.path,
        ]
        let refused = try await world.program.run(words)
        #expect(refused.code == 2 && refused.words.contains("is plain HTTP"), "\(refused.words)")
        let tried = try await world.program.run(words + ["--insecure"])
        #expect(tried.code == 1 && tried.words.contains("Nobody answers"), "\(tried.words)")
      }
      let profiles = world.home.appendingPathComponent("data/profiles/default").path
      #expect(!FileManager.default.fileExists(atPath: profiles))
    }
  }
}
