import Foundation
import Processes
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A terminal without a screen: it keeps every byte that a program writes, and answers as it is told.
///
/// `Terminal` shows what a person sees; this one shows what a terminal gets.
final class PseudoTerminal: Sendable {
  /// The answers that the terminal writes when it reads a question.
  typealias Answers = [(question: String, answer: String)]

  /// The way in which a process ended.
  enum End: Equatable, Sendable {
    case exited(Int32)
    case killed(Int32)
  }

  private struct State: Sendable {
    var output: [UInt8] = []
    var answered = 0
    var hasEnded = false
    var isStopped = false
  }

  private let program: TerminalProcess
  private let state = Mutex(State())
  /// Whoever has it may read from the program; `stopReading` takes it.
  private let reading = DispatchSemaphore(value: 1)
  private let answers: [(question: [UInt8], answer: [UInt8])]
  /// The time that the terminal needs for an answer.
  private let answerMilliseconds: Int32
  private let news: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation

  /// Starts a program as the leader of a session whose terminal this is; it is killed when `body` has ended.
  static func with(
    _ world: World, _ words: [String], environment: [String: String?] = [:],
    columns: Int = 80, rows: Int = 24, answers: Answers = [], answerMilliseconds: Int32 = 0,
    _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    let terminal = try PseudoTerminal(
      world, words, environment: environment, columns: columns, rows: rows, answers: answers,
      answerMilliseconds: answerMilliseconds)
    defer { terminal.close() }
    try await body(terminal)
  }

