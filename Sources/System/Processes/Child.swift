import CProcesses
package import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Runs other programs: in this terminal, or beside this process.
///
/// It does not use Foundation's `Process`, which takes an attached tmux out of the terminal's
/// foreground.
package enum Child {
  package struct Result: Sendable {
    /// The exit code; 127 if there is no such program, 128 plus the signal if a signal ended it.
    package var code: Int32
    package var output = ""
    package var errorOutput = ""
    /// Standard output where bytes are wanted.
    package var data = Data()

    package init(
      code: Int32, output: String = "", errorOutput: String = "", data: Data = Data()
    ) {
      self.code = code
      self.output = output
      self.errorOutput = errorOutput
      self.data = data
    }
  }

  package enum Output: Sendable {
    /// The program prints to the same place as this process, and reads from there.
    case shown
    /// Here and below the program has nothing to read.
    case discarded
    /// What the program prints goes to the standard error of this process.
    case logged
    /// The program may write any amount to standard output, of which 64 MiB are kept, but to
    /// standard error only as much as a pipe holds (64 KiB).
    case captured
    /// Standard output is taken as bytes, and standard error discarded. Of more bytes than the limit only some are
    /// taken, more than the limit; then nobody reads on, which ends most programs.
    case bytes(limit: Int)
  }

  /// The treatment of a program that does not end by itself.
  package enum Patience: Sendable {
    /// After this time, and when the task is cancelled, it is killed with all that it has started.
    case killed(after: Duration)
    /// After this time, and when the task is cancelled, nobody waits for it any more; it also outlives this process.
    case left(after: Duration)
    /// It may take as long as a person wants. When the task is cancelled, it is asked to end, and killed if it does
    /// not.
    case unlimited
  }

  /// Runs a program and waits for it, however long it takes: for commands in the foreground, which a person can
  /// interrupt.
  package static func run(
    _ arguments: [String], environment: [String: String], output: Output
  ) throws -> Result {
    try RunningChild().run(
      arguments, environment: environment, input: nil, output: output, flags: 0)
  }

  /// Runs a program on a thread of its own; a program that cannot be started has code 127.
  ///
  /// Whatever the program does, this returns at the end of the patience, and soon after the task is cancelled.
  ///
  /// - Parameters:
  ///   - arguments: the program, by its path or by a name that is looked for in `PATH`, and its arguments.
  ///   - environment: all variables that it gets.
  ///   - input: what it reads from standard input; at most as much as a pipe holds (64 KiB).
  ///   - output: where it prints. If that is not the terminal, it gets a session of its own.
  ///   - patience: the treatment of the program if it does not end.
  /// - Returns: nil if it has not ended by itself.
  @concurrent package static func runAside(
    _ arguments: [String], environment: [String: String], input: String? = nil, output: Output,
    _ patience: Patience
  ) async -> Result? {
    let flags = if case .shown = output { Int16(0) } else { SpawnAttributes.newSession }
    let child = RunningChild()
    let (ends, end) = AsyncStream.makeStream(of: Result.self)
    Thread.detachNewThread {
      let result = try? child.run(
        arguments, environment: environment, input: input, output: output, flags: flags)
      end.yield(result ?? Result(code: 127))
      end.finish()
    }
    let limit: Duration? =
      switch patience {
      case .killed(let limit), .left(let limit): limit
      case .unlimited: nil
      }
    let result = await withTaskGroup(of: Result?.self) { group in
      group.addTask {
        for await result in ends { return result }
        return nil
      }
      if let limit {
        group.addTask {
          // A sleep that is cancelled ends the patience too.
          try? await Task.sleep(for: limit)
          return nil
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    guard result == nil else { return result }
    switch patience {
    case .killed: child.kill()
    case .left: break
    case .unlimited: await child.end()
    }
    return nil
  }

  /// Whether `PATH` has a program of this name.
  package static func isInstalled(_ name: String, environment: [String: String]) -> Bool {
    (environment["PATH"] ?? "").split(separator: ":").contains { folder in
      access("\(folder)/\(name)", X_OK) == 0
    }
  }
}

/// A program from its start until it has ended, also where nobody wants to know of its end any more.
///
/// Invariant: a signal goes only to a process that has not been waited for, because its number may belong to another
/// one afterwards.
private final class RunningChild: Sendable {
  private struct State: Sendable {
    var process: pid_t?
    var hasEnded = false
    /// Whether the program has to end; one that was not started yet is then never started.
    var isUnwanted = false

    /// Notes that the program is to end; returns it while it runs.
    mutating func becomeUnwanted() -> pid_t? {
      isUnwanted = true
      return hasEnded ? nil : process
    }
  }

  /// The time that a program has to save its data after it is asked to end.
  private static let farewell = Duration.seconds(1)

  /// Our choice, in bytes: no program that prints without an end takes the memory of this one.
  private static let outputLimit = 64 * 1024 * 1024

  private let state = Mutex(State())

  /// Starts the program and waits for it.
  func run(
    _ arguments: [String], environment: [String: String], input: String?, output: Child.Output,
    flags: Int16
  ) throws -> Child.Result {
    defer { state.withLock { $0.hasEnded = true } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var pipes: [Pipe] = []
    switch output {
    case .shown:
      break
    case .discarded:
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    case .logged:
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    case .captured:
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        let pipe = Pipe()
        let writing = pipe.fileHandleForWriting.fileDescriptor
        posix_spawn_file_actions_adddup2(&actions, writing, descriptor)
        pipes.append(pipe)
      }
    case .bytes:
      for (descriptor, mode) in [(STDIN_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
      }
      let pipe = Pipe()
      posix_spawn_file_actions_adddup2(
        &actions, pipe.fileHandleForWriting.fileDescriptor, STDOUT_FILENO)
      pipes.append(pipe)
    }
    for handle in pipes.flatMap({ [$0.fileHandleForReading, $0.fileHandleForWriting] }) {
      posix_spawn_file_actions_addclose(&actions, handle.fileDescriptor)
    }
    let source = try input.map { try Self.pipe(holding: $0) }
    if let source {
      let reading = source.fileHandleForReading.fileDescriptor
      posix_spawn_file_actions_adddup2(&actions, reading, STDIN_FILENO)
    }
    // Under the lock, so that whoever wants the program to end either keeps it from being started, or finds it.
    let (process, error) = state.withLock { state -> (id: pid_t, error: Int32) in
      guard !state.isUnwanted else { return (0, ECANCELED) }
      let start = SpawnAttributes.start(
        arguments, environment: environment, flags: flags, &actions)
      if start.error == 0 { state.process = start.id }
      return start
    }
    try source?.fileHandleForReading.close()
    guard error == 0 else { return Child.Result(code: 127) }
    for pipe in pipes { try pipe.fileHandleForWriting.close() }
    if case .bytes(let limit) = output {
      let data = try pipes.first.map { try Self.bytes(from: $0, limit: limit) }
      return Child.Result(code: try wait(for: process), data: data ?? Data())
    }
    let texts = try pipes.map { pipe in
      String(decoding: try Self.contents(of: pipe.fileHandleForReading), as: UTF8.self)
    }
    return Child.Result(
      code: try wait(for: process), output: texts.first ?? "", errorOutput: texts.last ?? "")
  }

  /// What a program prints until it ends, as far as it is kept.
  private static func contents(of pipe: FileHandle) throws -> Data {
    let kept = try pipe.read(upToCount: outputLimit) ?? Data()
    while try pipe.read(upToCount: 64 * 1024)?.isEmpty == false {}
    return kept
  }

  /// Reads to the end, or until there is more than the limit.
  private static func bytes(from pipe: Pipe, limit: Int) throws -> Data {
    let reading = pipe.fileHandleForReading
    var data = Data()
    while data.count <= limit, let chunk = try reading.read(upToCount: 1 << 16), !chunk.isEmpty {
      data += chunk
    }
    try reading.close()
    return data
  }

  /// A pipe in which a text waits, and in which nobody writes any more.
  private static func pipe(holding text: String) throws -> Pipe {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try pipe.fileHandleForWriting.close()
    return pipe
  }

  /// Kills a program that leads a group of processes, with the whole group; waits for a start that goes on.
  func kill() {
    state.withLock { state in
      guard let process = state.becomeUnwanted() else { return }
      _ = Glibc.kill(-process, SIGKILL)
    }
  }

  /// Ends a program in this terminal and all that it has started.
  ///
  /// They are asked as if the terminal were gone, so that editors save their text. A program that still runs after a
  /// moment is killed.
  func end() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        endFamily()
        continuation.resume()
      }
    }
  }

  private func endFamily() {
    let asked = state.withLock { state -> [(process: pid_t, end: Int32)] in
      guard let process = state.becomeUnwanted() else { return [] }
      let family = Self.family(of: process).map { ($0, cprocesses_open($0)) }
      for (member, _) in family { _ = Glibc.kill(member, SIGHUP) }
      return family
    }
    let deadline = ContinuousClock.now + Self.farewell
    for (process, descriptor) in asked where descriptor >= 0 {
      var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = max(.zero, deadline - .now) / .milliseconds(1)
      if poll(&end, 1, Int32(left)) == 0 { _ = Glibc.kill(process, SIGKILL) }
      close(descriptor)
    }
  }

  /// A process and all that descend from it: a shell waits for the program that it has started.
  private static func family(of process: pid_t) -> [pid_t] {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    let children = threads.flatMap { thread in
      let text = try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
    return [process] + children.flatMap(family)
  }

  private func wait(for process: pid_t) throws -> Int32 {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0 {
      guard errno == EINTR else { throw POSIXError(.init(rawValue: errno) ?? .ECHILD) }
    }
    return try state.withLock { state in
      state.hasEnded = true
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 {
        guard errno == EINTR else { throw POSIXError(.init(rawValue: errno) ?? .ECHILD) }
      }
      return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }
  }
}
