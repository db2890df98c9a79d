import Foundation
import PostgresClient
import TestSupport
import Testing

/// What is stored and when, and what is said where that is not known.
struct TransactionTests {
  /// A database with an empty table `t`.
  private func withTable(
    _ body: @escaping @Sendable (PostgresAddress) throws -> Void
  ) async throws {
    try await TestPostgres.shared().withDatabase { address in
      try await onThread {
        try PostgresConnection.with(address) {
          try $0.run("CREATE TABLE t (n bigint PRIMARY KEY, m bigint NOT NULL DEFAULT 0)")
        }
        try body(address)
      }
    }
  }

  private struct Stop: Error {}

  @Test func `BEGIN and COMMIT travel with other statements`() async throws {
    try await withTable { address in
      try PostgresConnection.with(address) { connection in
        var before = connection.roundTrips
        try connection.transaction(.write) {
          try connection.run("INSERT INTO t VALUES (1)")
          connection.runAtCommit([PostgresStatement("INSERT INTO t VALUES (2)")])
        }
        #expect(connection.roundTrips - before == 2)
        before = connection.roundTrips
        try connection.transaction(.write) {
          connection.runAtCommit([PostgresStatement("INSERT INTO t VALUES (3)")])
        }
        #expect(connection.roundTrips - before == 1)
        before = connection.roundTrips
        try connection.transaction(.write) {}
        #expect(connection.roundTrips == before)
        #expect(try connection.run("SELECT n FROM t").count == 3)
      }
    }
  }

  @Test func `a body that throws has stored nothing, also after an error that it caught`()
    async throws
  {
    try await withTable { address in
      try PostgresConnection.with(address) { connection in
        #expect(throws: Stop.self) {
          try connection.transaction(.write) {
            try connection.run("INSERT INTO t VALUES (1)")
            throw Stop()
          }
        }
        #expect(throws: PostgresError.notUnique(constraint: "t_pkey")) {
          try connection.transaction(.write) {
            try connection.run("INSERT INTO t VALUES (2)")
            _ = try? connection.run("INSERT INTO t VALUES (2)")
          }
        }
        #expect(throws: PostgresError.notUnique(constraint: "t_pkey")) {
          try connection.transaction(.write) {
            connection.runAtCommit(
              Array(repeating: PostgresStatement("INSERT INTO t VALUES (3)"), count: 2))
          }
        }
        let rows = try connection.run("SELECT n FROM t")
        #expect(rows.isEmpty)
      }
    }
  }

  @Test func `a snapshot sees one state and writes nothing; a write sees each commit`()
    async throws
  {
    try await withTable { address in
      try PostgresConnection.with(address) { connection in
        func count() throws -> Int { try connection.run("SELECT count(*) FROM t")[0].value(0) }
        let snapshot = try connection.transaction(.snapshot) {
          [try count(), try Self.insert(1, address), try count()]
        }
        #expect(snapshot == [0, 1, 0])
        let write = try connection.transaction(.write) {
          [try count(), try Self.insert(2, address), try count()]
        }
        #expect(write == [1, 1, 2])
        let error = #expect(throws: PostgresError.self) {
          try connection.transaction(.snapshot) { try connection.run("DELETE FROM t") }
        }
        #expect(error?.repetition == .onNewConnection)
      }
    }
  }

  /// Inserts a row on a connection of its own; returns how many.
  private static func insert(_ number: Int, _ address: PostgresAddress) throws -> Int {
    try PostgresConnection.with(address) {
      try $0.run("INSERT INTO t VALUES ($1)", .bigint(number)).affected
    }
  }

  @Test
  func `two transactions that lock in opposite order: one is taken back, and both are stored`()
    async throws
  {
    try await withTable { address in
      try PostgresConnection.with(address) { try $0.run("INSERT INTO t VALUES (1), (2)") }
      let pool = PostgresPool(address, jitter: { 0 })
      defer { pool.close() }
      // Both hold their first row before either asks for its second.
      let barrier = Barrier(2)
      let threads = Threads(2) { index in
        let isFirst = Flag()
        try pool.transaction(.write) { connection in
          let add = "UPDATE t SET m = m + 1 WHERE n = $1"
          try connection.run(add, .bigint(1 + index))
          if isFirst.raise() { barrier.wait() }
          try connection.run(add, .bigint(2 - index))
        }
      }
      try threads.join()
      try PostgresConnection.with(address) { connection in
        let rows = try connection.run("SELECT m FROM t")
        #expect(try rows.map { try $0.value(0, as: Int.self) } == [2, 2])
      }
      #expect(pool.figures.repeated == 1)
    }
  }

  @Test func `a lock and a statement that take too long are ended by the server`() async throws {
    try await withTable { address in
      var limits = PostgresLimits()
      limits.lock = .milliseconds(50)
      try PostgresConnection.with(address) { other in
        try PostgresConnection.with(address, limits) { connection in
          try other.transaction(.write) {
            try other.run("LOCK TABLE t")
            #expect(throws: PostgresError.lockTimeout) { try connection.run("SELECT * FROM t") }
          }
          try connection.run("SELECT * FROM t")
        }
      }
      limits.statement = .milliseconds(50)
      try PostgresConnection.with(address, limits) { connection in
        #expect(throws: PostgresError.statementTimeout) { try connection.run("SELECT pg_sleep(9)") }
        try connection.run("SELECT 1")
      }
    }
  }

  @Test func `another thread ends a statement, and the connection stays in use`() async throws {
    try await withTable { address in
      try PostgresConnection.with(address) { connection in
        let cancellation = connection.cancellation
        let pid = try connection.run("SELECT pg_backend_pid()")[0].value(0, as: Int.self)
        let threads = Threads(1) { _ in
          try PostgresConnection.with(address) { watcher in
            let isSleeping = PostgresStatement(
              "SELECT wait_event = 'PgSleep' FROM pg_stat_activity WHERE pid = $1", [.bigint(pid)])
            while try watcher.run(isSleeping)[0].optional(0) != true {}
          }
          cancellation.cancel()
        }
        #expect(throws: PostgresError.statementTimeout) { try connection.run("SELECT pg_sleep(9)") }
        try threads.join()
        try connection.run("SELECT 1")
      }
      // A connection that is closed has nothing to end.
      try PostgresConnection.with(address) { $0.cancellation }.cancel()
    }
  }
}
