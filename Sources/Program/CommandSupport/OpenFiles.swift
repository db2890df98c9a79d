import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The limit on the files and sockets that this process may have open.
package enum OpenFiles {
  private static let most: rlim_t = 65_536
  /// Our choice: the descriptors that the store, the log and the event loops need beside
  /// connections.
  private static let others = 200

  /// Our choice: the descriptors that every command needs beside its event loops.
  private static let fewest: rlim_t = 48
  /// Descriptors of an event loop: what it waits with, what wakes it, and its timer.
  private static let perLoop: rlim_t = 3

  /// Raises a limit that is too low, or throws a sentence if the system does not allow that.
  ///
  /// Without its event loops this process would crash.
  package static func requireEnough() throws(Failure) {
    let needed = fewest + perLoop * rlim_t(Live.processorCount)
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < needed
    else { return }
    let allowed = limit.rlim_cur
    limit.rlim_cur = min(needed, limit.rlim_max)
    let isRaised = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    guard isRaised, limit.rlim_cur == needed else {
      throw Failure(
        "This process may open only \(allowed) files, and ZoneChat needs \(needed). "
          + "Allow more with: ulimit -n 1024")
    }
  }

  /// Opens those of standard input, output and error that are closed, so that no file of this process takes their
  /// place.
  ///
  /// Those descriptors stay unusable: the input cannot be read, the output cannot be written.
  package static func reserveStandardDescriptors() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // The system gives the lowest free number, which is this one.
      _ = open("/dev/null", mode)
    }
  }

  /// Raises the limit as far as the system allows, and returns how many connections fit.
  package static func raiseLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 800 }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, most))
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return max(16, Int(clamping: min(limit.rlim_cur, most)) - others)
  }
}