  private init(
    _ world: World, _ words: [String], environment: [String: String?], columns: Int, rows: Int,
    answers: Answers, answerMilliseconds: Int32
  ) throws {
    self.answerMilliseconds = answerMilliseconds
    self.answers = answers.map { (Array($0.question.utf8), Array($0.answer.utf8)) }
    (news, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    var variables = world.program.environment
    variables["TERM"] = "xterm-256color"
    for name in ["COLORTERM", "COLORFGBG", "NO_COLOR", "STY"] { variables[name] = nil }
    for (name, value) in environment { variables[name] = value }
    program = try TerminalProcess(words, environment: variables, columns: columns, rows: rows)
    Thread.detachNewThread { [self] in read() }
  }

  var process: pid_t { program.id }
  private var master: Int32 { program.master }
  private var slave: Int32 { program.slave }

  private func close() {
    readAgain()
    // The number of a process that was waited for may belong to another one.
    if !state.withLock({ $0.hasEnded }) {
      kill(process, SIGKILL)
      // Nobody else waits for it, and the testing library looks for ended processes without a pause while there is one.
      Thread.detachNewThread { [self] in _ = waitForEnd() }
    }
    // The reader ends when nothing has the terminal open.
    Glibc.close(slave)
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(master, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      reading.wait()
      reading.signal()
      let replies = state.withLock { state in
        state.output += buffer.prefix(count)
        return takeReplies(&state)
      }
      for reply in replies {
        if answerMilliseconds > 0 { poll(nil, 0, answerMilliseconds) }
        write(reply)
      }
      bell.yield()
    }
    bell.finish()
    Glibc.close(master)
  }

  /// The answers to the questions that have come whole and were not answered, in their order.
  private func takeReplies(_ state: inout State) -> [[UInt8]] {
    guard !answers.isEmpty else { return [] }
    var replies: [[UInt8]] = []
    var place = state.answered
    while place < state.output.count {
      let rest = state.output[place...]
      if let match = answers.first(where: { rest.starts(with: $0.question) }) {
        replies.append(match.answer)
        place += match.question.count
        state.answered = place
      } else {
        place += 1
      }
    }
    return replies
  }

  // MARK: What a person and a terminal do

  func type(_ text: String) { write(Array(text.utf8)) }

  /// Pastes a text, which the program takes as a whole and so shows at once.
  func paste(_ text: String) { type("\u{1B}[200~\(text)\u{1B}[201~") }

  private func write(_ bytes: [UInt8]) { program.type(bytes) }

  func resize(columns: Int, rows: Int) { program.resize(columns: columns, rows: rows) }

  /// Takes nothing more from the program until it has ended, as behind a connection that hangs.
  func stopReading() {
    state.withLock { $0.isStopped = true }
    reading.wait()
  }

  private func readAgain() {
    let wasStopped = state.withLock { state in
      defer { state.isStopped = false }
      return state.isStopped
    }
    if wasStopped { reading.signal() }
  }

  /// Whether a thread of the program waits until somebody reads what it writes.
  var isBlocked: Bool {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.contains { thread in
      let call = try? String(contentsOfFile: "\(tasks)/\(thread)/syscall", encoding: .utf8)
      return call?.hasPrefix("\(Self.writeCall) ") ?? false
    }
  }

  /// The kernel's number of `write`.
  private static var writeCall: Int {
    #if arch(x86_64)
    1
    #else
    64
    #endif
  }

  // MARK: What can be seen

  var output: [UInt8] { state.withLock { $0.output } }

  /// The output, read as UTF-8.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// The modes that the program has left turned on.
  var ledger: ModeLedger { ModeLedger(output) }

  /// Whether the kernel's part of the terminal works as a shell wants it: lines, echo, signals.
  var isCooked: Bool {
    var modes = termios()
    guard tcgetattr(slave, &modes) == 0 else { return false }
    let local = tcflag_t(ICANON | ECHO | ISIG)
    return modes.c_lflag & local == local && modes.c_oflag & tcflag_t(OPOST) != 0
  }

  /// The number of typed bytes that nobody has read, which the next program would get.
  func unreadCount() -> Int {
    var modes = termios()
    guard tcgetattr(slave, &modes) == 0 else { return -1 }
    // Only without lines is an unfinished one counted.
    modes.c_lflag &= ~tcflag_t(ICANON)
    tcsetattr(slave, TCSANOW, &modes)
    var count: Int32 = 0
    return ioctl(slave, UInt(FIONREAD), &count) == 0 ? Int(count) : -1
  }

  private static let patience = Duration.seconds(120)

  /// Waits until the output satisfies `condition`.
  func waits(
    for what: String, at location: SourceLocation = #_sourceLocation,
    until condition: (PseudoTerminal) -> Bool
  ) async throws {
    if condition(self) { return }
    let end = ContinuousClock.now + Self.patience
    let alarm = Task { [bell] in
      try await Task.sleep(until: end, clock: .continuous)
      bell.yield()
    }
    defer { alarm.cancel() }
    for await _ in news {
      if condition(self) { return }
      if ContinuousClock.now >= end { break }
    }
    if condition(self) { return }
    Issue.record(
      "no \(what) in: \(text.suffix(2000).debugDescription)", sourceLocation: location)
    throw CancellationError()
  }

  /// Waits until the program has written `text`.
  func sees(_ text: String, at location: SourceLocation = #_sourceLocation) async throws {
    try await waits(for: "‘\(text)’", at: location) { $0.text.contains(text) }
  }

  /// Whether the program writes anything within a time.
  func writesSomething(within time: Duration) async -> Bool {
    let before = output.count
    let end = ContinuousClock.now + time
    let alarm = Task { [bell] in
      try await Task.sleep(until: end, clock: .continuous)
      bell.yield()
    }
    defer { alarm.cancel() }
    for await _ in news where output.count != before || ContinuousClock.now >= end { break }
    return output.count != before
  }

  /// Waits for the end of the program, and until what it wrote last is read.
  func ended() async -> End {
    let end = await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        let status = waitForEnd()
        state.withLock { $0.hasEnded = true }
        readAgain()
        let signal = status & 0x7F
        continuation.resume(
          returning: signal == 0 ? End.exited((status >> 8) & 0xFF) : .killed(signal))
      }
    }
    // What is written now comes after it.
    let mark = Array("\u{0}the end\u{0}".utf8)
    guard Glibc.write(slave, mark, mark.count) == mark.count else { return end }
    if !takes(mark) { for await _ in news where takes(mark) { break } }
    return end
  }

  /// Takes the end of the program from the system; returns its status.
  private func waitForEnd() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Takes a text away from the end of the output; whether it was there.
  private func takes(_ mark: [UInt8]) -> Bool {
    state.withLock { state in
      guard state.output.suffix(mark.count) == mark[...] else { return false }
      state.output.removeLast(mark.count)
      return true
    }
  }
}
