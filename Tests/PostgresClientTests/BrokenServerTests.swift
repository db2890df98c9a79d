import Foundation
import PostgresClient
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Servers that die, are full, or wait for a standby; each has a cluster of its own.
struct BrokenServerTests {
  @Test
  func
    `a server that is killed during a statement: the statement fails, and the next use finds it again`()
    async throws
  {
    try await TestPostgres.withCluster { cluster in
      var limits = PostgresLimits()
      limits.repetitions = 0
      let pool = try PostgresPool(cluster.address(), limits, jitter: { 0 })
      defer { pool.close() }
      let isRunning = AsyncStream.makeStream(of: Void.self)
      async let failure = onThread {
        #expect(throws: PostgresError.self) {
          try pool.transaction(.write) { connection in
            try connection.run("CREATE TABLE t (n bigint)")
            isRunning.continuation.yield()
            try connection.run("SELECT pg_sleep(60)")
          }
        }
      }
      for await _ in isRunning.stream { break }
      try await cluster.crash(restarts: false)
      let error = try await failure
      guard case .connectionLost? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let absent = try await onThread { #expect(throws: PostgresError.self) { try pool.check() } }
      guard case .unreachable? = absent else {
        Issue.record("\(String(describing: absent))")
        return
      }
      try await cluster.start()
      try await onThread {
        try pool.check()
        // Nothing of the transaction is there.
        try pool.use { try $0.run("CREATE TABLE t (n bigint)") }
      }
    }
  }

  @Test func `a connection that ends while COMMIT waits leaves its outcome open`() async throws {
    // No standby of this name ever confirms.
    try await TestPostgres.withCluster([
      "synchronous_standby_names = 'nobody'", "synchronous_commit = on",
    ]) { cluster in
      let address = try cluster.address()
      try await onThread {
        var limits = PostgresLimits()
        limits.statement = .milliseconds(100)
        let pool = PostgresPool(address, limits, jitter: { 0 })
        defer { pool.close() }
        // The server gives up the wait, warns, and says that it has committed.
        var count = 0
        #expect(throws: PostgresError.outcomeUnknown) {
          try pool.transaction(.write) { connection in
            count += 1
            try connection.run("CREATE TABLE t (n bigint)")
          }
        }
        #expect(count == 1)
        // A call without a transaction around it commits too.
        #expect(throws: PostgresError.outcomeUnknown) {
          try pool.use { try $0.run("INSERT INTO t VALUES (0)") }
        }
        // A transaction that writes nothing has nothing to confirm.
        try pool.transaction(.write) { try $0.run("SELECT * FROM t") }
      }
      // The same where the server's process ends during the wait.
      try await onThread {
        let pool = PostgresPool(address, jitter: { 0 })
        defer { pool.close() }
        let pid = try PoolTests.pid(pool)
        let ending = Threads(1) { _ in
          try PostgresConnection.with(address) { watcher in
            let isWaiting = PostgresStatement(
              "SELECT wait_event = 'SyncRep' FROM pg_stat_activity WHERE pid = $1", [.bigint(pid)])
            while try watcher.run(isWaiting)[0].optional(0) != true {}
          }
          try PoolTests.end(pid, address)
        }
        #expect(throws: PostgresError.outcomeUnknown) {
          try pool.transaction(.write) { try $0.run("INSERT INTO t VALUES (1)") }
        }
        try ending.join()
      }
    }
  }

  @Test func `a server without a free connection says so, and a standby is not written to`()
    async throws
  {
    try await TestPostgres.withCluster([
      "max_connections = 4", "superuser_reserved_connections = 0", "max_wal_senders = 0",
    ]) { cluster in
      let address = try cluster.address()
      try await onThread {
        var limits = PostgresLimits()
        limits.connections = 4
        let pool = PostgresPool(address, limits, jitter: { 0 })
        defer { pool.close() }
        try pool.use { _ in
          try pool.use { _ in
            try pool.use { _ in
              try pool.use { _ in
                #expect(throws: PostgresError.tooManyConnections(server: cluster.folder.path)) {
                  try PostgresConnection.with(address) { _ in }
                }
              }
            }
          }
        }
        try pool.use { try $0.run("ALTER SYSTEM SET default_transaction_read_only = on") }
        try pool.use { try $0.run("SELECT pg_reload_conf()") }
        pool.close()
        let isReadOnly = Self.retried(until: .readOnly(server: cluster.folder.path)) {
          try PostgresConnection.with(address) { _ in }
        }
        #expect(isReadOnly)
      }
    }
  }

  /// Whether an error comes before ten seconds are over.
  private static func retried(
    until expected: PostgresError, _ body: () throws -> Void
  ) -> Bool {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      do {
        try body()
      } catch let error as PostgresError where error == expected {
        return true
      } catch {}
    }
    return false
  }

  @Test func `two hundred connections that break leave no descriptor behind`() async throws {
    try await TestPostgres.withCluster { cluster in
      let address = try cluster.address()
      try await onThread {
        let pool = PostgresPool(address, jitter: { 0 })
        try PostgresConnection.with(address) { killer in
          for _ in 0..<200 {
            try pool.use { connection in
              let pid = try connection.run("SELECT pg_backend_pid()")[0].value(0, as: Int.self)
              try killer.run("SELECT pg_terminate_backend($1::integer)", .bigint(pid))
              let error = #expect(throws: PostgresError.self) {
                try connection.transaction(.snapshot) {
                  while true { try connection.run("SELECT 1") }
                }
              }
              #expect(error?.repetition == .onNewConnection)
            }
          }
          #expect(pool.figures.opened == 200 && pool.figures.broken == 200)
          #expect(pool.figures.open == 0)
          // That of the killer.
          #expect(Self.sockets(in: cluster.folder) == 1)
        }
        pool.close()
        #expect(Self.sockets(in: cluster.folder) == 0)
      }
    }
  }

  /// The open sockets of this process that are connected to the server in a folder.
  private static func sockets(in folder: URL) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap(Int32.init).count { descriptor in
      var address = sockaddr_un()
      var length = socklen_t(MemoryLayout<sockaddr_un>.size)
      let isSocket = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getpeername(descriptor, $0, &length) == 0
        }
      }
      guard isSocket, address.sun_family == sa_family_t(AF_UNIX) else { return false }
      let path = withUnsafeBytes(of: address.sun_path) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      return path.hasPrefix(folder.path + "/")
    }
  }
}
