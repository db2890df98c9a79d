import CProcesses
import Dispatch
package import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A program that takes lines from this process and answers with lines.
package final class LineProcess: Sendable {
  package let id: pid_t
  private let input: Int32
  private let output: FileHandle
  /// The byte that ends a line.
  private let end: UInt8
  /// The bytes that were read and are not a whole line yet.
  private let rest = Mutex(Data())
  /// Reading may take for ever, so it has a thread of its own.
  private let queue = DispatchQueue(label: "zonechat.lines")

  /// Starts a program; `errors` is a file to which it may write its standard error, `end` the byte that ends a line in
  /// both directions, and `flags` those of `SpawnAttributes`.
  ///
  /// Throws `POSIXError` where the system refuses.
  package init(
    _ words: [String], environment: [String: String], errors: String, end: UInt8 = 0x0A,
    flags: Int16 = 0
  ) throws {
    var (inputs, outputs): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&inputs) == 0, pipe(&outputs) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EMFILE)
    }
    // No other program may hold an end: the life of a pipe is that of this process.
    for end in inputs + outputs { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputs[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(
      &actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let (process, error) = SpawnAttributes.start(
      words, environment: environment, flags: flags, &actions)
    close(inputs[0])
    close(outputs[1])
    guard error == 0 else {
      close(inputs[1])
      close(outputs[0])
      throw POSIXError(.init(rawValue: error) ?? .ENOENT)
    }
    id = process
    self.end = end
    input = inputs[1]
    output = FileHandle(fileDescriptor: outputs[0], closeOnDealloc: true)
  }

  /// The next line that the program prints; nil at the end of its output.
  package func nextLine() async -> String? {
    await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: readLine()) }
    }
  }

  private func readLine() -> String? {
    rest.withLock { rest in
      while true {
        if let place = rest.firstIndex(of: end) {
          defer { rest = Data(rest[rest.index(after: place)...]) }
          return String(decoding: rest[..<place], as: UTF8.self)
        }
        let piece = output.availableData
        if piece.isEmpty { return nil }
        rest += piece
      }
    }
  }

  /// Gives the program a line; returns whether it could be written.
  package func write(_ line: Data) -> Bool {
    var rest = [UInt8](line + [end])[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }

  /// Kills the program, which ends the wait for its next line; `end(with:)` is needed all the same.
  package func cutShort() { kill(id, SIGKILL) }

  /// Whether the program has ended by itself; valid only before `end(with:)`.
  package var hasEnded: Bool {
    var information = siginfo_t()
    // The end stays known until `end(with:)` asks for it, so that no other program gets the id before.
    let answer = waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
    return answer == 0 && information.si_signo == SIGCHLD
  }

  /// The time that a program has to end in order, in milliseconds.
  private static let patience: Int32 = 30_000

  /// Ends the program with a signal, and waits until it is gone; one that does not end in time is killed.
  package func end(with signal: Int32) {
    kill(id, signal)
    close(input)
    if !endsInTime() { kill(id, SIGKILL) }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
  }

  private func endsInTime() -> Bool {
    var end = pollfd(fd: cprocesses_open(id), events: Int16(POLLIN), revents: 0)
    // A system that cannot tell of the end of a process waits for it.
    guard end.fd >= 0 else { return true }
    defer { close(end.fd) }
    return poll(&end, 1, Self.patience) != 0
  }
}
