package import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// A folder that a person has named.
package enum NamedFolder {
  /// Makes it where it is missing; the folder that it is in must be there.
  ///
  /// So a mistake in a path makes no folders. Throws a sentence that names the folder that is missing.
  package static func make(_ folder: URL, mode: mode_t = 0o777) throws(Failure) {
    let path = folder.standardizedFileURL.path
    guard mkdir(path, mode) != 0 else { return }
    let error = errno
    if error == EEXIST, FileStatus(path).map({ $0.mode & S_IFMT == S_IFDIR }) == true { return }
    var above = URL(fileURLWithPath: path).deletingLastPathComponent()
    guard error == ENOENT, FileStatus(above.path) == nil else {
      throw Failure(
        "The folder \(path) cannot be made (\(SystemReason.of(number: error))). Choose another place."
      )
    }
    while case let next = above.deletingLastPathComponent(), FileStatus(next.path) == nil {
      above = next
    }
    throw Failure(
      "The folder \(path) cannot be made: there is no folder \(above.path). Check the path, or make that folder first."
    )
  }
}
