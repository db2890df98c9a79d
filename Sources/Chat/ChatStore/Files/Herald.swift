package import Foundation
import LocalFiles
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Decides which of a profile's windows tells of new messages, so that only one rings.
///
/// The first window that has something to tell keeps a lock until it ends; then another one takes over.
package final class Herald: Sendable {
  private let file: URL
  private let lock = Mutex<FileLock?>(nil)

  /// - Parameter file: the lock's file, the same for all windows; it is made where it is missing.
  package init(file: URL) {
    self.file = file
  }

  /// Whether this window notifies the person; also true where no lock can be had, because silence is worse.
  package func mayTell() -> Bool {
    lock.withLock { lock in
      guard lock == nil else { return true }
      let descriptor = Glibc.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return true }
      lock = FileLock(tryingFor: descriptor)
      return lock != nil
    }
  }
}
