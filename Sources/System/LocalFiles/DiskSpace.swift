#if canImport(Glibc)
import Glibc
#endif

/// The room on a disk.
package enum DiskSpace {
  /// The bytes that this user may still write on the disk with a file or folder; nil where nothing is at `path`.
  package static func free(at path: String) -> Int64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooLarge) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooLarge ? .max : Int64(clamping: bytes)
  }
}
