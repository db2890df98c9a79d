import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// An advisory lock on a file, held until this value is gone or the process ends.
final class FileLock: Sendable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Waits for the lock.
  static func acquire(_ file: URL) throws(Failure) -> FileLock {
    let descriptor = try open(file)
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        close(descriptor)
        throw Failure("\(file.path) cannot be locked (\(String(cString: strerror(errno)))).")
      }
    }
    return FileLock(descriptor: descriptor)
  }

  /// Takes the lock; nil if somebody else has it.
  static func tryAcquire(_ file: URL) throws(Failure) -> FileLock? {
    let descriptor = try open(file)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    return FileLock(descriptor: descriptor)
  }

  /// Shares the lock with others that share it; nil where the file cannot be made, as on a read-only disk.
  static func share(_ file: URL) -> FileLock? {
    guard let descriptor = try? open(file) else { return nil }
    while flock(descriptor, LOCK_SH) != 0 {
      guard errno == EINTR else {
        close(descriptor)
        return nil
      }
    }
    return FileLock(descriptor: descriptor)
  }

  private static func open(_ file: URL) throws(Failure) -> Int32 {
    let descriptor = Glibc.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure(
        "\(file.path) cannot be opened (\(String(cString: strerror(errno)))); "
          + "check the rights of the folder.")
    }
    return descriptor
  }
}
