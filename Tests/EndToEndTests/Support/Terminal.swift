import Foundation
import Subprocess
import Testing

/// A terminal in which the full-screen client runs: one pane of a tmux server of its own.
///
/// Nothing polls: tmux copies what the client prints into a pipe, and whoever waits for something looks at
/// the screen again whenever the pipe has news.
final class Terminal: Sendable {
  private let server: String
  private let world: World
  private let news: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation

  /// Starts `command` (arguments of `zonechat`) at a size.
  ///
  /// `shell` is the line that starts the shell in which the command runs.
  static func with(
    _ world: World, _ command: String..., columns: Int = 80, rows: Int = 24,
    shell: String = "exec sh",
    _ body: (Terminal) async throws -> Void
  ) async throws {
    try await with(world, command, columns: columns, rows: rows, shell: shell, body)
  }

  /// The same, for arguments in an array.
  static func with(
    _ world: World, _ command: [String], columns: Int = 80, rows: Int = 24,
    shell: String = "exec sh",
    _ body: (Terminal) async throws -> Void
  ) async throws {
    let terminal = try await Terminal(
      world, command, columns: columns, rows: rows, shell: shell)
    do {
      try await body(terminal)
    } catch {
      _ = try? await terminal.tmux("kill-server")
      throw error
    }
    try await terminal.tmux("kill-server")
  }

  private init(
    _ world: World, _ command: [String], columns: Int, rows: Int, shell: String
  ) async throws {
    self.world = world
    server = "zonechat-test-\(UUID().uuidString)"
    let pipe = world.home.appendingPathComponent(server).path
    try #require(mkfifo(pipe, 0o600) == 0)
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    news = stream
    bell = continuation
    // The shell stays behind the client, so that its screen can be seen after the client's end.
    try await tmux(
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "PS1='$ '; export PS1; \(shell)")
    try await tmux("set-option", "-g", "status", "off")
    try await tmux("pipe-pane", "-O", "cat >'\(pipe)'")
    Thread.detachNewThread {
      guard let file = FileHandle(forReadingAtPath: pipe) else { return continuation.finish() }
      while !file.availableData.isEmpty { continuation.yield() }
      continuation.finish()
    }
    let words = world.program.words + command
    let line = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
    try await type(line)
    try await press("Enter")
  }

  /// Types text as it is.
  func type(_ text: String) async throws { try await tmux("send-keys", "-l", "--", text) }

  /// Presses keys by tmux's names for them, for example `Enter`, `C-q`, `M-Enter`.
  func press(_ keys: String...) async throws { try await tmux(["send-keys"] + keys) }

  /// Presses a key until the screen satisfies `condition`: once a second, because a key that comes while a tmux in the
  /// terminal moves its focus goes to a pane that does not take it.
  func press(
    _ key: String, until what: String, at location: SourceLocation = #_sourceLocation,
    _ condition: ([String]) -> Bool
  ) async throws {
    let end = ContinuousClock.now + Self.patience
    while ContinuousClock.now < end {
      try await press(key)
      for _ in 0..<20 {
        if condition(try await screen()) { return }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    Issue.record("no \(what) after \(key)", sourceLocation: location)
    throw CancellationError()
  }

  /// Says yes to a question: no answer counts before a person can have read it.
  func confirm(_ question: String, at location: SourceLocation = #_sourceLocation) async throws {
    try await press("Enter", until: "end of ‘\(question)’", at: location) { screen in
      !screen.contains { $0.contains(question) }
    }
  }

  /// Whether the program has ended, and the shell waits for a command.
  static func isPrompt(_ screen: [String]) -> Bool {
    screen.last { !$0.isEmpty }?.trimmingCharacters(in: .whitespaces) == "$"
  }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// The rows as they are now.
  func screen() async throws -> [String] {
    try await tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// The time that a screen may take; a screen that has not come by then does not come.
  private static let patience = Duration.seconds(180)

  /// Waits until the screen satisfies `condition`.
  func waits(
    for what: String, at location: SourceLocation = #_sourceLocation,
    until condition: ([String]) -> Bool
  ) async throws {
    if condition(try await screen()) { return }
    let end = ContinuousClock.now + Self.patience
    // A screen that stays as it is rings no bell; this rings it when the patience ends.
    let alarm = Task { [bell] in
      try await Task.sleep(until: end, clock: .continuous)
      bell.yield()
    }
    defer { alarm.cancel() }
    for await _ in news {
      if condition(try await screen()) { return }
      if ContinuousClock.now >= end { break }
    }
    let screen = try await screen().joined(separator: "\n")
    Issue.record(
      "no \(what) on this screen:\n\(screen)",
      sourceLocation: location)
    throw CancellationError()
  }

  /// Waits until the program has ended and the shell wants a command.
  func waitsForPrompt(at location: SourceLocation = #_sourceLocation) async throws {
    try await waits(for: "prompt", at: location, until: Self.isPrompt)
  }

  /// Waits until some row holds `text`.
  func sees(_ text: String, at location: SourceLocation = #_sourceLocation) async throws {
    try await waits(for: "‘\(text)’", at: location) { $0.contains { $0.contains(text) } }
  }

  /// The process id of the client, by its profile.
  func clientProcess() async throws -> pid_t {
    let shell = try await tmux("display-message", "-p", "#{pane_pid}")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let children = try String(
      contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
    return try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
  }

  /// The column after each of some texts, which a terminal that prints them reports: it alone knows how wide
  /// it draws them.
  func columns(of texts: [String]) async throws -> [Int] {
    let folder = world.home.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let input = folder.appendingPathComponent("texts")
    let output = folder.appendingPathComponent("columns")
    try Data((texts.joined(separator: "\n") + "\n").utf8).write(to: input)
    let script = """
      stty raw -echo
      while IFS= read -r text <&3; do
        printf '\\r\\033[2K%s\\033[6n' "$text"
        IFS= read -r -d R reply
        echo "${reply##*;}"
      done 3<'\(input.path)' >'\(output.path).part'
      """
    // What is printed goes to the terminal, and only the columns go to the file.
    let asked = script.replacing("printf '", with: "printf >/dev/tty '")
    let file = folder.appendingPathComponent("measure.sh")
    try Data(asked.utf8).write(to: file)
    try await tmux(
      "new-window", "-d", "bash '\(file.path)'; tmux -L \(server) wait-for -S measured")
    try await tmux("wait-for", "measured")
    let lines = try String(contentsOfFile: output.path + ".part", encoding: .utf8)
    let columns = lines.split(separator: "\n").compactMap { Int($0) }
    try #require(columns.count == texts.count)
    return columns.map { $0 - 1 }
  }

  @discardableResult
  private func tmux(_ arguments: String...) async throws -> String { try await tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) async throws -> String {
    let words = ["-L", server, "-f", "/dev/null"] + arguments
    let result = try await world.program.run(.name("tmux"), words)
    #expect(result.code == 0, "tmux \(arguments.joined(separator: " ")): \(result.words)")
    return result.output
  }
}
