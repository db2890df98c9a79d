import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// How many files and sockets this process may have open.
enum OpenFiles {
  private static let most: rlim_t = 65_536
  /// What the store, the log and the event loops need beside connections.
  private static let others = 200

  /// Takes as many as the system allows, and answers how many connections fit.
  static func raiseLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 800 }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, most))
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return max(16, Int(clamping: min(limit.rlim_cur, most)) - others)
  }
}
