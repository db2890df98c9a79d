import Foundation
import Subprocess
import Testing

/// A cloud that keeps nothing begins with a file, and leaves one.
@Suite(.timeLimit(.minutes(10)))
struct ExportOnExitTests {
  private static let container = "iCloud.com.example.Lists"
  private static let containers = """
    [[container]]
    id = "\(container)"

    [[container.development.record]]
    account = "alice"
    zone = "lists"
    type = "Item"
    name = "milk"
    fields = { title = "Milk" }

    [[account]]
    name = "alice"
    """

  /// A file in the home with the cloud.
  private func file(_ world: World) -> String {
    world.home.appendingPathComponent("cloud.tar").path
  }

  /// Runs a cloud and then `body`, and ends it by a signal; returns its exit code and its words after the address.
  private func serve(
    _ world: World, _ options: [String], ending signal: Signal = .terminate,
    _ body: @Sendable (_ options: [String]) async throws -> Void = { _ in }
  ) async throws -> (code: TerminationStatus, words: String) {
    let token = world.home.appendingPathComponent("admin.token").path
    let result = try await Subprocess.run(
      world.program.configuration(
        [
          "cloud", "serve", "--ephemeral", "--listen", "127.0.0.1:0", "--admin-token-file", token,
        ] + options), input: .none, output: .discarded, error: .sequence
    ) { execution in
      var words = ""
      var isReady = false
      for try await line in execution.standardError.strings() {
        words += line + "\n"
        guard !isReady, let start = line.firstRange(of: /https?:\/\//)?.lowerBound else { continue }
        isReady = true
        let url = line[start...].prefix { !$0.isWhitespace }.dropLast()
        do {
          try await body(["--cloud", String(url), "--admin-token-file", token])
        } catch {
          Issue.record(error)
        }
        try execution.send(signal: signal)
      }
      return words
    }
    return (result.terminationStatus, result.closureResult)
  }

  private func get(_ record: String, _ options: [String]) -> [String] {
    ["cloud", "records", "get", "--account", "alice", "--container", Self.container]
      + [record, "--zone", "lists"] + options
  }

  @Test(arguments: [Signal.terminate, .interrupt])
  func `what a cloud has at its end is there at the next start`(signal: Signal) async throws {
    try await World.with { world in
      let plan = world.home.appendingPathComponent("lists.toml")
      try Data(Self.containers.utf8).write(to: plan)
      let file = file(world)
      let both = ["--import", file, "--export-on-exit", file]
      // The file is not there yet.
      let first = try await serve(
        world, both + ["--containers", plan.path], ending: signal
      ) { options in
        try await world.did(nil, ["cloud", "accounts", "create", "bob"] + options)
      }
      #expect(first.code == .exited(0) && first.words.contains("Exported the cloud to \(file)."))
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      let second = try await serve(world, both, ending: signal) { options in
        let milk = try await world.program.run(get("milk", options))
        #expect(milk.output.contains("Milk"), "\(milk)")
        try await world.did(nil, ["cloud", "accounts", "create", "carol"] + options)
        // A reset goes back to what was imported.
        try await world.did(nil, ["cloud", "reset"] + options)
        let accounts = try await world.did(nil, ["cloud", "accounts"] + options)
        #expect(accounts.contains("bob") && !accounts.contains("carol"), "\(accounts)")
        let again = try await world.program.run(get("milk", options))
        #expect(again.output.contains("Milk"), "\(again)")
      }
      #expect(second.code == .exited(0), "\(second.words)")
    }
  }

  @Test func `a file that is no whole export is refused, and nothing is written`() async throws {
    try await World.with { world in
      let file = file(world)
      let made = try await serve(world, ["--export-on-exit", file])
      #expect(made.code == .exited(0))
      let whole = try Data(contentsOf: URL(fileURLWithPath: file))
      for (bytes, words) in [
        (whole.prefix(whole.count / 2), "its end is missing"), (Data("no archive".utf8), "its end"),
        (Data(repeating: 65, count: 2048), "is not a file of a tar archive"),
      ] {
        try bytes.write(to: URL(fileURLWithPath: file))
        let refused = try await serve(world, ["--import", file, "--export-on-exit", file])
        #expect(
          refused.code == .exited(2) && refused.words.contains("\(file) cannot be imported. ")
            && refused.words.contains(words), "\(refused)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
      }
      let missing = try await serve(world, ["--import", file + ".old", "--export-on-exit", file])
      #expect(missing.code == .exited(1) && missing.words.contains("cannot be read"), "\(missing)")
      for place in ["/nonexistent/cloud.tar", "/dev/null"] {
        let refused = try await serve(world, ["--export-on-exit", place])
        #expect(refused.code == .exited(2) && refused.words.contains(place), "\(refused)")
      }
    }
  }

  @Test func `an export that is interrupted leaves the file before it`() async throws {
    try await World.with { world in
      let file = file(world)
      _ = try await serve(world, ["--export-on-exit", file])
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      // Nothing but a whole export takes the place of the file, so a cloud that is killed leaves it.
      let killed = try await serve(world, ["--export-on-exit", file], ending: .kill) { options in
        try await world.did(nil, ["cloud", "accounts", "create", "bob"] + options)
      }
      #expect(killed.code == .signaled(9))
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
      // Nor is it replaced where the export cannot be written whole.
      let limited = try await world.program.run(
        .name("sh"),
        [
          "-c",
          "ulimit -f 8; trap '' XFSZ; exec '\(Program.executable.path)' cloud serve --ephemeral --listen 127.0.0.1:0 "
            + "--export-on-exit '\(file)' --exit-with-parent --ready-file '\(file).ready' & "
            + "until [ -e '\(file).ready' ]; do kill -0 $! || exit 9; done; kill $!; wait $!",
        ])
      #expect(limited.code == 1 && limited.words.contains("is still there"), "\(limited)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
  }

  @Test func `a client with Apple's address reaches a cloud that has the name`() async throws {
    try await World.with { world in
      let folder = world.home.appendingPathComponent("authority").path
      let plan = world.home.appendingPathComponent("lists.toml")
      try Data(Self.containers.utf8).write(to: plan)
      var pins: Set<String> = []
      for _ in 0..<2 {
        let served = try await serve(
          world, ["--tls-apple-host", folder, "--containers", plan.path]
        ) { options in
          let port = try #require(options[1].split(separator: ":").last)
          let account = try await curl(
            world, port, folder, "/extension/1/accounts",
            #"{"name":"dora","passphrase":"correct horse","container":"\#(Self.container)"}"#)
          let keys = try JSONDecoder().decode(Keys.self, from: Data(account.output.utf8))
          let token = keys.webAuthToken.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
          let zones = try await curl(
            world, port, folder,
            "/database/1/\(Self.container)/development/private/zones/list?ckAPIToken=\(keys.apiToken)"
              + "&ckWebAuthToken=\(token ?? "")", "{}")
          #expect(zones.output.contains("_defaultZone"), "\(zones)")
          // Nobody else vouches for it.
          let stranger = try await world.program.run(
            .name("curl"),
            [
              "-sS", "--connect-to", "api.apple-cloudkit.com:443:127.0.0.1:\(port)",
              "https://api.apple-cloudkit.com/extension/health",
            ])
          #expect(stranger.code == 60, "\(stranger)")
        }
        #expect(served.code == .exited(0))
        #expect(
          served.words.contains(
            /--connect-to api\.apple-cloudkit\.com:443:127\.0\.0\.1:\d+ --cacert .*authority\.pem/)
            && served.words.contains("‘127.0.0.1 api.apple-cloudkit.com’ in /etc/hosts"),
          "\(served.words)")
        pins.insert(try String(contentsOfFile: folder + "/authority.pem", encoding: .utf8))
      }
      #expect(pins.count == 1, "the authority stays, so that clients trust the next cloud too")
    }
  }

  private struct Keys: Decodable {
    var apiToken: String
    var webAuthToken: String
  }

  /// Posts as a client that knows Apple's address alone, with the two options that the cloud says.
  private func curl(
    _ world: World, _ port: Substring, _ folder: String, _ target: String, _ body: String
  ) async throws -> Program.Result {
    try await world.program.run(
      .name("curl"),
      [
        "-sS", "--connect-to", "api.apple-cloudkit.com:443:127.0.0.1:\(port)",
        "--cacert", folder + "/authority.pem", "https://api.apple-cloudkit.com" + target,
        "-d", body,
      ])
  }
}
