import Foundation
import LocalFiles
import Subprocess
import Testing

/// A user without rights, as whom a test that runs as root starts programs.
enum OtherUser {
  static let number: uid_t = 65_534

  /// Whether this machine can run the program as that user.
  static let isAvailable: Bool = {
    guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else {
      return false
    }
    // Every folder above the program has to let them through.
    var folder = Program.executable.resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.path != "/" {
      guard let status = FileStatus(folder.path), status.mode & S_IXOTH != 0 else { return false }
      folder.deleteLastPathComponent()
    }
    return true
  }()

  /// The command line that runs a program as that user.
  static func arguments(_ arguments: [String]) -> [String] {
    ["--reuid=\(number)", "--regid=\(number)", "--clear-groups", Program.executable.path]
      + arguments
  }

  /// Gives a folder with everything in it to that user, without the right to write.
  static func giveReadOnly(_ folder: URL) throws {
    let below = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = (below?.allObjects as? [URL] ?? []) + [folder]
    for file in files {
      let kind = try #require(FileStatus(link: file.path)).mode & S_IFMT
      guard kind != S_IFLNK, kind != S_IFSOCK else { continue }
      try #require(chown(file.path, number, number) == 0)
      let mode: mode_t = kind == S_IFDIR ? 0o500 : 0o400
      try #require(chmod(file.path, mode) == 0)
    }
  }
}
