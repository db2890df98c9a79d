import Foundation
import PostgresClient
import Synchronization
import TestSupport
import Testing

/// Notifications from one connection to another.
struct ListenerTests {
  /// A listener in a database of its own, which hears; with its events as they come.
  private func withListener(
    _ channels: Set<String>,
    _ body: @escaping @Sendable (PostgresPool, PostgresListener, EventQueue) throws -> Void
  ) async throws {
    try await TestPostgres.shared().withDatabase { address in
      try await onThread {
        let events = EventQueue()
        let pool = PostgresPool(address, jitter: { 0 })
        let listener = try PostgresListener(address, channels: channels) { events.add($0) }
        defer {
          listener.close()
          pool.close()
        }
        #expect(events.next() == .connected)
        try body(pool, listener, events)
      }
    }
  }

  private static func notify(_ pool: PostgresPool, _ channel: String, _ payload: String) throws {
    try pool.use { try $0.run("SELECT pg_notify($1, $2)", .text(channel), .text(payload)) }
  }

  @Test func `a notification reaches a listener of its channel, and no other`() async throws {
    let long = String(repeating: "x", count: 7900)
    try await withListener(["w1", "Größe\"2"]) { pool, _, events in
      try Self.notify(pool, "w2", "not for us")
      try Self.notify(pool, "w1", "")
      try Self.notify(pool, "Größe\"2", long)
      #expect(events.next() == .notification(channel: "w1", payload: ""))
      #expect(events.next() == .notification(channel: "Größe\"2", payload: long))
    }
  }

  @Test func `the channels can be changed`() async throws {
    try await withListener(["w1"]) { pool, listener, events in
      listener.listen(to: ["w2"])
      // LISTEN holds from some moment on: until then the notification is sent again.
      repeat {
        try Self.notify(pool, "w2", "new")
      } while events.isEmpty
      try Self.notify(pool, "w1", "old")
      try Self.notify(pool, "w2", "last")
      var heard: [PostgresListener.Event] = []
      while heard.last != .notification(channel: "w2", payload: "last"), let event = events.next() {
        heard.append(event)
      }
      #expect(!heard.contains(.notification(channel: "w1", payload: "old")))
    }
  }

  @Test func `a listener whose connection ends says so, connects again and hears again`()
    async throws
  {
    try await withListener(["w1"]) { pool, _, events in
      let listening = """
        SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()
        """
      let pid = try pool.use { try $0.run(listening)[0].value(0, as: Int.self) }
      try PoolTests.end(pid, pool.address)
      guard case .disconnected(.connectionLost)? = events.next() else {
        Issue.record("It is still connected")
        return
      }
      #expect(events.next() == .connected)
      try Self.notify(pool, "w1", "again")
      #expect(events.next() == .notification(channel: "w1", payload: "again"))
    }
  }
}

/// What a listener has told, in order.
private final class EventQueue: Sendable {
  private let condition = NSCondition()
  private let events = Mutex<[PostgresListener.Event]>([])

  var isEmpty: Bool { events.withLock { $0.isEmpty } }

  func add(_ event: PostgresListener.Event) {
    condition.lock()
    events.withLock { $0.append(event) }
    condition.broadcast()
    condition.unlock()
  }

  /// Takes the next one, for which it waits; nil where none comes in half a minute.
  func next() -> PostgresListener.Event? {
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: 30)
    while isEmpty {
      guard condition.wait(until: end) else { return nil }
    }
    return events.withLock { $0.removeFirst() }
  }
}
