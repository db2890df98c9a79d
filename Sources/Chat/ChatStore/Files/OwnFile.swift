import ChatModel
import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The small files beside a replica: they are opened only where they are what they should be.
enum OwnFile {
  /// Opens the ordinary file at `path`, or makes it with mode 0600.
  ///
  /// Throws `.notAFile` for a folder, a pipe or a link, without blocking; a `POSIXError` for other failures.
  static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = Glibc.open(path, flags | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      if [EISDIR, ELOOP, ENXIO].contains(code) { throw ChatError.notAFile(path: path) }
      throw POSIXError(.init(rawValue: code) ?? .EIO)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ChatError.notAFile(path: path)
    }
    return descriptor
  }
}
