import CloudCore
import CloudModel
import CloudRules
import Foundation
import NIOHTTP1
import Synchronization
import Testing
import CloudWire

/// How long sessions last that are not used, and what a clock does to them that is wrong.
@Suite struct SessionLifeTests {
  private static let day: TimeInterval = 24 * 3600
  private static let year = 365 * day

  /// What a service has told of the end of sessions.
  private final class Told: Sendable {
    private let all = Mutex<[EndedSessions]>([])

    var ended: [EndedSessions] { all.withLock(\.self) }

    func note(_ ended: EndedSessions) { all.withLock { $0.append(ended) } }
  }

  /// Alice's sessions in a store, with a clock that tests move.
  private struct World {
    let rules: RulesWorld
    let clock = ManualTime()
    let proven: ProvenAccount
    let told = Told()
    let sessions: SessionService

    var user: String { rules.caller.userRecordName }

    /// `idleDays` are those after which a session ends that is not used; nil is never.
    init(idleDays: Int64? = 10) async throws {
      rules = try RulesWorld()
      proven = try await rules.accounts.recognize(name: "alice", passphrase: nil, proof: .socket)
      if let idleDays {
        var limits = CloudLimitSettings()
        limits.sessionIdleSeconds = idleDays * 86_400
        rules.cloud.conditions.setLimits(limits)
      }
      sessions = Self.service(rules, clock, seed: 3) { [told] in told.note($0) }
    }

    private static func service(
      _ rules: RulesWorld, _ clock: ManualTime, seed: UInt64,
      whenEnded: @escaping @Sendable (EndedSessions) -> Void = { _ in }
    ) -> SessionService {
      SessionService(
        store: rules.cloud.store, surroundings: clock.surroundings(seed: seed),
        conditions: rules.cloud.conditions.outsideRequests, whenEnded: whenEnded)
    }

    /// The service of a cloud that has just started on the same store.
    func started() -> SessionService { Self.service(rules, clock, seed: 4) }

    func signIn(_ name: String) throws -> String {
      try sessions.open(
        for: proven, in: rules.service.partition, isLongLived: true,
        device: SessionDevice(name: name, address: "192.0.2.1"))
    }

    /// Whether a request with the token is let in.
    func use(
      _ token: String, from address: String = "192.0.2.1", of service: SessionService? = nil
    ) throws -> Bool {
      let partition = rules.service.partition
      let (session, stored) = try rules.cloud.store.readRegistry { registry in
        (
          try registry.session(forTokenHash: TokenHash.of(token)),
          try registry.partition(partition)
        )
      }
      return try (service ?? sessions).admit(
        token, of: session, to: try #require(stored), from: address) != nil
    }

    /// The names of the sessions in the store, those first that were used last.
    var names: [String] {
      get throws {
        try rules.cloud.store.readRegistry { try $0.sessions(of: user) }.map(\.device.name)
      }
    }
  }

  @Test func `a session that is not used ends, and one that is used goes on`() async throws {
    let world = try await World()
    let (phone, laptop) = (try world.signIn("phone"), try world.signIn("laptop"))
    for _ in 0..<2 {
      world.clock.advance(seconds: 5 * Self.day)
      #expect(try world.use(phone))
    }
    #expect(try world.sessions.list(of: world.user, current: nil).count == 2)
    world.clock.advance(seconds: 1)
    // Nobody can use it any more, so the list does not have it.
    #expect(
      try world.sessions.list(of: world.user, current: nil).map(\.deviceName) == ["phone"])
    #expect(try !world.use(laptop))
    #expect(try world.names == ["phone"])
    #expect(world.told.ended.map(\.endsConsole) == [false])
    #expect(try world.use(phone))
  }

  @Test func `without the limit none ends`() async throws {
    let world = try await World(idleDays: nil)
    let phone = try world.signIn("phone")
    for _ in 0..<100 { world.clock.advance(seconds: 6 * Self.day) }
    #expect(try world.use(phone))
    world.clock.advance(seconds: 2 * Self.day)
    #expect(try world.use(phone))
  }

