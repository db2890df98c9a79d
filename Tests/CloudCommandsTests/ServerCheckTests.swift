import CloudClient
import CloudCommands
import CloudModel
import CloudPlanFile
import Foundation
import Testing

/// What ‘cloud doctor’ says of a server, and what to do.
@Suite struct ServerCheckTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let cloudID = String(repeating: "5", count: 32)

  /// A machine on which all is well.
  private static let well = ServerCheck.Surroundings(
    now: { now }, ownAddresses: { ["192.0.2.7", "2001:db8::7"] },
    addresses: { _ in ["192.0.2.7", "2001:db8::7"] }, trouble: { _, _ in nil },
    running: { () async throws(CloudError) in
      ServerCheck.Running(
        version: "1", processID: 42, startedAt: now - 7 * 86_400, cloudID: cloudID)
    },
    description: { () async throws(CloudError) in description(.invitation) },
    sight: { () async throws(CloudError) in sight(days: 60) },
    isClockSynchronized: { true }, freeBytes: { _ in 50_000_000_000 }, openFiles: { _ in 65_536 },
    names: { _ in [BackupRotation.name(at: now - 86_400), "notes.txt"] },
    writableFolders: { ["/var/backups/zonechat"] })

  private static func description(
    _ policy: SignUpPolicy, cloudID: String = cloudID
  ) -> ServerDescription {
    ServerDescription(
      product: ServerDescription.product, version: "1", cloudID: cloudID, name: nil,
      publicURL: nil, signUp: policy, membersMayInvite: false)
  }

  private static func sight(days: Double, of life: Double = 90, date: Date? = now) -> ServerSight {
    ServerSight(
      certificate: ShownCertificate(
        subject: "chat.example", issuer: "Authority", notValidBefore: now + (days - life) * 86_400,
        notValidAfter: now + days * 86_400), date: date)
  }

  private func file(
    _ identity: ServerFile.Identity = .files(chain: "/c", key: "/k"),
    _ change: (inout ServerFile) -> Void = { _ in }
  ) throws -> ServerFile {
    var file = ServerFile(
      address: try #require(ServerOrigin("https://chat.example")),
      listeners: [.init(host: "::", port: 443)], identity: identity)
    change(&file)
    return file
  }

  /// The findings in which something is wrong, with `change` in the machine.
  private func wrong(
    _ file: ServerFile, _ change: (inout ServerCheck.Surroundings) -> Void
  ) async -> [String: String] {
    var surroundings = Self.well
    change(&surroundings)
    let findings = await ServerCheck(file, surroundings).findings()
    return Dictionary(
      findings.filter { !$0.isSound }.map { ($0.name, $0.text) }, uniquingKeysWith: { a, _ in a })
  }

  @Test func `where all is well every line says so`() async throws {
    let findings = await ServerCheck(try file(), Self.well).findings()
    #expect(findings.filter { !$0.isSound }.isEmpty, "\(findings)")
    #expect(
      findings.map { "\($0.name): \($0.text)" } == [
        "server: it runs, version 1",
        "name: chat.example is 192.0.2.7 and 2001:db8::7, an address of this machine",
        "port: 192.0.2.7 answers at port 443", "port: 2001:db8::7 answers at port 443",
        "client: clients reach it at https://chat.example and trust it",
        "sign-up: it is ‘invitation’, as the file says",
        "certificate: it ends in 60 days", "clock: it says 2027-01-15T08:00:00Z",
        "disk: /var/lib/zonechat has 50.0 GB left",
        "disk: /var/backups/zonechat has 50.0 GB left", "open files: it may have 65536",
        "backup: the newest is of 2027-01-14T08:00:00Z",
      ])
  }

  @Test
  func `a server that does not run is the first thing, and the rest is looked at all the same`()
    async throws
  {
    let found = await wrong(try file()) {
      $0.running = { () async throws(CloudError) in
        throw CloudError(.networkUnavailable, "Nobody answers at unix:/s.")
      }
    }
    #expect(Array(found.keys) == ["server"])
    #expect(
      found["server"]?.hasPrefix("it does not run: Nobody answers at unix:/s. Start it") == true)
  }

  @Test func `a name without an address, and one of a router`() async throws {
    let none = await wrong(try file()) { $0.addresses = { _ in [] } }
    #expect(none["name"]?.hasPrefix("chat.example has no address. Enter the name") == true)
    var surroundings = Self.well
    surroundings.addresses = { _ in ["198.51.100.1"] }
    let findings = await ServerCheck(try file(), surroundings).findings()
    let name = findings.first { $0.name == "name" }
    #expect(name?.isSound == true && name?.text.contains("must forward port 443") == true)
  }

  @Test func `a port that is closed is named with its address and the reason`() async throws {
    let found = await wrong(try file()) {
      $0.trouble = { address, _ in address.contains(":") ? "Connection refused" : nil }
    }
    #expect(Array(found.keys) == ["port"])
    #expect(
      found["port"]?.hasPrefix("2001:db8::7 does not answer at port 443") == true
        && found["port"]?.contains("(Connection refused)") == true)
    // Nobody listens at an address of this machine that refuses, and no firewall is in between.
    #expect(found["port"]?.contains("The server does not listen there") == true, "\(found)")
    let proxy = await wrong(try file(.proxies(["127.0.0.1"]))) {
      $0.trouble = { _, _ in "Connection refused" }
    }
    #expect(proxy["port"]?.contains("The proxy does not run") == true, "\(proxy)")
    for (address, trouble) in [
      ("198.51.100.1", "Connection refused"), ("192.0.2.7", "no answer in 5 s"),
    ] {
      let outside = await wrong(try file()) {
        $0.addresses = { _ in [address] }
        $0.trouble = { _, _ in trouble }
      }
      #expect(outside["port"]?.contains("firewall") == true, "\(outside)")
    }
  }

  @Test func `what a client says is said, and another server is told from this one`() async throws {
    let untrusted = await wrong(try file()) {
      $0.description = { () async throws(CloudError) in
        throw CloudError(
          .networkUnavailable, "It cannot be trusted: it is for b.example. Check it.")
      }
    }
    #expect(
      untrusted["client"]
        == "It cannot be trusted: it is for b.example. Check it. Look at the certificate in /c, which the server shows."
    )
    let other = await wrong(try file()) {
      $0.description = { () async throws(CloudError) in
        Self.description(.invitation, cloudID: String(repeating: "6", count: 32))
      }
    }
    #expect(other["client"]?.hasPrefix("another server answers at https://chat.example") == true)
  }

  @Test func `who may sign up is held against the file`() async throws {
    let found = await wrong(try file()) {
      $0.description = { () async throws(CloudError) in Self.description(.open) }
    }
    #expect(found["sign-up"]?.contains("systemctl restart zonechat") == true)
  }

  @Test(arguments: [
    (13.5, "it ends in 13 days. Look why it was not renewed"), (1.5, "it ends in 1 day."),
    (0.5, "it ends in 12 hours"), (-2, "it has expired"),
  ])
  func `a certificate that was not renewed is told two weeks before its end`(
    days: Double, words: String
  ) async throws {
    let change: (inout ServerCheck.Surroundings) -> Void = {
      $0.sight = { () async throws(CloudError) in Self.sight(days: days) }
    }
    let found = await wrong(try file(), change)
    #expect(found["certificate"]?.hasPrefix(words) == true, "\(found)")
    // The server renews its own by itself, so only an end that has come is told.
    let own = await wrong(try file(.selfMade), change)
    #expect((own["certificate"] == nil) == (days > 0), "\(own)")
    let proxy = await wrong(try file(.proxies(["127.0.0.1"])), change)
    #expect(proxy["certificate"]?.contains("the proxy's log") == true, "\(proxy)")
    #expect(proxy["certificate"]?.contains("certbot") == false, "\(proxy)")
  }

  @Test func `a certificate of the future is not valid for more days`() async throws {
    for identity in [ServerFile.Identity.files(chain: "/c", key: "/k"), .selfMade] {
      let found = await wrong(try file(identity)) {
        $0.sight = { () async throws(CloudError) in
          var sight = Self.sight(days: 760)
          sight.certificate.notValidBefore = Self.now + 729 * 86_400
          return sight
        }
      }
      #expect(
        found["certificate"]?.hasPrefix("it is not valid before 2029-01-13T08:00:00Z") == true,
        "\(found)")
      #expect(found["certificate"]?.contains("clock of this machine") == true, "\(found)")
    }
  }

  /// For example 12 hours of Caddy's own authority, or six days of Let's Encrypt.
  @Test func `a certificate that is short by its nature is told in its last quarter`() async throws
  {
    for life in [0.5, 6.0] {
      for (left, isSound) in [(life * 0.26, true), (life * 0.24, false)] {
        let found = await wrong(try file(.proxies(["127.0.0.1"]))) {
          $0.sight = { () async throws(CloudError) in Self.sight(days: left, of: life) }
        }
        #expect((found["certificate"] == nil) == isSound, "\(life) \(left) \(found)")
      }
    }
  }

  @Test func `a clock that is wrong, or that nothing sets`() async throws {
    for seconds in [-61.0, 61] {
      let found = await wrong(try file()) {
        $0.sight = { () async throws(CloudError) in
          Self.sight(days: 60, date: Self.now + seconds)
        }
      }
      #expect(found["clock"]?.contains("timedatectl set-ntp true") == true, "\(seconds)")
    }
    let unset = await wrong(try file()) { $0.isClockSynchronized = { false } }
    #expect(unset["clock"]?.hasPrefix("nothing sets it") == true)
    let unknown = await wrong(try file()) { $0.isClockSynchronized = { nil } }
    #expect(unknown.isEmpty, "\(unknown)")
  }

  @Test func `a disk that is nearly full, and a folder that is missing`() async throws {
    let full = await wrong(try file()) { $0.freeBytes = { _ in 1_999_999_999 } }
    #expect(full["disk"]?.hasPrefix("/var/lib/zonechat has 2.0 GB left. Remove") == true)
    let missing = await wrong(try file()) {
      $0.freeBytes = { $0.contains("backups") ? nil : 50_000_000_000 }
    }
    #expect(missing["disk"]?.contains("install -d -o zonechat") == true)
    let modest = try file { $0.warning = .init(freeBytes: 1000) }
    let enough = await wrong(modest) { $0.freeBytes = { _ in 1000 } }
    #expect(enough.isEmpty, "\(enough)")
  }

  @Test func `a folder to which the units may not write`() async throws {
    let elsewhere = try file { $0.backup = .init(folder: "/srv/backups", keep: 3) }
    let found = await wrong(elsewhere) { _ in }
    #expect(found["backup"]?.contains("‘ReadWritePaths=/srv/backups’") == true, "\(found)")
    let allowed = await wrong(elsewhere) { $0.writableFolders = { ["/srv/backups"] } }
    #expect(allowed.isEmpty, "\(allowed)")
    let unknown = await wrong(elsewhere) { $0.writableFolders = { nil } }
    #expect(unknown.isEmpty, "\(unknown)")
  }

  /// A sentence about what to do follows what is wrong.
  @Test func `each line with something wrong says what to do`() async throws {
    var surroundings = Self.well
    let refusal = CloudError(.networkUnavailable, "Nobody answers.")
    surroundings.running = { () async throws(CloudError) in throw refusal }
    surroundings.description = { () async throws(CloudError) in throw refusal }
    surroundings.sight = { () async throws(CloudError) in throw refusal }
    surroundings.addresses = { _ in [] }
    surroundings.isClockSynchronized = { false }
    surroundings.freeBytes = { _ in 0 }
    surroundings.names = { _ in [] }
    for identity in [
      ServerFile.Identity.files(chain: "/c", key: "/k"), .selfMade, .proxies(["127.0.0.1"]),
      .nobody,
    ] {
      let findings = await ServerCheck(try file(identity), surroundings).findings()
      let wrong = findings.filter { !$0.isSound }
      #expect(wrong.count >= 7, "\(findings)")
      for finding in wrong {
        #expect(finding.text.split(separator: ". ").count > 1, "\(finding)")
        #expect(finding.text.hasSuffix("."), "\(finding)")
      }
    }
  }

  @Test func `few open files`() async throws {
    let found = await wrong(try file()) { $0.openFiles = { $0 == 42 ? 1024 : nil } }
    #expect(found["open files"]?.contains("LimitNOFILE=65536") == true)
  }

  @Test func `a backup that is old or missing, unless the server is new`() async throws {
    let old = await wrong(try file()) {
      $0.names = { _ in [BackupRotation.name(at: Self.now - 3 * 86_400)] }
    }
    #expect(old["backup"]?.contains("systemctl status zonechat-backup.timer") == true)
    let none = await wrong(try file()) { $0.names = { _ in ["notes.txt"] } }
    #expect(none["backup"]?.hasPrefix("there is none. Make one") == true)
    let new = await wrong(try file()) {
      $0.names = { _ in [] }
      $0.running = { () async throws(CloudError) in
        ServerCheck.Running(
          version: "1", processID: nil, startedAt: Self.now - 60, cloudID: Self.cloudID)
      }
    }
    #expect(new.isEmpty, "\(new)")
    let without = await wrong(try file { $0.backup = nil }) { _ in }
    #expect(without["backup"]?.contains("[backup]") == true)
  }
}
