import CloudCore
import CloudModel
import CloudRules
import Foundation
import NIOHTTP1
import Testing

/// The list of an account's sessions, and the end of one of them or of all others.
@Suite struct SessionListTests {
  private static let required = "421 AUTHENTICATION_REQUIRED"

  /// A session as the list has it.
  private struct Entry: Decodable, Equatable {
    var id: String
    var deviceName: String
    var address: String
    var createdAt: Int64
    var lastUsedAt: Int64
    var isCurrent: Bool
  }

  private struct List: Decodable { var sessions: [Entry] }

  /// The query of a new session; `more` are keys of the request.
  private func signIn(
    _ name: String, _ world: AccessWorld, _ more: String = "", from address: String? = nil
  ) async throws -> String {
    let answer = try await world.send(
      .POST, "/extension/1/sessions", headers: Self.forwarded(address),
      body: """
        {"name":"\(name)","passphrase":"\(testPassphrase)","container":"\(AccessWorld.container)",
        "environment":"development"\(more)}
        """)
    return AccessWorld.query(
      token: try #require(answer.json["webAuthToken"] as? String, "\(answer.text)"))
  }

  private static func forwarded(_ address: String?) -> HTTPHeaders {
    address.map { ["X-Forwarded-For": $0] } ?? [:]
  }

  private func list(_ query: String, _ world: AccessWorld) async throws -> [Entry] {
    let answer = try await world.send(.GET, "/extension/1/sessions", query: query)
    return try JSONDecoder().decode(List.self, from: Data(answer.body)).sessions
  }

  private func use(_ query: String, _ world: AccessWorld) async throws -> String {
    try await world.operate("zones/list", in: "private", query: query).outcome
  }

  @Test(arguments: WireKind.allCases)
  func `it has each device with its name, and says which one asks`(kind: WireKind) async throws {
    try await AccessWorld.run(over: kind) { world in
      let phone = try await signIn("alice", world, #","deviceName":"Fernsprecher 📞""#)
      world.clock.advance(seconds: 60)
      let laptop = try await signIn("alice", world)
      _ = try await signIn("bob", world)
      let now = world.clock.now.millisecondsSince1970
      let found = try await list(phone, world)
      #expect(found.map(\.deviceName) == ["", "Fernsprecher 📞"])
      #expect(found.map(\.isCurrent) == [false, true])
      #expect(found.map(\.createdAt) == [now, now - 60_000])
      #expect(found.map(\.lastUsedAt) == [now, now - 60_000])
      #expect(found.allSatisfy { $0.address == (kind == .tcp ? "127.0.0.1" : "") }, "\(found)")
      #expect(try await list(laptop, world).map(\.isCurrent) == [true, false])
    }
  }

  @Test(arguments: [
    "", " phone", "phone ", #"a\nb"#, #"\u0007"#, #"\u202Ex"#, #"\u200B"#,
    String(repeating: "x", count: 65),
  ])
  func `a name of a device that is none is refused`(name: String) async throws {
    try await AccessWorld.run(over: .inProcess) { world in
      for (path, account) in [("sessions", "alice"), ("accounts", "carol")] {
        let answer = try await world.send(
          .POST, "/extension/1/\(path)",
          body: #"{"name":"\#(account)","passphrase":"\#(testPassphrase)","deviceName":"\#(name)"}"#
        )
        #expect(answer.outcome == "400 BAD_REQUEST", "\(path)")
      }
    }
  }

  @Test func `the address is the caller's, which only a trusted proxy can say`() async throws {
    try await AccessWorld.run(over: .tcp, proxies: ["127.0.0.1"]) { world in
      let query = try await signIn("alice", world, from: "::ffff:192.0.2.7")
      #expect(try await list(query, world).map(\.address) == ["192.0.2.7"])
    }
    try await AccessWorld.run(over: .tcp) { world in
      let query = try await signIn("alice", world, from: "192.0.2.7")
      #expect(try await list(query, world).map(\.address) == ["127.0.0.1"])
    }
  }

  @Test(arguments: WireKind.allCases)
  func `one session ends, with its channel, and nothing else`(kind: WireKind) async throws {
    try await AccessWorld.run(over: kind) { world in
      let (phone, laptop) = (try await signIn("alice", world), try await signIn("alice", world))
      let (lost, kept) = (
        try await openChannel(phone, world), try await openChannel(laptop, world)
      )
      let id = try #require(try await list(phone, world).first(where: \.isCurrent)).id
      let ended = try await world.send(
        .DELETE, "/extension/1/sessions", query: laptop + "&id=\(id)")
      #expect(ended.text == "{}", "\(ended.text)")
      #expect(try await use(phone, world) == Self.required)
      #expect(try await use(laptop, world) == "200")
      #expect(try await world.send(.GET, lost).status == 404)
      #expect(try await world.send(.GET, kept).status == 200)
      let again = try await world.send(
        .DELETE, "/extension/1/sessions", query: laptop + "&id=\(id)")
      #expect(again.outcome == "404 NOT_FOUND")
    }
  }

  @Test func `a session of somebody else is not there`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let (alice, bob) = (try await signIn("alice", world), try await signIn("bob", world))
      let id = try #require(try await list(bob, world).first).id
      for other in [id, "none", "", "%00"] {
        let answer = try await world.send(
          .DELETE, "/extension/1/sessions", query: alice + "&id=\(other)")
        #expect(answer.outcome == "404 NOT_FOUND", "\(other)")
      }
      for query in ["&id=\(id)&others=true", "&others=yes", "&others="] {
        let answer = try await world.send(.DELETE, "/extension/1/sessions", query: alice + query)
        #expect(answer.outcome == "400 BAD_REQUEST", "\(query)")
      }
      #expect(try await use(alice, world) == "200")
      #expect(try await use(bob, world) == "200")
    }
  }

