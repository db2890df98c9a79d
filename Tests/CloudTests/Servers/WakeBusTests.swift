import CloudPostgres
import CloudRules
import Foundation
import PostgresClient
import TestSupport
import Testing

/// Wakes from one server to another by notifications of PostgreSQL.
@Suite struct WakeBusTests {
  /// A server's bus, and the wakes that it hears, in order.
  private struct Ear {
    let bus: PostgresWakeBus
    let wakes: AsyncStream<Wake>

    init(_ name: String, _ address: PostgresAddress) throws {
      let (wakes, wake) = AsyncStream.makeStream(of: Wake.self)
      self.wakes = wakes
      bus = PostgresWakeBus(address, of: ServerMark(name: name, run: "run-\(name)"))
      try bus.listen { wake.yield($0) }
    }

    /// The users of the next wakes, up to this many.
    func users(_ count: Int) async -> Set<UserKey> {
      var users: Set<UserKey> = []
      for await wake in wakes {
        if case .users(let some) = wake { users.formUnion(some) }
        if users.count >= count { break }
      }
      return users
    }

    func next() async -> Wake? {
      for await wake in wakes { return wake }
      return nil
    }
  }

  private func withEars(
    _ body: @escaping @Sendable (Ear, Ear, PostgresAddress) async throws -> Void
  ) async throws {
    try await TestPostgres.shared().withDatabase { address in
      let (one, other) = (try Ear("a", address), try Ear("b", address))
      #expect(await one.next() == .everyone)
      #expect(await other.next() == .everyone)
      let outcome: Result<Void, any Error>
      do {
        outcome = .success(try await body(one, other, address))
      } catch {
        outcome = .failure(error)
      }
      try await onThread {
        one.bus.close()
        other.bus.close()
      }
      try outcome.get()
    }
  }

  @Test func `users are heard of at the other server, however many`() async throws {
    try await withEars { one, other, _ in
      let users = Set((0..<1500).map { UserKey("_user\($0)") })
      one.bus.tell(users)
      #expect(await other.users(users.count) == users)
      // Its own wakes are not among those that a server hears.
      other.bus.tell([UserKey("_back")])
      #expect(await one.next() == .users([UserKey("_back")]))
    }
  }

  @Test func `more users than a notification is made for are everyone`() async throws {
    try await withEars { one, other, _ in
      one.bus.tell(Set((0..<5000).map { UserKey("_user\($0)") }))
      #expect(await other.next() == .everyone)
    }
  }

  @Test func `after a lost connection everyone may have news, and wakes go on`() async throws {
    try await withEars { one, other, address in
      let cut = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """
      try await onThread { try PostgresConnection.with(address) { _ = try $0.run(cut) } }
      #expect(await other.next() == .deaf)
      #expect(await other.next() == .everyone)
      // The connection that tells was cut too: what it could not tell is told as everyone, or comes after it.
      one.bus.tell([UserKey("_alice")])
      let heard = await other.next()
      #expect([.everyone, .users([UserKey("_alice")])].contains(heard))
    }
  }
}
