import CloudCore
import CloudModel
import CloudRules
import CloudServer
import Foundation
import NIOHTTP1
import Testing

/// The cost of guessing passphrases, however an account is named and however many guess at once.
@Suite struct GuessingTests {
  private static let wrong = "401 AUTHENTICATION_FAILED"
  private static let limited = "429 THROTTLED"

  /// Guesses one after another; how each was answered.
  private func guess(
    _ names: [String], _ world: AccessWorld, from address: (Int) -> String? = { _ in nil }
  ) async throws -> [String] {
    var outcomes: [String] = []
    for (index, name) in names.enumerated() {
      outcomes.append(
        try await world.signIn(
          name, passphrase: "wrong horse", headers: Self.forwarded(address(index))
        ).outcome)
    }
    return outcomes
  }

  private static func forwarded(_ address: String?) -> HTTPHeaders {
    address.map { ["X-Forwarded-For": $0] } ?? [:]
  }

  @Test(arguments: WireKind.allCases)
  func `an account is one account by its name and its address, in any case`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let names = ["alice", "ALICE@example.com", "Alice", "alice@EXAMPLE.COM", "aliCe"]
      let first = try await guess(names, world)
      #expect(first == Array(repeating: Self.wrong, count: 5))
      let second = try await guess(names, world)
      #expect(second == Array(repeating: Self.limited, count: 5))
      #expect(try await world.signIn("alice@example.com").outcome == Self.limited)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a name with a NUL or a control character names nobody, and is limited alike`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      for name in [
        #"alice\u0000"#, #"alice\u0000x"#, #"alice@example.com\u0000"#, #"\u0007alice"#, "",
      ] {
        #expect(try await world.signIn(name).outcome == Self.wrong, "\(name)")
        let outcomes = try await guess(Array(repeating: name, count: 5), world)
        #expect(outcomes == Array(repeating: Self.wrong, count: 4) + [Self.limited], "\(name)")
        world.clock.advance(seconds: 3601)
      }
      let query = try await world.query("bob")
      let found = try await world.send(
        .GET, "/extension/1/accounts/alice%00x", query: query)
      #expect(found.status == 404)
      let discovered = try await world.operate(
        "users/discover", in: "public", query: query,
        body: #"{"lookupInfos":[{"emailAddress":"alice\u0000x"}]}"#)
      #expect(discovered.entries("users").isEmpty)
    }
  }

  @Test(arguments: [WireKind.tcp, .inProcess])
  func `of forty guesses at the same time five are checked`(kind: WireKind) async throws {
    try await AccessWorld.run(over: kind) { world in
      let names = (0..<40).map { $0 % 2 == 0 ? "alice" : "alice@example.com" }
      let outcomes = try await Self.atOnce(names) {
        try await world.signIn($0, passphrase: "wrong horse").outcome
      }
      #expect(outcomes[Self.wrong] == 5)
      #expect(outcomes[Self.limited] == 35)
    }
  }

  @Test func `of forty people who guess at the same time from one address twenty are heard`()
    async throws
  {
    try await AccessWorld.run(over: .tcp) { world in
      let outcomes = try await Self.atOnce((0..<40).map { "user\($0)" }) {
        try await world.signIn($0, passphrase: "wrong horse").outcome
      }
      #expect(outcomes == [Self.wrong: 20, Self.limited: 20])
    }
  }

  @Test func `nobody but a trusted proxy says where a caller is`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let names = (0..<21).map { "user\($0)" }
      let outcomes = try await guess(names, world) { "192.0.2.\($0)" }
      #expect(outcomes.last == Self.limited)
    }
    try await AccessWorld.run(over: .tcp, proxies: ["127.0.0.1"]) { world in
      let names = (0..<25).map { "user\($0)" }
      let many = try await guess(names, world) { "192.0.2.\($0)" }
      #expect(many.allSatisfy { $0 == Self.wrong })
      // What the caller said before the proxy is no address of the caller.
      let one = try await guess(names, world) { "192.0.2.\($0), 198.51.100.7" }
      #expect(one.last == Self.limited)
      #expect(try await world.signIn("bob").outcome == "200")
    }
  }

  @Test(arguments: [
    ("10.0.0.1", nil, "10.0.0.1"), ("10.0.0.1", "192.0.2.1", "192.0.2.1"),
    ("10.0.0.9", "192.0.2.1", "10.0.0.9"), ("10.0.0.1", "1.1.1.1, 192.0.2.1:99", "192.0.2.1"),
    ("10.0.0.1", "192.0.2.1, 10.0.0.2", "192.0.2.1"), ("10.0.0.1", "nonsense", "10.0.0.1"),
    ("10.0.0.1", "192.0.2.1, nonsense, 10.0.0.2", "10.0.0.2"), ("10.0.0.1", "", "10.0.0.1"),
    ("::ffff:10.0.0.1", "[2001:db8::1]:443", "2001:db8::1"),
  ])
  func `the caller is the last address that is no trusted proxy's`(
    peer: String, forwarded: String?, caller: String
  ) throws {
    let proxies = try #require(TrustedProxies(["10.0.0.1", "10.0.0.2"]))
    #expect(proxies.caller(behind: peer, forwarded: forwarded) == caller)
  }

  @Test func `an IPv6 network counts as one caller, and a mapped address as itself`() {
    #expect(CallerNetwork.text(of: "2001:db8::1") == CallerNetwork.text(of: "2001:db8:0:0:9::2"))
    #expect(CallerNetwork.text(of: "2001:db8::1") != CallerNetwork.text(of: "2001:db8:0:1::1"))
    #expect(CallerNetwork.text(of: "::ffff:192.0.2.1") == "192.0.2.1")
    #expect(CallerNetwork.text(of: "somewhere") == "somewhere")
    #expect(TrustedProxies(["proxy.example"]) == nil)
  }

  /// Does all of it at the same time; how often there was each outcome.
  static func atOnce<Item: Sendable, Outcome: Hashable & Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) async throws -> Outcome
  ) async throws -> [Outcome: Int] {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      for item in items { group.addTask { try await body(item) } }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
  }
}
