#if canImport(Glibc)
import Glibc
#endif

/// The status of a file, as the system reports it.
///
/// Two statuses of one path are equal as long as the file has not changed.
package struct FileStatus: Sendable, Equatable {
  package let bytes: UInt64
  /// The inode number: no other file of the same file system has it now.
  package let number: UInt64
  /// The number of the user to whom it belongs.
  package let owner: UInt32
  /// The file's type and permissions, as in inode(7).
  package let mode: UInt32
  /// When its bytes or rights have changed last, in nanoseconds since 1970; nobody can set this time.
  package let changedAt: Int64

  /// The file at `path`, or that of a symbolic link there; nil if there is none, or it cannot be looked at.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The same, but of a symbolic link itself.
  package init?(link path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// An open file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    bytes = UInt64(max(0, status.st_size))
    number = UInt64(status.st_ino)
    owner = status.st_uid
    mode = status.st_mode
    changedAt = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
  }
}
