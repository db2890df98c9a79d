import Foundation
import LocalFiles
import Processes

#if canImport(Glibc)
package import Glibc
#endif

/// Starts this program again, in a session of its own, so that it outlives the process that started it.
///
/// Foundation's `Process` ties a child to its parent's process group, and cannot make a session.
package enum BackgroundProcess {
  /// Starts the process, and returns its id.
  ///
  /// `log` receives the standard error of the process; it is emptied first if it has grown beyond a megabyte.
  /// `pipe` becomes descriptor 3 of the process; nothing else is inherited.
  ///
  /// Throws a sentence with what the system says.
  @discardableResult
  package static func start(
    arguments: [String], log: String, pipe: Int32
  ) throws(Failure) -> pid_t {
    let isLarge = FileStatus(log).map { $0.bytes > 1_048_576 } ?? false
    let logFlags = O_WRONLY | O_CREAT | (isLarge ? O_TRUNC : O_APPEND)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, logFlags, 0o600)
    // Descriptor 3 may be the pipe already; a duplicate onto itself would keep its close-on-exec mark.
    if pipe == 3 { _ = fcntl(pipe, F_SETFD, 0) }
    posix_spawn_file_actions_adddup2(&actions, pipe, 3)
    // A pipe of the caller must not stay open in the background.
    SpawnAttributes.closeDescriptors(from: 4, in: &actions)

    var cArguments: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { cArguments.forEach { free($0) } }
    var process = pid_t()
    let error = SpawnAttributes.with(flags: SpawnAttributes.newSession) { attributes in
      posix_spawn(&process, "/proc/self/exe", &actions, &attributes, &cArguments, environ)
    }
    guard error == 0 else {
      throw Failure("This program cannot be started again (\(String(cString: strerror(error)))).")
    }
    return process
  }
}
