import Foundation
import Subprocess
import Testing

/// A `zonechat cloud serve` over TCP with TLS, on a port of its own, whose authority it has made itself.
///
/// Its data are in the folder `server` of the world's home, and stay when it ends.
struct SelfMadeServer: Sendable {
  /// `https://127.0.0.1:PORT`.
  var url: String
  /// The certificate of the authority.
  var authority: String

  /// What people read and type of the address.
  var host: String { String(url.dropFirst("https://".count)) }

  /// Runs `body` while the server runs; then ends it.
  static func with(
    _ world: World, port: Int = 0, _ options: [String] = [],
    body: (SelfMadeServer) async throws -> Void
  ) async throws {
    let data = world.home.appendingPathComponent("server").path
    let configuration = world.program.configuration(
      [
        "cloud", "serve", "--listen", "127.0.0.1:\(port)", "--tls-self-made", "--data", data,
        "--socket", world.home.appendingPathComponent("server.sock").path,
      ] + options)
    _ = try await Subprocess.run(
      configuration, input: .none, output: .discarded, error: .sequence
    ) { execution in
      defer { try? execution.send(signal: .terminate) }  // It may have ended.
      var lines = execution.standardError.strings().makeAsyncIterator()
      while let line = try await lines.next() {
        guard let address = line.firstMatch(of: /https:\/\/127\.0\.0\.1:\d+/) else { continue }
        try await body(
          SelfMadeServer(url: String(address.output), authority: data + "/tls/authority.pem"))
        return
      }
      Issue.record("the server did not say where it listens")
    }
  }

  /// Makes an account from a machine that is told whom to trust.
  func signUp(_ name: String, on machine: World, profile: String? = nil) async throws {
    try await machine.did(
      profile, "account", "create", name, "--cloud", url, "--ca", authority, "--passphrase-file",
      try Self.passphraseFile(on: machine))
  }

  static let passphrase = "correct horse"

  static func passphraseFile(on machine: World) throws -> String {
    let file = machine.home.appendingPathComponent("passphrase")
    try Data((passphrase + "\n").utf8).write(to: file)
    return file.path
  }
}
