package import ChatModel
package import Foundation
package import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// Elects the one process that syncs a replica.
///
/// The system releases the lock when its holder ends, however it ends. A holder that is stopped or hangs
/// keeps it: then the file is replaced, and the lock on the old file has no meaning any more. The lock
/// does not keep the old holder from writing; the engine's term does that (`Replica.inTerm`).
///
/// Throws `ChatError.notAFile` and `.storageFailed`.
package struct LeaseLock: Sendable {
  /// Identifies the file of the lock.
  package struct Place: Sendable, Hashable {
    fileprivate let device: UInt
    fileprivate let number: UInt
  }

  package typealias Holding = FileLock

  private let path: String

  /// - Parameter directory: The profile's; the lock is a file in it.
  package init(directory: URL) {
    path = directory.appendingPathComponent("engine.lock").path
  }

  /// The present file at the lock's path; nil if there is none.
  package var place: Place? {
    var status = stat()
    return lstat(path, &status) == 0 ? Place(status) : nil
  }

  /// Takes the lock if no process has it.
  package func tryAcquire() throws(ChatError) -> Holding? {
    while true {
      guard let lock = FileLock(tryingFor: try openFile()) else { return nil }
      if isInPlace(lock) { return lock }
    }
  }

  /// Waits for the lock as long as it takes, on a thread of its own that sleeps in the kernel; then
  /// calls `acquired` once.
  ///
  /// When the holder dies, the waiting process gets the lock at once. If the file is replaced meanwhile,
  /// this continues to wait for the lock on the old file until its holder ends; the caller has to ask
  /// again when `place` has changed. Returns the place where it waits.
  @discardableResult
  package func acquire(
    _ acquired: @escaping @Sendable (Holding) -> Void
  ) throws(ChatError) -> Place? {
    let descriptor = try openFile()
    let place = Self.place(of: descriptor)
    Thread.detachNewThread {
      // Without it no process has the lock, and a process that reads `place` asks again.
      guard let lock = try? FileLock(waitingFor: descriptor), isInPlace(lock) else { return }
      acquired(lock)
    }
    return place
  }

  /// Replaces the lock file by a new one, and holds that; holding the old file has no meaning any more.
  ///
  /// Only for a process that has begun the engine's next term.
  package func replace() throws(ChatError) -> Holding {
    let draft = path + ".\(getpid())"
    unlink(draft)
    // Locked before it is in its place, so that no other process takes the lock first.
    guard let lock = FileLock(tryingFor: try openFile(draft)), rename(draft, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(draft)
      throw .storageFailed(path: path, reason: reason)
    }
    return lock
  }

  private func openFile(_ file: String? = nil) throws(ChatError) -> Int32 {
    do {
      return try OwnFile.open(file ?? path, O_RDWR | O_CREAT)
    } catch {
      throw ChatError(storage: error, path: path)
    }
  }

  /// Whether a lock is on the file that now stands at the lock's path.
  private func isInPlace(_ lock: FileLock) -> Bool {
    let place = place
    return place != nil && place == Self.place(of: lock.descriptor)
  }

  private static func place(of descriptor: Int32) -> Place? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Place(status) : nil
  }
}

extension LeaseLock.Place {
  fileprivate init(_ status: stat) {
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}
