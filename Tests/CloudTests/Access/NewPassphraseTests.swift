import CloudCore
import CloudModel
import CloudRules
import Foundation
import NIOHTTP1
import Testing

/// A passphrase that replaces another one ends what the old one has opened.
@Suite struct NewPassphraseTests {
  private static func plan(_ name: String, _ passphrase: String?) -> [UInt8] {
    let account: JSON = [
      "name": .string(name), "passphrase": passphrase.map { JSON.string($0) } ?? .null,
    ]
    return Array(JSON.object(["containers": [], "accounts": [account]]).text.utf8)
  }

  private static func apply(
    _ name: String, _ passphrase: String?, to cloud: WireCloud
  ) async throws -> JSON {
    let answer = try await cloud.send(
      .POST, "/extension/1/plan", headers: try cloud.administrator,
      body: plan(name, passphrase))
    #expect(answer.status == 200, "\(answer.text)")
    return JSON(bytes: answer.body) ?? .null
  }

  private static func signIn(
    _ name: String, _ passphrase: String, _ cloud: WireCloud
  ) async throws -> WireAnswer {
    try await cloud.send(
      "POST", "/extension/1/sessions",
      body: Array(#"{"name":"\#(name)","passphrase":"\#(passphrase)"}"#.utf8))
  }

  @Test(arguments: WireKind.allCases)
  func `it ends the keys, and only those of its account, and says so`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let bob = try await cloud.signUp("bob")
      let second = try await Self.signIn("alice", testPassphrase, cloud).json
      var other = alice
      other.webAuthToken = try #require(second["webAuthToken"].string)
      let answer = try await Self.apply("alice", "another horse", to: cloud)
      #expect(answer["endedSessions"] == [["account": "alice", "sessions": 2]], "\(answer)")
      for keys in [alice, other] {
        let refused = try await cloud.ask("GET", "private/zones/list", as: keys)
        #expect(refused.outcome == "421 AUTHENTICATION_REQUIRED")
      }
      #expect(try await cloud.ask("GET", "private/zones/list", as: bob).status == 200)
      #expect(try await Self.signIn("alice", testPassphrase, cloud).status == 401)
      #expect(try await Self.signIn("alice", "another horse", cloud).status == 200)
    }
  }

  @Test func `the same passphrase, none and a first one end nothing`() async throws {
    try await WireKind.unixSocket.withAlice { cloud, alice in
      for passphrase in [testPassphrase, nil] {
        #expect(try await Self.apply("alice", passphrase, to: cloud)["endedSessions"] == .null)
        #expect(try await cloud.ask("GET", "private/zones/list", as: alice).status == 200)
      }
      // Over the socket an account needs no passphrase.
      let made = try await cloud.send(
        "POST", "/extension/1/accounts", body: Array(#"{"name":"carol"}"#.utf8)
      ).json
      var carol = alice
      carol.webAuthToken = try #require(made["webAuthToken"].string)
      #expect(
        try await Self.apply("carol", testPassphrase, to: cloud)["endedSessions"] == .null)
      #expect(try await cloud.ask("GET", "private/zones/list", as: carol).status == 200)
    }
  }

  @Test func `a sign-in with the old passphrase that is under way opens no session`() async throws {
    let world = try RulesWorld()
    let (store, partition) = (world.cloud.store, world.service.partition)
    let accounts = AccountService(
      store: store, surroundings: .deterministic(seed: 2), cost: .cheap)
    let sessions = SessionService(store: store, surroundings: .deterministic(seed: 3))
    try accounts.apply(.init(name: "alice", passphrase: testPassphrase))
    func prove(_ passphrase: String?) async throws -> ProvenAccount {
      try await accounts.recognize(
        name: "alice", passphrase: passphrase,
        proof: passphrase == nil ? .socket : .passphrase(address: "192.0.2.1"))
    }
    func signIn(_ proven: ProvenAccount) throws -> String {
      try sessions.open(for: proven, in: partition, isLongLived: true)
    }
    func isOpen(_ token: String) throws -> Bool {
      try store.readRegistry { try $0.session(forTokenHash: TokenHash.of(token)) != nil }
    }
    let (old, local) = (try await prove(testPassphrase), try await prove(nil))
    #expect(try isOpen(signIn(old)))
    try accounts.apply(.init(name: "alice", passphrase: "another horse"))
    #expect(throws: CloudError.self) { try signIn(old) }
    // The console asks this after it has opened a session.
    let error = #expect(throws: CloudError.self) { try accounts.requireCurrent(old) }
    #expect(error?.code == .notAuthenticated)
    for proven in [local, try await prove("another horse")] {
      #expect(try isOpen(signIn(proven)))
    }
  }

