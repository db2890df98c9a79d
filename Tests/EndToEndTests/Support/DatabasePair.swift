import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#endif

/// A primary and its standby, which may change their parts.
struct DatabasePair {
  private(set) var primary: TestPostgres
  private(set) var standby: TestPostgres

  /// Runs `body` with a primary that confirms what its standby has too.
  static func with(_ body: (inout DatabasePair) async throws -> Void) async throws {
    // What was confirmed outlives a crash of the processes.
    let settings = ["synchronous_commit = on", "wal_retrieve_retry_interval = 200ms"]
    try await TestPostgres.withCluster(settings) { one in
      try await TestPostgres.withCluster(settings) { other in
        var pair = DatabasePair(primary: one, standby: other)
        try await pair.standby.crash(restarts: false)
        try await pair.follow()
        try await body(&pair)
      }
    }
  }

  /// The sockets' folders of both.
  var folders: [URL] { [primary.folder, standby.folder] }

  /// Finds the one that can be written, in folders with sockets of both.
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

  /// Kills the primary, makes the standby the primary, and the former one its standby, without which it confirms
  /// nothing.
  mutating func failOver() async throws {
    try await untilSynchronous()
    try await primary.crash(restarts: false)
    try await standby.promote()
    swap(&primary, &standby)
    try await follow()
  }

  /// Lets the primary go on without its standby, which then misses what is written.
  func part() async throws {
    try await untilSynchronous()
    try await standby.crash(restarts: false)
    // Its other processes may receive something for a moment yet.
    try await until("the standby to be gone") {
      try await primary.count("SELECT count(*) FROM pg_stat_replication") == 0
    }
    try await primary.confirm(with: "")
  }

  /// Kills the primary, and makes the standby the primary as it is; it confirms alone.
  mutating func failOverToWhatIsThere() async throws {
    try await primary.crash(restarts: false)
    try await standby.start()
    try await standby.promote()
    swap(&primary, &standby)
    try await primary.confirm(with: "")
  }

  /// Makes the standby anew, and waits until nothing is confirmed without it.
  func follow() async throws {
    try await standby.follow(primary)
    try await primary.confirm(with: TestPostgres.standbyName)
    try await untilSynchronous()
  }

  private func untilSynchronous() async throws {
    try await until("a synchronous standby") {
      try await primary.count(
        "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'"
      ) > 0
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
