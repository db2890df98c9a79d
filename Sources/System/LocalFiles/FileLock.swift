package import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// An advisory lock on an open file (flock), held until this value is gone or the process ends.
///
/// It owns the file's descriptor, and closes it, also where the lock is not taken.
package final class FileLock: Sendable {
  package enum Kind: Sendable {
    /// Nobody else has the lock.
    case exclusive
    /// Others that also share it may have it.
    case shared

    fileprivate var operation: Int32 { self == .exclusive ? LOCK_EX : LOCK_SH }
  }

  package let descriptor: Int32

  /// Waits for the lock.
  package init(waitingFor descriptor: Int32, _ kind: Kind = .exclusive) throws(POSIXError) {
    self.descriptor = descriptor
    // If this throws, the value is gone, and the file closed.
    while flock(descriptor, kind.operation) != 0 {
      guard errno == EINTR else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }
  }

  /// Takes the lock for itself; nil if somebody else has it, or if the file system has no locks.
  package init?(tryingFor descriptor: Int32) {
    self.descriptor = descriptor
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  deinit { close(descriptor) }
}
