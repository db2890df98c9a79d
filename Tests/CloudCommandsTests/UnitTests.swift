import CloudCommands
import CloudModel
import CloudPlanFile
import Foundation
import Processes
import Testing

/// The units of a server.
@Suite struct UnitTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "packaging")
  private static let environment = ProcessInfo.processInfo.environment
  private static let hasAnalyzer = Child.isInstalled("systemd-analyze", environment: environment)

  @Test(arguments: ServerUnit.all.map(\.name))
  func `packages have the texts that setup writes`(name: String) throws {
    let unit = try #require(ServerUnit.all.first { $0.name == name })
    let packaged = try String(
      contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    #expect(unit.text == packaged)
  }

  @Test func `the page has the Caddyfile that setup prints`() throws {
    let page = try String(
      contentsOf: Self.folder.appending(path: "../docs/server.md"), encoding: .utf8)
    let address = try #require(ServerOrigin("https://chat.example.org"))
    let text = Caddyfile.text(for: address, to: ServerFile.Listener(host: "127.0.0.1", port: 8080))
    #expect(page.contains("\n```\n\(text)\n```\n"))
  }

  @Test func `a program and a file elsewhere stand in the units`() {
    let text = ServerUnit.server.adapted(
      program: "/usr/local/bin/zonechat", configuration: "/srv/server.toml")
    #expect(
      text.contains("\nExecStart=/usr/local/bin/zonechat cloud serve --config /srv/server.toml\n"))
    #expect(text.contains("\nConditionPathExists=/srv/server.toml\n"))
    #expect(!text.contains("/usr/bin/zonechat") && !text.contains("/etc/zonechat"))
    let backup = ServerUnit.backup.adapted(
      program: "/usr/local/bin/zonechat", configuration: "/srv/server.toml")
    #expect(backup.contains("cloud backup --config /srv/server.toml --rotate\n"))
  }

  @Test(.enabled(if: hasAnalyzer)) func `systemd understands the units`() async throws {
    try await withUnits { folder in
      let files = ServerUnit.all.map { folder.appending(path: $0.name).path }
      let result = try #require(
        await analyze(["verify", "--man=no", "--recursive-errors=no"] + files))
      #expect(result.code == 0, "\(result)")
      #expect(!result.errorOutput.contains("zonechat"), "\(result)")
    }
  }

  @Test(.enabled(if: hasAnalyzer)) func `the units take away what the server does not need`()
    async throws
  {
    try await withUnits { folder in
      for unit in [ServerUnit.server, .backup] {
        let file = folder.appending(path: unit.name).path
        let result = try #require(
          await analyze(["security", "--offline=true", "--threshold=20", file]))
        #expect(result.code == 0, "\(unit.name): \(result.output.suffix(300))")
      }
    }
  }

  private func analyze(_ words: [String]) async -> Child.Result? {
    await Child.runAside(
      ["systemd-analyze", "--no-pager"] + words, environment: Self.environment, output: .captured,
      .killed(after: .seconds(60)))
  }

  /// Runs `body` with the units in a folder, for a program that is there.
  private func withUnits(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "units-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    for unit in ServerUnit.all {
      try Data(unit.adapted(program: "/bin/true", configuration: "/etc/zonechat/server.toml").utf8)
        .write(to: folder.appending(path: unit.name))
    }
    try await body(folder)
  }
}