  @Test func `the use is noted once an hour, with the address that it came from`() async throws {
    let world = try await World()
    let phone = try world.signIn("phone")
    func noted() throws -> String {
      let entry = try #require(try world.sessions.list(of: world.user, current: nil).first)
      let seconds = (world.clock.now.millisecondsSince1970 - entry.lastUsedAt) / 1000
      return "\(entry.address), \(seconds) s ago"
    }
    world.clock.advance(seconds: 3599)
    #expect(try world.use(phone, from: "192.0.2.9"))
    #expect(try noted() == "192.0.2.1, 3599 s ago")
    world.clock.advance(seconds: 1)
    #expect(try world.use(phone, from: "192.0.2.9"))
    #expect(try noted() == "192.0.2.9, 0 s ago")
    world.clock.advance(seconds: 3000)
    #expect(try world.use(phone, from: ""))
    #expect(try noted() == "192.0.2.9, 3000 s ago")
  }

  @Test func `a poll is a use, which its channel has noted once an hour`() async throws {
    try await AccessWorld.run(over: .tcp, proxies: ["127.0.0.1"]) { world in
      let query = try await world.query("alice")
      let made = try await world.send(
        .POST, "/device/1/\(AccessWorld.container)/development/tokens/create", query: query,
        body: #"{"apnsEnvironment":"development"}"#)
      let url = try #require(made.json["webcourierURL"] as? String)
      let path = String(url.trimmingPrefix(/https?:\/\/[^\/]+/))
      for (seconds, address, noted) in [
        (3599.0, "192.0.2.8", "127.0.0.1"), (1.0, "192.0.2.9", "192.0.2.9"),
        (60.0, "192.0.2.10", "192.0.2.9"),
      ] {
        world.clock.advance(seconds: seconds)
        let poll = try await world.send(.GET, path, headers: ["X-Forwarded-For": address])
        #expect(poll.status == 200, "\(poll.text)")
        // To ask for the list is a use too, which notes nothing within the hour.
        let list = try await world.send(.GET, "/extension/1/sessions", query: query)
        #expect(list.entries("sessions").first?["address"] as? String == noted)
      }
    }
  }

  @Test func `a clock that jumps by a year ends no session for a day`() async throws {
    let world = try await World()
    let (phone, laptop) = (try world.signIn("phone"), try world.signIn("laptop"))
    world.clock.advance(seconds: Self.year)
    #expect(try world.use(phone))
    world.clock.advance(seconds: Self.day - 1)
    // It has not been used since the jump.
    #expect(try world.sessions.list(of: world.user, current: nil).count == 2)
    world.clock.advance(seconds: 1)
    #expect(try world.use(phone))
    #expect(try !world.use(laptop))
  }

  @Test func `a start compares the clock with the last use`() async throws {
    let world = try await World()
    let phone = try world.signIn("phone")
    let before = world.clock.now
    #expect(try world.started().resumeClock() == nil)
    world.clock.advance(seconds: 6 * Self.day)
    #expect(try world.started().resumeClock() == nil)
    world.clock.advance(seconds: Self.year)
    let started = world.started()
    #expect(try started.resumeClock() == before)
    #expect(try world.use(phone, of: started))
    // It has gone back.
    world.clock.advance(seconds: -3 * Self.day)
    #expect(try world.started().resumeClock() != nil)
  }

  @Test func `a machine that begins in the past makes no session older`() async throws {
    let world = try await World()
    let phone = try world.signIn("phone")
    let used = try #require(try world.sessions.list(of: world.user, current: nil).first)
    world.clock.advance(seconds: -50 * Self.year)
    let started = world.started()
    #expect(try started.resumeClock() != nil)
    #expect(try world.use(phone, of: started))
    let kept = try #require(try started.list(of: world.user, current: nil).first)
    #expect(kept.lastUsedAt == used.lastUsedAt)
    // The network has told it the time.
    world.clock.advance(seconds: 50 * Self.year + 60)
    #expect(try world.use(phone, of: started))
    world.clock.advance(seconds: 2 * Self.day)
    #expect(try world.use(phone, of: started))
  }

  @Test func `a session too many ends the oldest, with what it has open`() async throws {
    let world = try await World()
    for number in 0...CloudLimits.sessionsPerUser {
      world.clock.advance(seconds: 1)
      _ = try world.signIn("\(number)")
    }
    #expect(try world.names.last == "1")
    let ended = try #require(world.told.ended.first)
    guard case .these(let ids) = ended.which else {
      Issue.record("\(ended)")
      return
    }
    #expect(ids.count == 1)
    #expect(ended.userRecordName == world.user)
  }
}
