package import ArgumentParser
import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// Waits until the process that has made a temporary home is gone, and removes it: its windows, its cloud, its
/// files.
package struct HomeKeeperCommand: ParsableCommand {
  static let name = "keep-home"

  package static let configuration = CommandConfiguration(
    commandName: name, abstract: "Remove a temporary home when its program has ended.",
    shouldDisplay: false)

  /// The pipe whose other end the maker holds.
  private static let pipe: Int32 = 3
  /// Our choice: how long a process has to end by itself, and how often to look, in milliseconds.
  private static let (patience, pause): (Int32, Int32) = (3000, 20)

  @Argument var home: String

  package init() {}

  package func validate() throws {
    var status = stat()
    guard URL(fileURLWithPath: home).lastPathComponent.hasPrefix("zonechat-demo-"),
      fstat(Self.pipe, &status) == 0, status.st_mode & S_IFMT == S_IFIFO
    else {
      throw ValidationError("\(home) is not a temporary home.")
    }
  }

  package func run() throws {
    // Without it, the folder is gone, or its maker has ended before it could be shared.
    let share = try? ProcessFolder(sharing: home)
    defer { withExtendedLifetime(share) {} }
    var byte: UInt8 = 0
    repeat { errno = 0 } while read(Self.pipe, &byte, 1) > 0 || errno == EINTR
    // A command that is still running could start the cloud again, in a folder that is removed.
    var waited: Int32 = 0
    while case let processes = ownProcesses(), !processes.isEmpty {
      for process in processes { kill(process, waited < Self.patience ? SIGTERM : SIGKILL) }
      poll(nil, 0, Self.pause)
      waited += Self.pause
    }
    try FileManager.default.removeItem(atPath: home)
  }

  /// Whether a process uses the home.
  static func isUsed(home: String) -> Bool { !processes(of: home).isEmpty }

  /// The processes that are to end with the home: its cloud, its windows, its commands.
  ///
  /// Programs that were opened from a window have its environment too, and stay.
  private func ownProcesses() -> [pid_t] { Self.processes(of: home).filter(isOwn) }

  /// The processes of a home, known by their environment.
  private static func processes(of home: String) -> [pid_t] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc")
    let mark = Data("ZONECHAT_HOME=\(home)\0".utf8)
    return (names ?? []).compactMap(pid_t.init).filter { process in
      // Those of other users cannot be read, and one that has just ended has none.
      let environment = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/environ"))
      return process != getpid() && environment?.range(of: mark) != nil
    }
  }

  /// Whether a process is this program, or tmux.
  private func isOwn(_ process: pid_t) -> Bool {
    let place = { (id: String) in
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe")
    }
    guard let program = place("\(process)") else { return false }
    return program == place("self") || program.hasSuffix("/tmux")
  }
}
