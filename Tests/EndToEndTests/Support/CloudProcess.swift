import Foundation
import Subprocess
import Testing

/// A `zonechat cloud serve` over TCP, on a free port, that keeps nothing.
///
/// The world's home has its socket, `cloud.sock`, and the administrator's token, `admin.token`.
struct CloudProcess: Sendable {
  /// The address of the cloud.
  var url: String
  var processID: pid_t

  /// Runs `body` while the cloud runs; then ends it.
  static func with(
    _ world: World, _ options: String..., body: @Sendable (CloudProcess) async throws -> Void
  ) async throws {
    let configuration = world.program.configuration(
      [
        "cloud", "serve", "--listen", "127.0.0.1:0", "--ephemeral",
        "--socket", world.home.appendingPathComponent("cloud.sock").path,
        "--admin-token-file", world.home.appendingPathComponent("admin.token").path,
      ] + options)
    _ = try await Subprocess.run(
      configuration, input: .none, output: .discarded, error: .sequence
    ) { execution in
      defer { try? execution.send(signal: .terminate) }  // It may have ended.
      var lines = execution.standardError.strings().makeAsyncIterator()
      while let line = try await lines.next() {
        guard let start = line.firstRange(of: /https?:\/\//)?.lowerBound else { continue }
        // The address ends its sentence.
        let url = line[start...].prefix { !$0.isWhitespace }.dropLast()
        try await body(
          CloudProcess(
            url: String(url),
            processID: pid_t(execution.processIdentifier.value)))
        return
      }
      Issue.record("the cloud did not say where it listens")
    }
  }
}
