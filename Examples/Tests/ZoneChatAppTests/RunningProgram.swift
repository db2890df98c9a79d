import Foundation
import Synchronization

/// A program that a test has started, and what it has printed.
final class RunningProgram: Sendable {
  private struct State {
    var output = Data()
    var isAtEnd = false
    var waiting: [(text: String, waiter: CheckedContinuation<Bool, Never>)] = []

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  private let state = Mutex(State())
  private let input = Pipe()
  private let process = Process()

  /// Starts a program; what it prints on both outputs is kept.
  init(_ program: URL, _ arguments: [String], environment: [String: String]) throws {
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    // Reading holds its thread up until there is something.
    Thread.detachNewThread { [self] in
      while true {
        let data = output.fileHandleForReading.availableData
        take(data)
        if data.isEmpty { return }
      }
    }
  }

  /// What it has printed so far.
  var output: String { state.withLock(\.text) }

  func write(_ line: String) {
    input.fileHandleForWriting.write(Data((line + "\n").utf8))
  }

  /// Waits until it has printed a text; false if it has ended without.
  func until(_ text: String) async -> Bool {
    await withCheckedContinuation { waiter in
      state.withLock { $0.waiting.append((text, waiter)) }
      answer()
    }
  }

  /// Ends its input, and waits for its end; answers everything that it has printed, and its exit code.
  func end() async -> (output: String, code: Int32) {
    try? input.fileHandleForWriting.close()
    while !state.withLock(\.isAtEnd) { _ = await until("\u{0}") }
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }

  /// Ends it at once.
  func stop() { if process.isRunning { process.terminate() } }

  private func take(_ data: Data) {
    state.withLock { state in
      state.output += data
      state.isAtEnd = data.isEmpty
    }
    answer()
  }

  private func answer() {
    let answers = state.withLock { state in
      let (text, isAtEnd) = (state.text, state.isAtEnd)
      let found = state.waiting.map { ($0.waiter, text.contains($0.text)) }
      let isAnswered = found.map { $0.1 || isAtEnd }
      state.waiting = zip(state.waiting, isAnswered).filter { !$0.1 }.map(\.0)
      return zip(found, isAnswered).filter(\.1).map(\.0)
    }
    for (waiter, isFound) in answers { waiter.resume(returning: isFound) }
  }
}
