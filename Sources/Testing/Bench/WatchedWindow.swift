import Foundation
import Processes

#if canImport(Glibc)
import Glibc
#endif

/// A real window of a program, of which every byte is noticed as soon as it comes.
///
/// The terminal answers two questions as a modern one does: it draws pictures at once (mode 2026), so that the end
/// of each picture is known; and it has answered everything.
package final class WatchedWindow {
  private static let questions: [(question: String, answer: String)] = [
    ("\u{1B}[?2026$p", "\u{1B}[?2026;2$y"), ("\u{1B}[c", "\u{1B}[?62;22c"),
  ]
  /// The end of a picture.
  private static let endOfPicture = "\u{1B}[?2026l"
  private static let patience = Duration.seconds(30)
  /// The end of the last line; the key before it has a style of its own.
  static let lastLine = " help"

  private let process: TerminalProcess
  /// When the program was started.
  let start: ContinuousClock.Instant
  private var output: [UInt8] = []
  private var hasEnded = false

  /// Starts a program in a window.
  init(
    _ words: [String], environment: [String: String], columns: Int = 80, rows: Int = 24
  ) throws {
    var environment = environment
    environment["TERM"] = "xterm-256color"
    environment["LC_ALL"] = "C.UTF-8"
    for name in ["COLORTERM", "COLORFGBG", "NO_COLOR", "STY", "TMUX"] { environment[name] = nil }
    start = .now
    process = try TerminalProcess(words, environment: environment, columns: columns, rows: rows)
    _ = fcntl(process.master, F_SETFL, O_NONBLOCK)
  }

  /// Starts a program in a window, and waits until it has shown texts, each in one style.
  static func opened(
    _ words: [String], environment: [String: String], showing texts: [String]
  ) throws -> WatchedWindow {
    let window = try WatchedWindow(words, environment: environment)
    try wait([window], for: "the whole screen") { texts.allSatisfy(window.contains) }
    return window
  }

  var processID: pid_t { process.id }

  // MARK: What a person does

  func type(_ text: String) { process.type(Array(text.utf8)) }

  /// The bytes of a text that is pasted, which the program takes at once.
  static func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  /// A window that was given up leaves no program behind.
  deinit {
    guard !hasEnded else { return }
    Glibc.kill(process.id, SIGKILL)
    var status: Int32 = 0
    while waitpid(process.id, &status, 0) < 0, errno == EINTR {}
    close(process.master)
    close(process.slave)
  }

  /// Ends the program at once.
  func kill() {
    Glibc.kill(process.id, SIGKILL)
    end()
  }

  /// Asks the program to end, and ends it where it does not.
  func end() {
    hasEnded = true
    type("\u{11}")
    let end = ContinuousClock.now + .seconds(5)
    var status: Int32 = 0
    while waitpid(process.id, &status, WNOHANG) == 0 {
      if ContinuousClock.now > end { Glibc.kill(process.id, SIGKILL) }
      // The program may wait until what it writes is read.
      read()
      _ = Glibc.poll(nil, 0, 5)
    }
    close(process.master)
    close(process.slave)
  }

  // MARK: What comes of it

  /// Forgets what was written so far.
  func forget() { output.removeAll(keepingCapacity: true) }

  /// The number of bytes written since `forget`.
  var count: Int { output.count }

  func contains(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, output.count >= bytes.count else { return false }
    return output.indices.dropLast(bytes.count - 1).contains {
      output[$0] == first && output[$0..<$0 + bytes.count].elementsEqual(bytes)
    }
  }

  /// Whether a whole picture was drawn since `forget`.
  var hasPicture: Bool { contains(Self.endOfPicture) }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(process.master, &buffer, buffer.count)
      guard count > 0 else { return }
      let before = output.count
      output += buffer.prefix(count)
      // A question is never cut in two: the program writes all of them at once.
      let new = String(decoding: output[before...], as: UTF8.self)
      for (question, answer) in Self.questions where new.contains(question) { type(answer) }
    }
  }

  /// Reads the windows until `condition` holds.
  ///
  /// - Returns: when it held.
  /// - Throws: `BenchFailure` if it does not hold in half a minute.
  @discardableResult
  static func wait(
    _ windows: [WatchedWindow], for what: String, until condition: () -> Bool
  ) throws -> ContinuousClock.Instant {
    let end = ContinuousClock.now + patience
    while !condition() {
      guard ContinuousClock.now < end else {
        let text = windows.map { String(decoding: $0.output.suffix(500), as: UTF8.self) }
        throw BenchFailure.nothingCame(what, instead: text.joined(separator: "\n"))
      }
      readNext(windows, milliseconds: 1000)
    }
    return .now
  }

  /// Reads the windows for a time.
  static func watch(_ windows: [WatchedWindow], for time: Duration) {
    let end = ContinuousClock.now + time
    while true {
      let rest = end - .now
      guard rest > .zero else { return }
      readNext(windows, milliseconds: Int32(rest / .milliseconds(1)) + 1)
    }
  }

  private static func readNext(_ windows: [WatchedWindow], milliseconds: Int32) {
    var descriptors = windows.map {
      pollfd(fd: $0.process.master, events: Int16(POLLIN), revents: 0)
    }
    _ = Glibc.poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    for window in windows { window.read() }
  }

  // MARK: What it costs

  /// The processor time of all threads so far.
  var processorTime: Duration { ProcessFiles.processorTime(of: process.id) }

  /// The memory that is in use now, in megabytes of 10^6 bytes: pages of the program's file too, and without them.
  var memory: (resident: Double, own: Double) {
    (
      ProcessFiles.megabytes("VmRSS", of: process.id),
      ProcessFiles.megabytes("RssAnon", of: process.id)
    )
  }

  /// The number of times that each thread of the program has gone to sleep, and so was woken up.
  var switches: [String: Int] { ProcessFiles.switches(of: process.id) }
}
