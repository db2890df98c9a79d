import Foundation
import Testing

/// A cloud as a program of its own, and a folder for everybody's files.
struct Stage {
  let home: URL
  private let zonechat: URL
  private let environment: [String: String]
  private let apps = Apps()

  /// The programs that were started, to be ended.
  private final class Apps {
    var running: [RunningProgram] = []
  }

  private var address: String { "unix:" + home.appending(path: "cloud.sock").path }

  /// Runs `body` while the cloud runs; then ends everything, and leaves no file.
  static func with(_ body: (Stage) async throws -> Void) async throws {
    guard let zonechat = program("zonechat", variable: "ZONECHAT_PROGRAM") else {
      Issue.record(
        """
        There is no program zonechat to share chats with. ‘swift build’ in the folder above builds it, ‘make examples’ \
        does so by itself, and ZONECHAT_PROGRAM names one elsewhere.
        """)
      return
    }
    // An app that has ended early is told by the test, and must not end it.
    signal(SIGPIPE, SIG_IGN)
    // A socket's path must be short.
    let home = URL(fileURLWithPath: "/tmp/zonechat-app-" + UUID().uuidString.prefix(8))
    try FileManager.default.createDirectory(
      at: home, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: home) }
    var environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("ZONECHAT_") && !$0.key.hasPrefix("CLOUDKIT_")
    }
    environment["ZONECHAT_HOME"] = home.path
    environment["TZ"] = "UTC"
    let stage = Stage(home: home, zonechat: zonechat, environment: environment)
    let cloud = try RunningProgram(
      zonechat,
      [
        "cloud", "serve", "--ephemeral", "--socket", home.appending(path: "cloud.sock").path,
        "--exit-with-parent",
      ], environment: environment)
    defer {
      for app in stage.apps.running { app.stop() }
      cloud.stop()
    }
    guard await cloud.until("cloud.sock") else {
      Issue.record("The cloud has not started: \(cloud.output)")
      return
    }
    try await body(stage)
  }

  /// A program beside these tests, or the one that a variable names.
  private static func program(_ name: String, variable: String) -> URL? {
    let named = ProcessInfo.processInfo.environment[variable].map { URL(fileURLWithPath: $0) }
    let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: name)
    return [named, beside, Bundle.main.bundleURL.appending(path: name)].compactMap(\.self)
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  // MARK: - The other client

  /// Runs a command of `zonechat` as somebody, which must succeed; answers what it has printed.
  @discardableResult
  func did(
    _ person: String, _ arguments: String..., at location: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let program = try RunningProgram(
      zonechat, ["--profile", person, "--cloud", address, "--quiet"] + arguments,
      environment: environment)
    let (output, code) = await program.end()
    #expect(code == 0, "zonechat \(arguments): \(output)", sourceLocation: location)
    return output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The messages of a chat, as `zonechat` has them for somebody.
  func messages(_ person: String, _ chat: String) async throws -> [String] {
    struct Message: Decodable {
      var sender: String
      var text: String
    }
    let lines = try await did(person, "read", chat, "--json", "--peek").split(separator: "\n")
    return try lines.filter { !$0.contains("\"kind\":") }.map {
      let message = try JSONDecoder().decode(Message.self, from: Data($0.utf8))
      return "\(message.sender): \(message.text)"
    }
  }

  // MARK: - This app

  /// Starts the app as an account.
  func app(of account: String) throws -> RunningProgram {
    try app(["CLOUDKIT_EMULATOR_HOST": address, "CLOUDKIT_ACCOUNT": account])
  }

  /// Starts the app as the person of a profile of `zonechat`.
  func app(ofProfile profile: String) throws -> RunningProgram {
    try app(["CLOUDKIT_EMULATOR_PROFILE": profile])
  }

  private func app(_ place: [String: String]) throws -> RunningProgram {
    let path = try #require(Self.program("zone-chat", variable: "ZONE_CHAT_PROGRAM"))
    let program = try RunningProgram(path, [], environment: environment.merging(place) { $1 })
    apps.running.append(program)
    return program
  }

  /// Waits until the app shows something.
  func see(
    _ text: String, in app: RunningProgram, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let isThere = await app.until(text)
    #expect(isThere, "The app has ended: \(app.output)", sourceLocation: location)
  }
}
