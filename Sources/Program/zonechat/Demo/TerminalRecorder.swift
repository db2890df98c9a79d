import CommandSupport
import Foundation
import Processes
import Synchronization
import Tours

#if canImport(Glibc)
import Glibc
#endif

/// A terminal of a fixed size that nobody sees, and of which everything that it shows is recorded.
///
/// Time that is only for reading passes in the recording, and nobody waits for it.
final class TerminalRecorder: Sendable {
  /// The size of a slide's terminal, which everybody has.
  static let size = (columns: 80, rows: 24)
  /// Our choice: the screen is complete if nothing is written for so long.
  private static let stillness = Duration.milliseconds(400)
  /// Our choice: how long a screen may go on changing.
  private static let patience = Duration.seconds(5)
  private static let lookAgain = Duration.milliseconds(50)
  /// Our choice: more than a whole screen.
  private static let tailBytes = 64 * 1024
  /// Our choice: how long a busy machine may take to draw a pane.
  private static let longPatience = Duration.seconds(30)

  private struct State: Sendable {
    var recording: TerminalRecording
    /// When the recording began; nil before that.
    var start: ContinuousClock.Instant?
    /// The time for reading so far.
    var reading = Duration.zero
    var lastOutput: ContinuousClock.Instant
    /// What was written last, to find words in.
    var tail = Data()

    /// The time in the recording.
    func time(at now: ContinuousClock.Instant) -> Duration? {
      start.map { $0.duration(to: now) + reading }
    }
  }

  private let process: TerminalProcess
  private let state: Mutex<State>

  init(_ program: (words: [String], environment: [String: String]), title: String) throws {
    var environment = program.environment
    environment["TERM"] = "xterm-256color"
    for name in ["COLORTERM", "NO_COLOR", "STY"] { environment[name] = nil }
    let recording = TerminalRecording(
      title: title, columns: Self.size.columns, rows: Self.size.rows)
    state = Mutex(State(recording: recording, lastOutput: Live.clock.now))
    process = try TerminalProcess(
      program.words, environment: environment, columns: Self.size.columns, rows: Self.size.rows)
    Thread.detachNewThread { [self] in read() }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(process.master, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      let bytes = Array(buffer.prefix(count))
      state.withLock { state in
        state.lastOutput = Live.clock.now
        state.tail = Data((state.tail + bytes).suffix(Self.tailBytes))
        // What comes before has questions to the terminal, which a player would answer.
        guard let time = state.time(at: state.lastOutput) else { return }
        state.recording.write(bytes, at: time)
      }
    }
    Glibc.close(process.master)
  }

  /// Returns when the screen is complete.
  func waitForStillness() async throws {
    let end = Live.clock.now + Self.patience
    while Live.clock.now < end {
      let last = state.withLock { $0.lastOutput }
      if last.duration(to: Live.clock.now) >= Self.stillness { return }
      try await Live.clock.sleep(for: Self.lookAgain)
    }
  }

  /// Returns when words were written, or after a while without them.
  func wait(for words: String) async throws {
    let end = Live.clock.now + Self.longPatience
    while Live.clock.now < end {
      if state.withLock({ $0.tail.range(of: Data(words.utf8)) != nil }) { return }
      try await Live.clock.sleep(for: Self.lookAgain)
    }
  }

  /// Begins with an empty screen.
  func begin() {
    state.withLock { state in
      state.start = Live.clock.now
      state.recording.write(Array("\u{1B}[0m\u{1B}[2J\u{1B}[H".utf8), at: .zero)
    }
  }

  /// Lets a time pass for those who read, when the screen is complete.
  func pass(_ time: Duration) async throws {
    try await waitForStillness()
    state.withLock { $0.reading += time }
  }

  /// Marks a place of the recording.
  func mark(_ name: String) {
    state.withLock { state in
      guard let time = state.time(at: Live.clock.now) else { return }
      state.recording.mark(name, at: time)
    }
  }

  /// Ends the recording, and returns it.
  func end() -> TerminalRecording {
    state.withLock { state in
      state.start = nil
      return state.recording
    }
  }

  /// Ends the program; its reader ends when nothing has the terminal open.
  func close() {
    kill(process.id, SIGKILL)
    var status: Int32 = 0
    while waitpid(process.id, &status, 0) < 0, errno == EINTR {}
    Glibc.close(process.slave)
  }
}
