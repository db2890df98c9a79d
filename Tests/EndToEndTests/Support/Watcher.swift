import Foundation
import GRDB
import Subprocess
import Testing

/// A `zonechat watch` that runs: a window without a screen.
///
/// It syncs, and prints what arrives.
final class Watcher: Sendable {
  private let execution: Execution<NoInput, SequenceOutput, DiscardedOutput>
  private let lines: AsyncStream<ShownMessage>

  /// Opens a window for one person; it is killed when `body` has ended.
  static func with(
    _ world: World, person: String, _ body: (Watcher) async throws -> Void
  ) async throws {
    try await with(world, people: [person]) { try await body($0[0]) }
  }

  /// Opens a window for each of some people.
  static func with(
    _ world: World, people: [String], _ body: ([Watcher]) async throws -> Void
  ) async throws {
    try await with(world, people: people[...], opened: [], body)
  }

  private static func with(
    _ world: World, people: ArraySlice<String>, opened: [Watcher],
    _ body: ([Watcher]) async throws -> Void
  ) async throws {
    guard let person = people.first else { return try await body(opened) }
    let configuration = world.program.configuration(["--profile", person, "watch", "--json"])
    _ = try await Subprocess.run(
      configuration, input: .none, output: .sequence, error: .discarded
    ) { execution in
      let (lines, continuation) = AsyncStream.makeStream(of: ShownMessage.self)
      let (beginnings, hasBegun) = AsyncStream.makeStream(of: Void.self)
      let watcher = Watcher(execution, lines)
      try await withThrowingTaskGroup { group in
        group.addTask {
          defer {
            continuation.finish()
            hasBegun.finish()
          }
          for try await line in execution.standardOutput.strings() {
            hasBegun.yield()
            if let message = try? JSONDecoder().decode(ShownMessage.self, from: Data(line.utf8)) {
              continuation.yield(message)
            } else if let event = try? JSONDecoder().decode(
              ShownEvent.self, from: Data(line.utf8))
            {
              continuation.yield(
                ShownMessage(id: "", sender: "", text: event.text, state: event.kind))
            }
          }
        }
        defer { watcher.kill() }
        // It begins with its status; what has arrived before that it does not print.
        for await _ in beginnings { break }
        try await with(world, people: people.dropFirst(), opened: opened + [watcher], body)
      }
    }
  }

  private init(
    _ execution: Execution<NoInput, SequenceOutput, DiscardedOutput>,
    _ lines: AsyncStream<ShownMessage>
  ) {
    self.execution = execution
    self.lines = lines
  }

  /// An event as `watch --json` prints it.
  private struct ShownEvent: Decodable { var kind: String, text: String }

  /// Waits until a message or an event with this text has been printed.
  func sees(_ text: String) async {
    for await line in lines where line.text == text { return }
    Issue.record("the window ended before it showed ‘\(text)’")
  }

  /// Waits until `count` different messages have been printed.
  func sees(count: Int) async {
    var seen: Set<String> = []
    for await line in lines where !line.id.isEmpty {
      seen.insert(line.id)
      if seen.count == count { return }
    }
    Issue.record("the window ended after \(seen.count) of \(count) messages")
  }

  var processID: pid_t { pid_t(execution.processIdentifier.value) }

  func send(_ signal: Signal) throws { try execution.send(signal: signal) }

  /// Stops the process where it does not write to the database at `path`.
  ///
  /// Stopped in the middle of a write it would keep everybody else from writing, which nobody can mend but
  /// who continues it.
  func stop(betweenWritesTo path: String) async throws {
    while true {
      try send(.init(rawValue: SIGSTOP))
      try await stopped()
      if try !Self.isBeingWritten(path) { return }
      try send(.init(rawValue: SIGCONT))
      await Task.yield()
    }
  }

  private static func isBeingWritten(_ path: String) throws -> Bool {
    do {
      try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE; ROLLBACK") }
      return false
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return true
    }
  }

  /// Returns when the process is stopped.
  func stopped() async throws {
    while true {
      let line = try String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)
      // The state follows the name, which is in parentheses.
      if line.split(separator: ")").last?.split(separator: " ").first == "T" { return }
      await Task.yield()
    }
  }

  /// `kill -9`; nothing where it has ended already.
  func kill() { try? execution.send(signal: .kill) }
}
