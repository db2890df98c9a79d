import CloudClient
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import CloudWire
import Crypto
import Foundation
import Synchronization
import Testing

/// Containers as whoever looks after a cloud makes them.
@Suite struct ContainerTests {
  private static let name = "iCloud.com.example.lists"

  private func administer(
    _ body: @escaping @Sendable (CloudAdministration) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let configuration = CloudHost.Configuration(
        storage: .directory(directory + "/data"), unixSocketPath: directory + "/cloud.sock")
      try await withCloud(configuration) { connection in
        try await body(CloudAdministration(connection: connection))
      }
    }
  }

  @Test func `a container has two environments, and is made once`() async throws {
    try await administer { administration in
      let made = try await administration.createContainer(Self.name)
      #expect(made.environments.map(\.environment) == [.development, .production])
      #expect(made.environments.map(\.settings) == [.standard, .standard])
      #expect(try await administration.createContainer(Self.name) == made)
      #expect(
        try await administration.containers().map(\.identifier)
          == [Self.name, "iCloud.net.zonechat"])
      try await administration.deleteContainer(Self.name)
      let gone = await #expect(throws: CloudError.self) {
        try await administration.container(Self.name)
      }
      #expect(gone?.code == .unknownItem)
    }
  }

  @Test(arguments: ["", "a b", "a/b", "..", ".a", "iCloud.é", String(repeating: "a", count: 256)])
  func `a text that is no name makes no container`(name: String) async throws {
    try await administer { administration in
      let refused = await #expect(throws: CloudError.self) {
        try await administration.createContainer(name)
      }
      #expect(refused?.code == .invalidArguments)
    }
  }

  @Test func `a token is shown once, replaced by name, and unique`() async throws {
    try await administer { administration in
      _ = try await administration.createContainer(Self.name)
      let web = ContainerPlan.APIToken(name: "web", callbackURL: "https://example.com/in")
      let first = try await administration.addToken(web, to: Self.name, .development)
      let second = try await administration.addToken(web, to: Self.name, .development)
      #expect(first.token?.wholeMatch(of: /[0-9a-f]{64}/) != nil)
      #expect(first.token != second.token)
      let shown = try await administration.container(Self.name).environments[0].tokens
      #expect(shown.map(\.name) == ["web"])
      #expect(shown.map(\.token) == [nil])
      #expect(shown.map(\.callbackURL) == ["https://example.com/in"])
      let taken = await #expect(throws: CloudError.self) {
        try await administration.addToken(
          .init(name: "other", token: second.token), to: Self.name, .production)
      }
      #expect(taken?.code == .serverRecordChanged || taken?.code == .constraintViolation)
      try await administration.deleteToken(named: "web", of: Self.name, .development)
      #expect(try await administration.container(Self.name).environments[0].tokens.isEmpty)
    }
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "/relative", "https://", "https://a.b/#x",
    "https://a.b/ c", "ftp", "file:///etc/passwd",
  ])
  func `a callback runs nothing here`(callback: String) async throws {
    try await administer { administration in
      let refused = await #expect(throws: CloudError.self) {
        try await administration.addToken(
          .init(name: "web", callbackURL: callback), to: "iCloud.net.zonechat", .development)
      }
      #expect(refused?.code == .invalidArguments)
    }
  }

  @Test(arguments: [
    "*", "https://*.example.com", "https://example.com/", "https://example.com/path", "null",
    "https://a.b#x", "https://user@a.b", "javascript:alert(1)", "https://a.b:443", "a.b", "",
    "https://a b", "https://a.b\u{0}", "https://a.b https://c.d",
  ])
  func `an origin is a scheme and a host, and no pattern`(origin: String) async throws {
    try await administer { administration in
      let refused = await #expect(throws: CloudError.self) {
        try await administration.addToken(
          .init(name: "web", allowedOrigins: [origin]), to: "iCloud.net.zonechat", .development)
      }
      #expect(refused?.code == .invalidArguments)
    }
  }

  @Test func `a new container is used without an account, with one, and on two devices`()
    async throws
  {
    try await administer { administration in
      let connection = administration.connection
      for _ in 1...2 { _ = try await administration.createContainer(Self.name) }
      let token = try #require(
        try await administration.addToken(.init(name: "app"), to: Self.name, .development).token)
      let signedOut = HTTPCloudContainer(
        connection: connection, apiToken: token, container: Self.name, environment: .development,
        clientID: nil)
      #expect(
        try await signedOut.database(with: .public).allRecordZones().map(\.zoneID.zoneName)
          == ["_defaultZone"])
      let alice = try await administration.createAccount(
        named: "alice", container: Self.name, environment: .development)
      #expect(alice.containerIdentifier == Self.name)
      let phone = HTTPCloudContainer(
        connection: connection, credentials: alice, clientID: "phone")
      let again = try await administration.signIn(
        name: "alice", container: Self.name, environment: .development)
      let tablet = HTTPCloudContainer(
        connection: connection, credentials: again, clientID: "tablet")
      let zoneID = RecordZoneID(zoneName: "lists", ownerName: phone.userRecordName)
      _ = try await phone.database(with: .private).modifyRecordZones(
        saving: [RecordZone(zoneID: zoneID)], deleting: [])
      #expect(
        try await tablet.database(with: .private).allRecordZones().map(\.zoneID).contains(zoneID))
      try await administration.deleteToken(named: "app", of: Self.name, .development)
      let refused = await #expect(throws: CloudError.self) {
        try await signedOut.database(with: .public).allRecordZones()
      }
      #expect(refused?.code == .notAuthenticated)
    }
  }

  @Test func `where the name leads to another server, nobody is told to be signed out`()
    async throws
  {
    try await administer { administration in
      var lost = try await administration.createAccount(named: "alice")
      lost.webAuthToken = String(lost.webAuthToken.reversed())
      let cloudID = try await administration.server().cloudID
      for (known, code, words) in [
        (nil, CloudError.Code.notAuthenticated, "Signed out. "),
        (cloudID, .notAuthenticated, "Signed out. "),
        (String(cloudID.reversed()), .networkUnavailable, "Another server answers at "),
      ] as [(String?, CloudError.Code, String)] {
        let container = HTTPCloudContainer(
          connection: administration.connection, credentials: lost, clientID: nil,
          advice: "Sign in again.", knownCloudID: { known })
        let refused = await #expect(throws: CloudError.self) {
          try await container.currentUserIdentity()
        }
        #expect(refused?.code == code)
        #expect(refused?.reason.hasPrefix(words) == true, "\(refused?.reason ?? "")")
        #expect(refused?.reason.contains("Sign in again") == (code == .notAuthenticated))
      }
    }
  }

  @Test func `another server at the address gets the keys once, and no others`() async throws {
    try await administer { administration in
      let alice = try await administration.createAccount(named: "alice")
      var lost = alice
      lost.webAuthToken = String(lost.webAuthToken.reversed())
      let cloudID = try await administration.server().cloudID
      let isOther = Mutex(true)
      let renewals = Mutex(0)
      let container = HTTPCloudContainer(
        connection: administration.connection, credentials: lost, clientID: nil,
        knownCloudID: { isOther.withLock { $0 } ? "another" : cloudID },
        renewed: {
          renewals.withLock { $0 += 1 }
          return alice
        })
      for _ in 0..<2 {
        let refused = await #expect(throws: CloudError.self) {
          try await container.currentUserIdentity()
        }
        #expect(refused?.code == .networkUnavailable)
      }
      #expect(renewals.withLock { $0 } == 0)
      isOther.withLock { $0 = false }
      let user = try await container.currentUserIdentity().userRecordName
      #expect(user == alice.userRecordName)
      #expect(renewals.withLock { $0 } == 1)
    }
  }

  @Test func `a token's origins are shown, and a plan replaces them`() async throws {
    try await administer { administration in
      let place = "iCloud.net.zonechat"
      var web = ContainerPlan.APIToken(
        name: "page", allowedOrigins: ["https://A.example", "http://localhost:8000"])
      let made = try await administration.addToken(web, to: place, .development)
      #expect(made.allowedOrigins == ["https://a.example", "http://localhost:8000"])
      web.allowedOrigins = nil
      _ = try await administration.addToken(web, to: place, .development)
      let shown = try await administration.container(place).environments[0].tokens
      #expect(shown.first { $0.name == "page" }?.allowedOrigins == nil)
    }
  }

  @Test func `a key has an ID that follows from it, and its user outlives it`() async throws {
    try await administer { administration in
      _ = try await administration.createContainer(Self.name)
      let pem = P256.Signing.PrivateKey().publicKey.pemRepresentation
      let key = try await administration.addKey(
        .init(name: "server", publicKey: pem), to: Self.name, .development)
      let same = try await administration.addKey(
        .init(name: "server", publicKey: pem), to: Self.name, .development)
      #expect(same == key)
      let production = try await administration.addKey(
        .init(name: "server", publicKey: pem), to: Self.name, .production)
      #expect(production.keyID != key.keyID)
      let renewed = try await administration.addKey(
        .init(name: "server", publicKey: P256.Signing.PrivateKey().publicKey.pemRepresentation),
        to: Self.name, .development)
      #expect(renewed.keyID != key.keyID)
      #expect(renewed.userRecordName == key.userRecordName)
      for text in ["", "no key", P384.Signing.PrivateKey().publicKey.pemRepresentation] {
        let refused = await #expect(throws: CloudError.self) {
          try await administration.addKey(
            .init(name: "server", publicKey: text), to: Self.name, .development)
        }
        #expect(refused?.code == .invalidArguments)
      }
      try await administration.deleteKey(id: renewed.keyID, of: Self.name, .development)
      #expect(try await administration.container(Self.name).environments[0].keys.isEmpty)
    }
  }

  @Test func `resetting empties development and nothing else`() async throws {
    try await administer { administration in
      let alice = try await administration.createAccount(named: "alice")
      let container = HTTPCloudContainer(
        connection: administration.connection, credentials: alice, clientID: nil)
      let database = container.database(with: .private)
      let zoneID = RecordZoneID(zoneName: "chat", ownerName: alice.userRecordName)
      _ = try await database.modifyRecordZones(saving: [RecordZone(zoneID: zoneID)], deleting: [])
      let before = try await database.databaseChanges(since: nil, resultsLimit: nil)
      #expect(before.modifications == [zoneID])
      try await administration.resetEnvironment(of: "iCloud.net.zonechat")
      let expired = await #expect(throws: CloudError.self) {
        try await database.databaseChanges(since: before.changeToken, resultsLimit: nil)
      }
      #expect(expired?.code == .changeTokenExpired)
      let after = try await database.databaseChanges(since: nil, resultsLimit: nil)
      #expect(after.modifications.isEmpty)
    }
  }

  @Test func `a plan makes the same cloud as often as it is applied`() async throws {
    try await administer { administration in
      let plan = CloudPlan(
        containers: [
          ContainerPlan(
            identifier: Self.name,
            environments: [
              .init(
                environment: .production, tokens: [.init(name: "web")],
                keys: [
                  .init(
                    name: "server",
                    publicKey: P256.Signing.PrivateKey().publicKey.pemRepresentation)
                ], settings: .init(tokenRotation: .strict))
            ])
        ], accounts: [.init(name: "alice", passphrase: testPassphrase, isDiscoverable: false)])
      let first = try await administration.apply(plan).containers
      #expect(first[0].environments[1].tokens[0].token != nil)
      #expect(first[0].environments[1].settings.tokenRotation == .strict)
      let second = try await administration.apply(plan).containers
      #expect(second[0].environments[1].tokens[0].token == nil)
      #expect(second[0].environments[1].keys == first[0].environments[1].keys)
      _ = try await administration.signIn(name: "alice", passphrase: testPassphrase)
      let wrong = await #expect(throws: CloudError.self) {
        try await administration.signIn(name: "alice", passphrase: "wrong horse")
      }
      #expect(wrong?.code == .notAuthenticated)
    }
  }
}
