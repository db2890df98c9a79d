package import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Elects the one process that syncs a replica.
///
/// The system gives the lock back when its holder ends,
/// however it ends.
package struct LeaderLock: Sendable {
  private let path: String

  /// - Parameter directory: The profile's; the lock is a file in it.
  package init(directory: URL) {
    path = directory.appendingPathComponent("engine.lock").path
  }

  /// Held until it is released or the process ends.
  package final class Holding: Sendable {
    private let descriptor: Int32

    fileprivate init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
  }

  /// Takes the lock if nobody has it.
  package func tryAcquire() throws -> Holding? {
    let descriptor = try openFile()
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return Holding(descriptor: descriptor) }
    close(descriptor)
    return nil
  }

  /// Waits for the lock as long as it takes, on a thread of its own that sleeps in the kernel; then
  /// calls `acquired` once.
  ///
  /// The process that waits behind a leader that dies has it at once.
  package func acquire(_ acquired: @escaping @Sendable (Holding) -> Void) throws {
    let descriptor = try openFile()
    Thread.detachNewThread {
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else {
          close(descriptor)
          return
        }
      }
      acquired(Holding(descriptor: descriptor))
    }
  }

  private func openFile() throws -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    return descriptor
  }
}
