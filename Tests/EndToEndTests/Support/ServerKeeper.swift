import Subprocess
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Keeps a server running, as a service manager does: one that has ended is started again.
final class ServerKeeper: Sendable {
  let server: Server
  /// Nil while there is no process.
  private let process = Mutex<pid_t?>(nil)
  private let ending = CrashEnding()

  init(_ server: Server) { self.server = server }

  /// Runs until `end`.
  func run() async throws {
    while !ending.hasCome {
      _ = try await Subprocess.run(
        server.world.program.configuration(server.words + ["--log-level", "critical"]),
        input: .none, output: .discarded, error: .sequence
      ) { execution in
        let id = execution.processIdentifier.value
        process.withLock { $0 = id }
        // Its number is not given to another process before this returns.
        defer { process.withLock { $0 = nil } }
        if ending.hasCome { kill(id, SIGTERM) }
        for try await _ in execution.standardError.strings() {}
      }
    }
  }

  /// Nil while there is no process.
  var processID: pid_t? { process.withLock(\.self) }

  func signal(_ number: Int32) {
    process.withLock { process in
      if let process { kill(process, number) }
    }
  }

  func end() {
    ending.come()
    signal(SIGTERM)
  }

  /// What a load balancer asks.
  func isReady() async -> Bool {
    let answer = try? await server.send("GET", "/extension/ready")  // It may not run.
    return answer?.status == 200
  }

  /// Runs `body` with servers that all run, and ends them.
  static func run(
    _ servers: [Server], _ body: ([ServerKeeper]) async throws -> Void
  ) async throws {
    let keepers = servers.map { ServerKeeper($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for keeper in keepers { group.addTask { try await keeper.run() } }
      let outcome: Result<Void, any Error>
      do {
        for keeper in keepers { try await until("a server") { await keeper.isReady() } }
        outcome = .success(try await body(keepers))
      } catch {
        outcome = .failure(error)
      }
      for keeper in keepers { keeper.end() }
      try await group.waitForAll()
      try outcome.get()
    }
  }
}