  @Test(arguments: WireKind.allCases) func `all others end, and say how many they were`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let others = [try await signIn("alice", world), try await signIn("alice", world)]
      let (own, bob) = (try await signIn("alice", world), try await signIn("bob", world))
      let (lost, kept) = (
        try await openChannel(others[0], world), try await openChannel(own, world)
      )
      let ended = try await world.send(
        .DELETE, "/extension/1/sessions", query: own + "&others=true")
      #expect(ended.text == #"{"endedSessions":2}"#, "\(ended.text)")
      for query in others { #expect(try await use(query, world) == Self.required) }
      for query in [own, bob] { #expect(try await use(query, world) == "200") }
      #expect(try await list(own, world).map(\.isCurrent) == [true])
      #expect(try await world.send(.GET, lost).status == 404)
      #expect(try await world.send(.GET, kept).status == 200)
    }
  }

  @Test func `the sessions of the console end with all others`() async throws {
    try await ConsoleWorld.run { world in
      let alice = try await world.browser(of: world.alice)
      let bob = try await world.browser(of: world.bob)
      #expect(try await alice.open("/console/account?account=alice").status == 200)
      let ended = try await world.wire.send(
        "DELETE", "/extension/1/sessions?\(world.alice.query)&others=true")
      #expect(ended.status == 200, "\(ended.text)")
      #expect(try await alice.open("/console/account?account=alice").status == 403)
      #expect(try await bob.open("/console/account?account=bob").status == 200)
    }
  }

  @Test func `a poll that is held ends with its session, and no other`() async throws {
    let courier = NotificationCourier(hold: .seconds(3600), surroundings: .deterministic())
    let partition = Partition(container: "iCloud.test", environment: .development)
    let channels = [("_alice", "lost"), ("_alice", "kept"), ("_bob", "lost")].map {
      courier.openChannel(
        for: Caller(userRecordName: $0.0, session: $0.1), in: partition, takesInvitations: false)
    }
    try await withThrowingTaskGroup(of: Push?.self) { group in
      for (number, channel) in channels.enumerated() {
        group.addTask { try await courier.next(on: channel) }
        try #require(try await eventually { courier.waitingCount == number + 1 })
      }
      courier.closeChannels(of: EndedSessions(of: "_alice", .these(["lost"])))
      let told = try await group.next()
      #expect(told == .some(nil))
      #expect(courier.waitingCount == 2)
      #expect(channels.map { courier.subscriber(of: $0) != nil } == [false, true, true])
      courier.close()
    }
  }

  private func openChannel(_ query: String, _ world: AccessWorld) async throws -> String {
    let answer = try await world.send(
      .POST, "/device/1/\(AccessWorld.container)/development/tokens/create", query: query,
      body: #"{"apnsEnvironment":"development"}"#)
    let url = try #require(answer.json["webcourierURL"] as? String, "\(answer.text)")
    return String(url.trimmingPrefix(/https?:\/\/[^\/]+/))
  }
}
