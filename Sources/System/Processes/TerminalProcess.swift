import Foundation

#if canImport(Glibc)
package import Glibc
#endif

/// A program on a pseudo terminal of its own, as the leader of its session.
package struct TerminalProcess: Sendable {
  package enum Failure: Error, Equatable {
    case noTerminal(errno: Int32)
    case notStarted(program: String, errno: Int32)
  }

  package let id: pid_t
  /// The terminal's side: this process reads the program's output there, and writes typed input.
  package let master: Int32
  /// The program's side; open as long as this process wants the output.
  package let slave: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: the path of the program, and its arguments.
  ///   - environment: all variables that it gets.
  ///   - columns: the width of the terminal.
  ///   - rows: the height of the terminal.
  /// - Throws: what the system refuses.
  package init(
    _ words: [String], environment: [String: String], columns: Int, rows: Int
  ) throws(Failure) {
    // Source: ioctl_tty(2); these are macros that Swift does not import.
    let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, number): (Int32, UInt32) = (0, 0)
    guard master >= 0, ioctl(master, unlock, &locked) == 0, ioctl(master, getNumber, &number) == 0
    else { throw .noTerminal(errno: errno) }
    let name = "/dev/pts/\(number)"
    slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw .noTerminal(errno: errno) }
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    id = try Self.spawn(words, environment, on: name)
  }

  private static func spawn(
    _ words: [String], _ variables: [String: String], on name: String
  ) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let (process, error) = SpawnAttributes.start(
      words, environment: variables, flags: SpawnAttributes.newSession, &actions)
    guard error == 0 else { throw .notStarted(program: words[0], errno: error) }
    return process
  }

  /// Types bytes; returns when the terminal has taken them all, or is gone.
  package func type(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  package func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }
}
