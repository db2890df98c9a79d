import Foundation
import PostgresClient
import Synchronization
import TestSupport
import Testing

/// Who gets a connection, how long that takes, and which connections are lent again.
struct PoolTests {
  private func withPool(
    _ limits: PostgresLimits = PostgresLimits(),
    _ body: @escaping @Sendable (PostgresPool) throws -> Void
  ) async throws {
    try await TestPostgres.shared().withDatabase { address in
      let pool = PostgresPool(address, limits, jitter: { 1 })
      defer { pool.close() }
      try await onThread { try body(pool) }
      #expect(pool.figures.used == 0 && pool.figures.waiting == 0)
    }
  }

  @Test func `sixteen threads share four connections, and every transaction is stored`()
    async throws
  {
    var limits = PostgresLimits()
    limits.connections = 4
    limits.wait = .seconds(10)
    try await withPool(limits) { pool in
      try pool.transaction(.write) {
        try $0.runScript("CREATE TABLE t (n bigint); INSERT INTO t VALUES (0)")
      }
      let most = Atomic(0)
      try Threads(16) { _ in
        for _ in 0..<20 {
          try pool.transaction(.write) { connection in
            most.max(pool.figures.open, ordering: .relaxed)
            try connection.run("UPDATE t SET n = n + 1")
          }
        }
      }.join()
      let sum = try pool.transaction(.snapshot) {
        try $0.run("SELECT n FROM t")[0].value(0, as: Int.self)
      }
      #expect(sum == 320)
      let figures = pool.figures
      #expect(most.load(ordering: .relaxed) <= 4 && figures.open <= 4 && figures.opened <= 4)
      #expect(figures.uses == 322 && figures.refused == 0 && figures.broken == 0)
      #expect(figures.longestWait > .zero && figures.waited >= figures.longestWait)
    }
  }

  @Test func `who waits too long is told so, and a connection that comes back serves the next`()
    async throws
  {
    var limits = PostgresLimits()
    limits.connections = 1
    limits.wait = .milliseconds(50)
    try await withPool(limits) { pool in
      try pool.use { _ in
        #expect(throws: PostgresError.poolBusy(limit: 1)) { try pool.use { _ in } }
      }
      try pool.use { try $0.run("SELECT 1") }
      #expect(pool.figures.opened == 1 && pool.figures.refused == 1)
    }
  }

  @Test func `a connection that the server closed while it was free is replaced without an error`()
    async throws
  {
    try await withPool { pool in
      let pid = try Self.pid(pool)
      try Self.end(pid, pool.address)
      #expect(try Self.pid(pool) != pid)
      #expect(pool.figures.broken == 1 && pool.figures.open == 1 && pool.figures.repeated == 0)
    }
  }

  @Test func `a transaction whose connection the server closes runs again on another`() async throws
  {
    try await withPool { pool in
      var pids: [Int] = []
      try pool.transaction(.write) { connection in
        pids.append(try connection.run("SELECT pg_backend_pid()")[0].value(0))
        if pids.count == 1 { try Self.end(pids[0], pool.address) }
        try connection.run("SELECT 1")
      }
      #expect(Set(pids).count == 2)
      #expect(pool.figures.repeated == 1 && pool.figures.broken == 1)
    }
  }

  @Test func `a transaction that is left open is not lent to the next`() async throws {
    try await withPool { pool in
      let first = try pool.use { connection -> Int in
        try connection.run("BEGIN")
        return try connection.run("SELECT pg_backend_pid()")[0].value(0)
      }
      #expect(try Self.pid(pool) != first)
      #expect(pool.figures.open == 1)
    }
  }

  @Test func `a connection that is too old is replaced`() async throws {
    var limits = PostgresLimits()
    limits.lifetime = .zero
    try await withPool(limits) { pool in
      let pids = [try Self.pid(pool), try Self.pid(pool)]
      #expect(pids[0] != pids[1])
      #expect(pool.figures.opened == 2 && pool.figures.broken == 0)
    }
  }

  @Test func `a server that takes no writes any more is left by all connections`() async throws {
    try await withPool { pool in
      let error = #expect(throws: PostgresError.self) {
        try pool.use { first in
          // Another one is free meanwhile, to the same server.
          try pool.use { _ in }
          try first.run("SET default_transaction_read_only = on")
          try first.run("CREATE TABLE t (n bigint)")
        }
      }
      guard case .readOnly? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(pool.figures.opened == 2 && pool.figures.open == 0)
      try pool.use { try $0.run("CREATE TABLE t (n bigint)") }
    }
  }

  @Test func `a body that always conflicts gives up after its repetitions`() async throws {
    var limits = PostgresLimits()
    limits.repetitions = 2
    try await withPool(limits) { pool in
      var count = 0
      #expect(throws: PostgresError.conflict(state: "40001")) {
        try pool.transaction(.write) { _ in
          count += 1
          throw PostgresError.conflict(state: "40001")
        }
      }
      #expect(count == 3 && pool.figures.repeated == 2)
    }
  }

  @Test func `one use ends in its time, whatever runs`() async throws {
    var limits = PostgresLimits()
    limits.use = .seconds(1)
    try await withPool(limits) { pool in
      try pool.check()
      let begin = ContinuousClock.now
      #expect(throws: PostgresError.statementTimeout) {
        try pool.transaction(.write) { try $0.run("SELECT pg_sleep(30)") }
      }
      #expect(begin.duration(to: .now) < .seconds(10))
      try pool.check()
    }
  }

  @Test func `a closed pool refuses, also those that wait`() async throws {
    var limits = PostgresLimits()
    limits.connections = 1
    limits.wait = .seconds(20)
    try await withPool(limits) { pool in
      try pool.use { connection in
        let waiting = Threads(1) { _ in
          #expect(throws: PostgresError.poolClosed) { try pool.use { _ in } }
        }
        while pool.figures.waiting == 0 { sched_yield() }
        pool.close()
        try waiting.join()
        try connection.run("SELECT 1")
      }
      #expect(throws: PostgresError.poolClosed) { try pool.use { _ in } }
      #expect(pool.figures.open == 0)
    }
  }

  static func pid(_ pool: PostgresPool) throws -> Int {
    try pool.use { try $0.run("SELECT pg_backend_pid()")[0].value(0) }
  }

  /// Ends a process of the server, and waits until it is gone.
  static func end(_ pid: Int, _ address: PostgresAddress) throws {
    try PostgresConnection.with(address) { connection in
      let isGone = try connection.run(
        "SELECT pg_terminate_backend($1::integer, 10000)", .bigint(pid))
      #expect(try isGone[0].value(0))
    }
  }
}
