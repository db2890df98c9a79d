package import Foundation
package import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

extension FileLock {
  /// Waits for the lock of a file, which is made where it is missing.
  package static func acquire(_ file: URL) throws(Failure) -> FileLock {
    let descriptor = try open(file)
    do {
      return try FileLock(waitingFor: descriptor)
    } catch {
      let reason = String(cString: strerror(error.code.rawValue))
      throw Failure("\(file.path) cannot be locked (\(reason)). Try again.")
    }
  }

  /// Takes the lock of a file; nil if somebody else has it.
  package static func tryAcquire(_ file: URL) throws(Failure) -> FileLock? {
    FileLock(tryingFor: try open(file))
  }

  /// Shares the lock with others that share it; nil where the file cannot be made, as on a read-only disk.
  package static func share(_ file: URL) -> FileLock? {
    guard let descriptor = try? open(file) else { return nil }
    return try? FileLock(waitingFor: descriptor, .shared)
  }

  private static func open(_ file: URL) throws(Failure) -> Int32 {
    let descriptor = Glibc.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure(
        "\(file.path) cannot be opened (\(String(cString: strerror(errno)))). "
          + "Check the rights of the folder.")
    }
    return descriptor
  }
}
