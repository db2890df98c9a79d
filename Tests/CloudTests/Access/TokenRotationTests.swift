import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Crypto
import Foundation
import NIOHTTP1
import Testing

/// The rules for a web auth token that was used.
@Suite struct TokenRotationTests {
  private static let required = "421 AUTHENTICATION_REQUIRED"

  private func token(_ world: AccessWorld) async throws -> String {
    try #require(try await world.signIn("alice").json["webAuthToken"] as? String)
  }

  private func use(
    _ token: String, _ world: AccessWorld, _ operation: String = "zones/list"
  ) async throws -> AccessWorld.Answer {
    try await world.operate(operation, in: "private", query: AccessWorld.query(token: token))
  }

  @Test(arguments: WireKind.allCases)
  func `leniently a token stays good, and comes with every answer`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let token = try await token(world)
      world.clock.advance(seconds: 40 * 24 * 3600)
      for operation in ["zones/list", "records/lookup", "changes/nothing", "zones/list"] {
        let answer = try await use(token, world, operation)
        let isRouted = operation != "changes/nothing"
        #expect(answer.nextToken == (isRouted ? token : nil), "\(operation)")
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `strictly every answer carries the next token, and the old one is dead`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind, settings: .init(tokenRotation: .strict)) { world in
      let first = try await token(world)
      let answer = try await use(first, world)
      #expect(answer.outcome == "200")
      let second = try #require(answer.nextToken)
      #expect(second != first)
      #expect(try await use(first, world).outcome == Self.required)
      let failed = try await use(second, world, "records/modify")
      #expect(failed.outcome == "400 BAD_REQUEST")
      let third = try #require(failed.nextToken)
      #expect(try await use(second, world).outcome == Self.required)
      #expect(try await use(third, world).outcome == "200")
    }
  }

  @Test(arguments: WireKind.allCases) func `of parallel uses of a strict token exactly one wins`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind, settings: .init(tokenRotation: .strict)) { world in
      let token = try await token(world)
      let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<8 { group.addTask { try await use(token, world).outcome } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.filter { $0 == "200" }.count == 1)
      #expect(outcomes.filter { $0 == Self.required }.count == 7)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `strictly a token lives two weeks where one stays signed in`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind, settings: .init(tokenRotation: .strict)) { world in
      let first = try await token(world)
      world.clock.advance(seconds: 14 * 24 * 3600)
      let second = try #require(try await use(first, world).nextToken)
      world.clock.advance(seconds: 14 * 24 * 3600 + 1)
      #expect(try await use(second, world).outcome == Self.required)
    }
  }

  @Test(arguments: WireKind.allCases) func `both spellings of a token are good`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      // Until there is one with every sign that can be escaped.
      var token = ""
      while !token.contains("+") || !token.contains("/") { token = try await self.token(world) }
      #expect(token.hasSuffix("="))
      for spelled in [token, AccessWorld.escaped(token)] {
        let answer = try await world.operate(
          "zones/list", in: "private",
          query: "ckAPIToken=\(AccessWorld.apiToken)&ckWebAuthToken=\(spelled)")
        #expect(answer.outcome == "200", "\(spelled)")
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `signing out ends the session and no other`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let laptop = try await token(world)
      let phone = try await token(world)
      let out = try await world.send(
        .DELETE, "/extension/1/sessions", query: AccessWorld.query(token: laptop))
      #expect(out.outcome == "200")
      #expect(try await use(laptop, world).outcome == Self.required)
      #expect(try await use(phone, world).outcome == "200")
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a strict token is not used up by a parameter that nobody knows`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind, settings: .init(tokenRotation: .strict)) { world in
      let token = try await token(world)
      let refused = try await world.operate(
        "zones/list", in: "private",
        query: AccessWorld.query(token: token) + "&getCurrentSyncToken=yes")
      #expect(refused.outcome == "400 BAD_REQUEST")
      #expect(try await use(token, world).outcome == "200")
    }
  }

  @Test func `on a full disk a strict token stays as it is, and lets its holder read`() async throws
  {
    let clock = ManualTime()
    let store = UncommittedStore(try SQLiteStore(.inMemory))
    let surroundings = clock.surroundings(seed: 2)
    try Cloud(store: store, surroundings: surroundings, announce: { _ in })
      .ensureContainer("iCloud.test")
    let partition = Partition(container: "iCloud.test", environment: .development)
    let accounts = AccountService(store: store, surroundings: surroundings)
    _ = try accounts.createAccount(named: "alice")
    let alice = try await accounts.recognize(name: "alice", passphrase: nil, proof: .socket)
    let sessions = SessionService(store: store, surroundings: surroundings)
    func read(_ token: String) throws -> (session: StoredSession?, place: StoredPartition) {
      try store.readRegistry { registry in
        var place = try #require(try registry.partition(partition))
        place.settings.environment.tokenRotation = .strict
        return (try registry.session(forTokenHash: TokenHash.of(token)), place)
      }
    }
    /// The token for the next request; nil if the request is not let in.
    func next(after token: String) throws -> String? {
      let found = try read(token)
      return try sessions.admit(token, of: found.session, to: found.place, from: "")?.nextToken
    }

    let first = try sessions.open(for: alice, in: partition, isLongLived: false)
    store.fail(true)
    #expect(try next(after: first) == first)
    #expect(try next(after: first) == first)
    let slower = try read(first)
    store.fail(false)
    let second = try #require(try next(after: first))
    #expect(second != first)
    store.fail(true)
    #expect(try next(after: first) == nil, "a token that was replaced stays dead")
    #expect(
      try sessions.admit(first, of: slower.session, to: slower.place, from: "") == nil,
      "also for a request that has read it before")
    clock.advance(seconds: 30 * 60)
    #expect(try next(after: second) == second)
    clock.advance(seconds: 1)
    #expect(try next(after: second) == nil, "it lives no longer for being used")
  }

  @Test func `of two who take a token one gets its session`() async throws {
    let world = try RulesWorld()
    let sessions = SessionService(store: world.cloud.store, surroundings: .deterministic(seed: 2))
    let alice = try await world.accounts.recognize(
      name: "alice", passphrase: nil, proof: .socket)
    let token = try sessions.open(
      for: alice, in: world.service.partition, isLongLived: false)
    let hash = Array(SHA256.hash(data: Data(token.utf8)))
    let taken = try world.cloud.store.writeRegistry { registry in
      [try registry.takeToken(hash: hash), try registry.takeToken(hash: hash)]
    }
    #expect(taken.map { $0?.userRecordName } == [world.caller.userRecordName, nil])
  }
}
