#if canImport(Glibc)
import Glibc
#endif

/// How long each step of the tour can be looked at.
enum DemoPace {
  /// Our choice: time to read a caption and to see what changes, in milliseconds; and for a whole class.
  static let usual: Int32 = 4000
  static let slow: Int32 = 12_000

  /// Waits for a time, or until Enter is pressed on a terminal.
  static func wait(_ milliseconds: Int32) {
    guard milliseconds > 0 else { return }
    guard isatty(STDIN_FILENO) == 1 else {
      poll(nil, 0, milliseconds)
      return
    }
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, milliseconds) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 256)
    _ = read(STDIN_FILENO, &bytes, bytes.count)
  }
}
