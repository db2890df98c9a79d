import Foundation
import Subprocess
import Testing

/// A server file in a home of a test, whose data, socket and backups are there too.
struct ServerHome: Sendable {
  let world: World

  var config: String { path("server.toml") }

  func path(_ name: String) -> String { world.home.appendingPathComponent(name).path }

  /// Writes a file for a server at a free port of this machine, with these lines at its end.
  func write(_ more: String = "", tls: String = "authority = \"self-made\"") throws {
    try FileManager.default.createDirectory(
      atPath: path("backups"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let text = """
      name = "Anna's server"
      address = "https://localhost:1"
      listen = ["127.0.0.1:0"]
      data = "\(path("server"))"
      socket = "\(path("s.sock"))"
      [tls]
      \(tls)
      [backup]
      folder = "\(path("backups"))"
      keep = 2
      \(more)
      """
    let isWritten = FileManager.default.createFile(
      atPath: config, contents: Data(text.utf8), attributes: [.posixPermissions: 0o640])
    try #require(isWritten)
  }

  /// The program, for which this is the server of the machine.
  var program: Program { world.program }

  /// Runs `body` while the server runs, and then ends the server.
  func serve(
    _ environment: [String: String] = [:],
    _ body: (_ url: String, _ process: pid_t) async throws -> Void
  ) async throws {
    var program = program
    program.environment.merge(environment) { _, new in new }
    _ = try await Subprocess.run(
      program.configuration(["cloud", "serve", "--config", config]), input: .none,
      output: .discarded, error: .sequence
    ) { execution in
      defer { try? execution.send(signal: .terminate) }  // It may have ended.
      var said = ""
      for try await line in execution.standardError.strings() {
        said += line
        guard let address = line.firstMatch(of: /https?:\/\/127\.0\.0\.1:\d+/) else { continue }
        try await body(
          String(address.output), pid_t(execution.processIdentifier.value))
        return
      }
      Issue.record("the server did not say where it listens: \(said)")
    }
  }
}