  @Test func `a sign-up opens no session for a passphrase that is replaced at once`() async throws {
    let world = try RulesWorld()
    let accounts = AccountService(
      store: world.cloud.store, surroundings: .deterministic(seed: 2), cost: .cheap)
    let sessions = SessionService(
      store: world.cloud.store, surroundings: .deterministic(seed: 3))
    let bob = try await accounts.createAccount(
      AccountRequest(name: "bob", passphrase: testPassphrase),
      proof: .passphrase(address: "192.0.2.1"))
    try accounts.apply(.init(name: "bob", passphrase: "another horse"))
    #expect(throws: CloudError.self) {
      try sessions.open(for: bob, in: world.service.partition, isLongLived: true)
    }
  }

  // MARK: - By the person

  private static func change(
    _ body: String, as person: WireCloud.Person, _ cloud: WireCloud
  ) async throws -> WireAnswer {
    try await cloud.send(
      "POST", "/extension/1/account/passphrase?\(person.query)", body: Array(body.utf8))
  }

  private static let newHorse =
    #"{"passphrase":"\#(testPassphrase)","newPassphrase":"another horse"}"#

  @Test(arguments: WireKind.allCases)
  func `who knows the present one sets another, and has the only session then`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      var laptop = alice
      laptop.webAuthToken = try #require(
        try await Self.signIn("alice", testPassphrase, cloud).json["webAuthToken"].string)
      let answer = try await Self.change(Self.newHorse, as: alice, cloud)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.json["userRecordName"].string == alice.userRecordName)
      // A copy of the keys is the same session, so the one that has asked ends too.
      for keys in [alice, laptop] {
        let refused = try await cloud.ask("GET", "private/zones/list", as: keys)
        #expect(refused.outcome == "421 AUTHENTICATION_REQUIRED")
      }
      var now = alice
      now.webAuthToken = try #require(answer.json["webAuthToken"].string)
      let list = try await cloud.send("GET", "/extension/1/sessions?\(now.query)").json
      #expect(list["sessions"].elements.map { $0["isCurrent"] } == [true], "\(list)")
      #expect(try await Self.signIn("alice", testPassphrase, cloud).status == 401)
      #expect(try await Self.signIn("alice", "another horse", cloud).status == 200)
    }
  }

  @Test func `a request that lacks something or is wrong changes nothing`() async throws {
    try await WireKind.tcp.withAlice { cloud, alice throws in
      for (body, outcome) in [
        (#"{"newPassphrase":"another horse"}"#, "400 BAD_REQUEST"),
        (#"{"passphrase":"\#(testPassphrase)"}"#, "400 BAD_REQUEST"),
        (#"{"passphrase":"\#(testPassphrase)","newPassphrase":"short"}"#, "400 BAD_REQUEST"),
        (#"{"passphrase":"wrong horse","newPassphrase":"another horse"}"#, "403 ACCESS_DENIED"),
      ] {
        #expect(try await Self.change(body, as: alice, cloud).outcome == outcome, "\(body)")
      }
      #expect(try await cloud.ask("GET", "private/zones/list", as: alice).status == 200)
      #expect(try await Self.signIn("alice", testPassphrase, cloud).status == 200)
    }
  }

  @Test func `at the Unix socket the present one is not needed, and a wrong one is refused`()
    async throws
  {
    try await WireKind.unixSocket.withAlice { cloud, alice in
      let wrong = #"{"passphrase":"wrong horse","newPassphrase":"another horse"}"#
      #expect(try await Self.change(wrong, as: alice, cloud).outcome == "403 ACCESS_DENIED")
      let answer = try await Self.change(
        #"{"newPassphrase":"another horse"}"#, as: alice, cloud)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try await Self.signIn("alice", testPassphrase, cloud).status == 401)
    }
  }

  @Test func `whoever has taken a key guesses the passphrase as slowly as at signing in`()
    async throws
  {
    try await WireKind.tcp.withAlice { cloud, alice in
      let wrong = #"{"passphrase":"wrong horse","newPassphrase":"another horse"}"#
      var outcomes: [String] = []
      for _ in 0..<5 { outcomes.append(try await Self.change(wrong, as: alice, cloud).outcome) }
      #expect(outcomes == Array(repeating: "403 ACCESS_DENIED", count: 5))
      let right = try await Self.change(Self.newHorse, as: alice, cloud)
      #expect(right.outcome == "429 THROTTLED")
      // Signing in counts the same attempts.
      #expect(try await Self.signIn("alice", testPassphrase, cloud).status == 429)
    }
  }

  @Test(arguments: [WireKind.tcp, .inProcess])
  func `of fifty requests at the same time none leaves anything open`(kind: WireKind) async throws {
    try await kind.withAlice { cloud, alice in
      async let changed = Self.change(Self.newHorse, as: alice, cloud)
      let answers = try await withThrowingTaskGroup(of: WireAnswer.self) { group in
        for number in 0..<50 {
          group.addTask {
            switch number % 5 {
            case 0: try await Self.openChannel(cloud, as: alice)
            case 1: try await Self.signIn("alice", testPassphrase, cloud)
            default: try await cloud.ask("GET", "private/zones/list", as: alice)
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      // Too many attempts at the same time make the change wait too.
      var answer = try await changed
      if answer.status == 429 { answer = try await Self.change(Self.newHorse, as: alice, cloud) }
      #expect(answer.status == 200, "\(answer.text)")
      var old = [alice]
      for answer in answers {
        #expect([200, 401, 421, 429].contains(answer.status), "\(answer.text)")
        if let path = Self.courierPath(answer) {
          #expect(try await cloud.send("GET", path).status == 404)
        }
        guard let token = answer.json["webAuthToken"].string else { continue }
        var keys = alice
        keys.webAuthToken = token
        old.append(keys)
      }
      for keys in old {
        #expect(try await cloud.ask("GET", "private/zones/list", as: keys).status == 421)
      }
    }
  }

  private static func openChannel(
    _ cloud: WireCloud, as person: WireCloud.Person
  ) async throws -> WireAnswer {
    try await cloud.send(
      "POST", "/device/1/iCloud.net.zonechat/development/tokens/create?\(person.query)",
      body: Array(#"{"apnsEnvironment":"development"}"#.utf8))
  }

  /// The path at which the channel is polled; nil where the answer has none.
  private static func courierPath(_ answer: WireAnswer) -> String? {
    answer.json["webcourierURL"].string.map {
      String($0.trimmingPrefix(/https?:\/\/[^\/]+/))
    }
  }

  @Test func `it closes the channels of notifications`() async throws {
    try await WireKind.tcp.withAlice { cloud, alice in
      let path = try #require(
        Self.courierPath(try await Self.openChannel(cloud, as: alice)))
      #expect(try await cloud.send("GET", path).status == 200)
      _ = try await Self.apply("alice", "another horse", to: cloud)
      #expect(try await cloud.send("GET", path).status == 404)
    }
  }

  @Test func `a channel that is being opened does not outlive it`() async throws {
    try await WireKind.tcp.withAlice { cloud, alice in
      // Holds the request back after its key was accepted.
      let fault = #"{"id":"late","effect":"delay","milliseconds":500,"operation":"tokens/create"}"#
      let added = try await cloud.send(
        .POST, "/extension/1/faults", headers: try cloud.administrator, body: Array(fault.utf8))
      #expect(added.status == 200, "\(added.text)")
      async let opening = Self.openChannel(cloud, as: alice)
      let isHeldBack = try await eventually {
        let faults = try await cloud.send(
          .GET, "/extension/1/faults", headers: try cloud.administrator, body: [])
        return faults.entries("faults").first?["fired"] as? Int == 1
      }
      #expect(isHeldBack)
      _ = try await Self.apply("alice", "another horse", to: cloud)
      let answer = try await opening
      if let path = Self.courierPath(answer) {
        // On a slow machine the channel was open before the passphrase was set.
        #expect(try await cloud.send("GET", path).status == 404)
      } else {
        #expect(answer.outcome == "421 AUTHENTICATION_REQUIRED")
      }
    }
  }

  @Test func `it ends the sessions of the console`() async throws {
    try await ConsoleWorld.run { world in
      let alice = try await world.browser(of: world.alice)
      #expect(try await alice.open("/console/account?account=alice").status == 200)
      let administrator = try await world.administrator()
      _ = try await Self.apply("alice", "another horse", to: world.wire)
      #expect(try await alice.open("/console/account?account=alice").status == 403)
      #expect(try await administrator.open("/console/accounts").status == 200)
    }
  }
}
