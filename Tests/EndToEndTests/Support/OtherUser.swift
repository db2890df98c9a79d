import Foundation
import Subprocess
import Testing

/// A user without rights, as whom a test that runs as root starts programs.
enum OtherUser {
  static let number: uid_t = 65_534

  /// Whether the program can be run as that user here.
  static let isAvailable: Bool = {
    guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else {
      return false
    }
    // Every folder above the program has to let them through.
    var folder = Program.executable.resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.path != "/" {
      var status = stat()
      guard stat(folder.path, &status) == 0, status.st_mode & S_IXOTH != 0 else { return false }
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
      var status = stat()
      try #require(lstat(file.path, &status) == 0)
      guard status.st_mode & S_IFMT != S_IFLNK, status.st_mode & S_IFMT != S_IFSOCK else {
        continue
      }
      try #require(chown(file.path, number, number) == 0)
      let mode: mode_t = status.st_mode & S_IFMT == S_IFDIR ? 0o500 : 0o400
      try #require(chmod(file.path, mode) == 0)
    }
  }
}
