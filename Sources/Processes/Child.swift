import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Runs a program in this terminal and waits for it.
///
/// It does not use Foundation's `Process`, which takes an attached tmux out of the terminal's
/// foreground.
package enum Child {
  package struct Result: Sendable {
    /// The exit code; 127 if there is no such program, 128 plus the signal if a signal ended it.
    package var code: Int32
    package var output = ""
    package var errorOutput = ""
  }

  package enum Output: Sendable {
    /// The program prints to the same place as this process, and reads from there.
    case shown
    /// Here and below the program has nothing to read.
    case discarded
    /// The program may write any amount to standard output, but to standard error only as much as a
    /// pipe holds (64 KiB).
    case captured
  }

  package static func run(
    _ arguments: [String], environment: [String: String], output: Output
  ) throws -> Result {
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
    case .captured:
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        let pipe = Pipe()
        let writing = pipe.fileHandleForWriting.fileDescriptor
        posix_spawn_file_actions_adddup2(&actions, writing, descriptor)
        pipes.append(pipe)
      }
      for handle in pipes.flatMap({ [$0.fileHandleForReading, $0.fileHandleForWriting] }) {
        posix_spawn_file_actions_addclose(&actions, handle.fileDescriptor)
      }
    }
    guard let process = spawn(arguments, environment: environment, actions: &actions) else {
      return Result(code: 127)
    }
    for pipe in pipes { try pipe.fileHandleForWriting.close() }
    let texts = try pipes.map { pipe in
      String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    return Result(
      code: try wait(for: process), output: texts.first ?? "", errorOutput: texts.last ?? "")
  }

  /// Runs a program like `run`, on a thread of its own; a program that cannot be started has code 127.
  @concurrent package static func runAside(
    _ arguments: [String], environment: [String: String], output: Output
  ) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let result = try? run(arguments, environment: environment, output: output)
        continuation.resume(returning: result ?? Result(code: 127))
      }
    }
  }

  /// Whether `PATH` has a program of this name.
  package static func isInstalled(_ name: String, environment: [String: String]) -> Bool {
    (environment["PATH"] ?? "").split(separator: ":").contains { folder in
      access("\(folder)/\(name)", X_OK) == 0
    }
  }

  private static func spawn(
    _ arguments: [String], environment: [String: String],
    actions: inout posix_spawn_file_actions_t
  ) -> pid_t? {
    let (process, error) = SpawnAttributes.start(arguments, environment: environment, &actions)
    return error == 0 ? process : nil
  }

  private static func wait(for process: pid_t) throws -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw POSIXError(.init(rawValue: errno) ?? .ECHILD) }
    }
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }
}
