import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#endif

/// A primary and its standbys, which may change their parts.
struct DatabaseCluster {
  private(set) var primary: TestPostgres
  private(set) var standbys: [TestPostgres]

  /// Runs `body` with a primary that confirms what a standby has too.
  static func with(
    standbys count: Int = 1, _ body: (inout DatabaseCluster) async throws -> Void
  ) async throws {
    try await withServers(count + 1) { servers in
      var cluster = DatabaseCluster(primary: servers[0], standbys: Array(servers.dropFirst()))
      for standby in cluster.standbys { try await standby.crash(restarts: false) }
      try await cluster.follow()
      try await body(&cluster)
    }
  }

  private static func withServers(
    _ count: Int, _ servers: [TestPostgres] = [], _ body: ([TestPostgres]) async throws -> Void
  ) async throws {
    guard servers.count < count else { return try await body(servers) }
    // What was confirmed outlives a crash of the processes.
    let settings = ["synchronous_commit = on", "wal_retrieve_retry_interval = 200ms"]
    try await TestPostgres.withCluster(settings) { server in
      try await withServers(count, servers + [server], body)
    }
  }

  var servers: [TestPostgres] { [primary] + standbys }
  /// The sockets' folders of all.
  var folders: [URL] { servers.map(\.folder) }

  /// Finds the one that can be written, in folders with sockets of all.
  static func url(_ folders: [URL]) -> String {
    "postgres://tests@/postgres?host=\(folders.map(\.path).joined(separator: ","))"
      + "&target_session_attrs=read-write"
  }

  /// Kills the primary, and starts it again after `body`.
  func restart(after body: () async throws -> Void = {}) async throws {
    try await primary.crash(restarts: false)
    try await body()
    try await primary.start()
    try await untilSynchronous()
  }

  /// Kills the primary, makes the standby that has received most the primary, and the others its standbys, without
  /// which it confirms nothing.
  mutating func failOver() async throws {
    try await untilSynchronous()
    try await primary.crash(restarts: false)
    var (next, most) = (0, 0)
    for index in standbys.indices {
      let received = try await standbys[index].count(
        "SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::bigint")
      if received > most { (next, most) = (index, received) }
    }
    try await standbys[next].promote()
    for index in standbys.indices where index != next {
      try await standbys[index].crash(restarts: false)
    }
    swap(&primary, &standbys[next])
    try await follow()
  }

  /// Lets the primary go on without its standbys, which then miss what is written.
  func part() async throws {
    try await untilSynchronous()
    for standby in standbys { try await standby.crash(restarts: false) }
    try await primary.confirm(with: "")
  }

  /// Kills the primary, and makes the only standby the primary as it is; it confirms alone.
  mutating func failOverToWhatIsThere() async throws {
    try await primary.crash(restarts: false)
    try await standbys[0].start()
    try await standbys[0].promote()
    swap(&primary, &standbys[0])
    try await primary.confirm(with: "")
  }

  /// Makes the standbys anew, and waits until nothing is confirmed without one.
  func follow() async throws {
    for standby in standbys { try await standby.follow(primary) }
    try await primary.confirm(with: TestPostgres.standbyName)
    try await untilSynchronous()
  }

  private func untilSynchronous() async throws {
    try await until("all standbys, one of them synchronous") {
      try await primary.count(
        """
        SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND EXISTS (
          SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync')
        """) >= standbys.count
    }
  }
}

extension TestPostgres {
  /// Sets the standbys without which nothing is confirmed.
  fileprivate func confirm(with standbys: String) async throws {
    try await run("ALTER SYSTEM SET synchronous_standby_names = '\(standbys)'")
    try await run("SELECT pg_reload_conf()")
    try await until("the setting to hold") {
      try await count(
        "SELECT count(*) WHERE current_setting('synchronous_standby_names') = '\(standbys)'") == 1
    }
  }
}
