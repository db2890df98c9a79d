package import Foundation
import LocalFiles
package import PostgresClient
import Processes
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A cluster of PostgreSQL for tests, in a temporary folder, reached by a Unix socket in it.
///
/// A shell that reads a pipe of this process runs it, and ends it with its folder when the pipe ends, however this
/// process ends. PostgreSQL refuses to run as root; then another user runs it.
package final class TestPostgres: Sendable {
  /// The reasons why there is no cluster.
  package enum Failure: Error, CustomStringConvertible {
    case notInstalled
    case noUser
    case notStarted(log: String)

    package var description: String {
      switch self {
      case .notInstalled:
        "PostgreSQL is not installed, and the tests of its client need it. Run ‘make deps NEEDS=test’."
      case .noUser:
        "PostgreSQL does not run as root, and this machine has neither a user ‘postgres’ nor ‘nobody’."
      case .notStarted(let log):
        "The tests' cluster of PostgreSQL does not start: \(log)"
      }
    }
  }

  /// The folder of the socket, the log and the data.
  package let folder: URL
  private let runner: LineProcess
  private let server: Mutex<pid_t>
  private let count = Atomic(0)
  private let room = Room(8)
  private let templates = Mutex<[String: Task<Void, any Error>]>([:])

  /// A database from which others are copied.
  package struct Template: Sendable {
    let name: String
    let make: @Sendable (PostgresAddress) throws -> Void

    /// `make` fills the empty database, once for each cluster, and keeps no connection to it.
    package init(_ name: String, make: @escaping @Sendable (PostgresAddress) throws -> Void) {
      self.name = name
      self.make = make
    }
  }

  /// The cluster that all suites of this process share.
  package static func shared() async throws -> TestPostgres { try await first.value }

  private static let first = Task { try await TestPostgres(copyOf: nil) }

  /// A cluster of its own for a test that stops the server or changes its settings.
  ///
  /// - Parameters:
  ///   - settings: lines of postgresql.conf.
  ///   - files: texts in the cluster's folder, beside that of the data, by their names.
  ///   - body: the test.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or that there is no cluster.
  package static func withCluster<R>(
    _ settings: [String] = [], files: [String: String] = [:],
    _ body: (TestPostgres) async throws -> R
  ) async throws -> R {
    let cluster = try await TestPostgres(copyOf: shared(), settings, files)
    defer { cluster.runner.end(with: 0) }
    return try await body(cluster)
  }

  /// Makes a database for one test, and drops it afterwards, whoever is still connected.
  ///
  /// Some exist at a time, so that the server's connections are enough for all tests that run side by side.
  package func withDatabase<R>(
    like template: Template? = nil, _ body: (PostgresAddress) async throws -> R
  ) async throws -> R {
    try await withNamedDatabase(like: template) { try await body(address(database: $0)) }
  }

  /// The same for a test that wants several addresses of it.
  package func withNamedDatabase<R>(
    like template: Template? = nil, _ body: (_ name: String) async throws -> R
  ) async throws -> R {
    await room.enter()
    defer { room.leave() }
    let name = "test\(count.add(1, ordering: .relaxed).newValue)"
    if let template { try await make(template) }
    let original = template.map { " TEMPLATE \($0.name)" } ?? ""
    try await run("CREATE DATABASE \(name)\(original)")
    let result: R
    do {
      result = try await body(name)
    } catch {
      try? await run("DROP DATABASE \(name) WITH (FORCE)")  // The test's own error matters more.
      throw error
    }
    try await run("DROP DATABASE \(name) WITH (FORCE)")
    return result
  }

  private func make(_ template: Template) async throws {
    let task = templates.withLock { templates in
      let task =
        templates[template.name]
        ?? Task {
          try await run("CREATE DATABASE \(template.name)")
          let address = try address(database: template.name)
          try await onThread { try template.make(address) }
        }
      templates[template.name] = task
      return task
    }
    try await task.value
  }

  /// The address of a database, with further options by libpq's names.
  package func address(
    database: String = "postgres", user: String = "tests", _ options: [String: String] = [:]
  ) throws -> PostgresAddress {
    try PostgresAddress(url(database: database, user: user, options))
  }

  /// The same as text.
  package func url(
    database: String = "postgres", user: String = "tests", _ options: [String: String] = [:]
  ) -> String {
    var address = URLComponents()
    address.queryItems = options.merging(["host": folder.path]) { given, _ in given }
      .sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
    return "postgres://\(user)@/\(database)?" + (address.percentEncodedQuery ?? "")
  }

  /// Runs one statement as the cluster's administrator.
  package func run(_ sql: String, in database: String = "postgres") async throws {
    let address = try address(database: database)
    try await onThread { try PostgresConnection.with(address) { _ = try $0.run(sql) } }
  }

  /// The number that a query gives.
  package func count(_ sql: String, in database: String = "postgres") async throws -> Int {
    let address = try address(database: database)
    return try await onThread {
      try PostgresConnection.with(address) { try $0.run(sql).first?.value(0) ?? 0 }
    }
  }

  /// The id of the server's first process.
  package var processID: pid_t { server.withLock { $0 } }

  /// Kills the server as a power cut would, and starts it again.
  package func crash(restarts: Bool) async throws {
    kill(processID, SIGKILL)
    if restarts { try await start() }
  }

  /// The name of a standby for `synchronous_standby_names`.
  ///
  /// With `*` the primary would also take the word of a `pg_basebackup`, which only makes a standby.
  package static let standbyName = "walreceiver"

  /// Begins anew as a standby of another cluster; the server of this one was killed.
  ///
  /// When it is promoted, it confirms nothing without a standby of its own.
  package func follow(_ primary: TestPostgres) async throws {
    _ = runner.write(Data("follow \(primary.folder.path)".utf8))
    try await readProcessID()
  }

  /// Makes a standby the primary.
  package func promote() async throws {
    _ = runner.write(Data("promote".utf8))
    try await readProcessID()
  }

  package func start() async throws {
    _ = runner.write(Data("start".utf8))
    try await readProcessID()
  }

  // MARK: Starting

  private init(
    copyOf other: TestPostgres?, _ settings: [String] = [], _ files: [String: String] = [:]
  ) async throws {
    let programs = try Self.programs()
    let folder = try TemporaryPlace.makeFolder("zc-pg", in: Self.place())
    self.folder = folder
    var words = ["sh", "-c", Self.script, "postgres", folder.path, programs]
    words.append(other.map { $0.folder.path + "/empty" } ?? "")
    words.append(settings.joined(separator: "\n"))
    let paths = files.keys.map { folder.path + "/" + $0 }
    for (name, text) in files {
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
    if geteuid() == 0 {
      let owner = try Self.owner()
      for path in paths + [folder.path] where chown(path, owner.pw_uid, owner.pw_gid) != 0 {
        throw Failure.noUser
      }
      words =
        ["setpriv", "--reuid=\(owner.pw_uid)", "--regid=\(owner.pw_gid)", "--clear-groups"] + words
    }
    runner = try LineProcess(
      words, environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C", "TZ": "UTC"],
      errors: folder.path + "/start.log", flags: SpawnAttributes.newSession)
    server = Mutex(0)
    try await readProcessID()
  }

  /// A folder that every user may enter, in memory where there is room: each test's database is three hundred files
  /// that live for a moment.
  private static func place() -> URL {
    let memory = "/dev/shm"
    var space = statvfs()
    let hasRoom =
      access(memory, W_OK) == 0 && statvfs(memory, &space) == 0
      && UInt64(space.f_bavail) * UInt64(space.f_frsize) > 2 << 30
    return URL(filePath: hasRoom ? memory : "/tmp")
  }

  private func readProcessID() async throws {
    guard let line = await runner.nextLine(), let id = pid_t(line) else {
      let logs = ["start.log", "log"].map {
        (try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)) ?? ""
      }
      try? FileManager.default.removeItem(at: folder)  // The reason matters more.
      throw Failure.notStarted(log: logs.joined())
    }
    server.withLock { $0 = id }
  }

  /// The folder of `initdb` and `postgres`: that of Debian's newest version, or in `PATH`.
  private static func programs() throws -> String {
    let debian = "/usr/lib/postgresql"
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? [])
      .sorted { $0.compare($1, options: .numeric) == .orderedDescending }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders =
      versions.map { "\(debian)/\($0)/bin" } + path.split(separator: ":").map(String.init)
    guard let found = folders.first(where: { access($0 + "/initdb", X_OK) == 0 }) else {
      throw Failure.notInstalled
    }
    return found
  }

  private static func owner() throws -> passwd {
    for name in ["postgres", "nobody"] {
      if let user = getpwnam(name) { return user.pointee }
    }
    throw Failure.noUser
  }

  /// Makes a cluster, starts it, and prints the id of the server; does it again for each line that it reads.
  ///
  /// What a crash of the machine would lose is not written to the disk; tests end with the machine.
  private static let script = #"""
    set -eu
    folder=$1 programs=$2 original=$3 settings=$4 server=
    data=$folder/data
    cd "$folder"
    # The socket's folder is for this user and root alone, so everybody who reaches it is let in.
    if [ -z "$original" ]; then
      original=$folder/empty
      "$programs/initdb" -D "$original" -U tests -A trust -E UTF8 \
        --locale=C --no-sync >&2
      printf '%s\n' 'local all secretive scram-sha-256' 'local all,replication all trust' \
        'host all all 127.0.0.1/32 scram-sha-256' >"$original/pg_hba.conf"
      printf '%s\n' "listen_addresses = ''" 'max_connections = 200' 'fsync = off' \
        'synchronous_commit = off' 'full_page_writes = off' 'autovacuum = off' 'jit = off' \
        'shared_buffers = 32MB' >>"$original/postgresql.conf"
    fi
    cp -R "$original" "$data"
    printf '%s\n' "unix_socket_directories = '$folder'" "$settings" >>"$data/postgresql.conf"
    chmod 700 "$data"
    start() {
      for attempt in 1 2 3 4 5 6 7 8 9 10; do
        "$programs/postgres" -D "$data" >>"$folder/log" 2>&1 </dev/null &
        server=$!
        # Until it is ready, or has ended: the processes of a server that was killed may still be there.
        while kill -0 $server 2>/dev/null; do
          if [ "$(head -n 1 "$data/postmaster.pid" 2>/dev/null)" = $server ] &&
            grep -q '^ready' "$data/postmaster.pid"; then
            echo $server
            return
          fi
          sleep 0.03
        done
        sleep 0.1
      done
      exit 1
    }
    start
    while read -r word primary; do
      if [ "$word" = promote ]; then
        "$programs/pg_ctl" -D "$data" -w -s promote >&2 </dev/null
        echo $server
        continue
      fi
      if [ "$word" = follow ]; then
        # The processes of a server that was killed may still write.
        until rm -rf "$data"; do sleep 0.03; done
        "$programs/pg_basebackup" -h "$primary" -U tests -D "$data" -R -c fast --no-sync \
          >&2 </dev/null
        # The file that counts most.
        printf '%s\n' "unix_socket_directories = '$folder'" \
          "synchronous_standby_names = 'walreceiver'" >>"$data/postgresql.auto.conf"
      fi
      start
    done
    kill -QUIT $server 2>/dev/null || true
    wait $server || true
    rm -rf "$folder"
    """#
}

/// Lets in as many at a time as there is room for; the others wait in their order.
private final class Room: Sendable {
  private let state: Mutex<(free: Int, waiting: [CheckedContinuation<Void, Never>])>

  init(_ places: Int) { state = Mutex((places, [])) }

  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}

/// Runs what blocks on a thread of its own, so that the tests' tasks go on.
package func onThread<R: Sendable>(
  _ body: @escaping @Sendable () throws -> R
) async throws -> R {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
