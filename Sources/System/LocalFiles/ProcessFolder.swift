package import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A temporary folder that is of use only while its process lives.
///
/// It has a locked file, so that others know whether its process lives: the system ends the lock with the process,
/// however that ends. A folder without that file is no such folder, or is being made.
package final class ProcessFolder: Sendable {
  private static let lockName = "process.lock"

  private let lock: FileLock

  /// Makes the folder; with `.shared`, other processes may use it too.
  ///
  /// Throws `POSIXError` where it cannot be made, or is there already.
  package init(at path: String, _ kind: FileLock.Kind = .exclusive) throws(POSIXError) {
    guard mkdir(path, 0o700) == 0 else { throw Self.failure }
    // Nobody sees the file before it is locked.
    let (draft, file) = (path + "/" + Self.lockName + ".new", path + "/" + Self.lockName)
    let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure }
    lock = try FileLock(waitingFor: descriptor, kind)
    guard rename(draft, file) == 0 else { throw Self.failure }
  }

  /// Uses a folder that another process has made to be shared.
  ///
  /// Throws `POSIXError` where it is gone, or is no such folder.
  package init(sharing path: String) throws(POSIXError) {
    let descriptor = open(path + "/" + Self.lockName, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure }
    lock = try FileLock(waitingFor: descriptor, .shared)
  }

  /// Removes the folders of processes that have ended: those of this user whose names have this beginning.
  ///
  /// A folder that cannot be read or removed stays. A folder also stays if `isUsed` says that a process without the
  /// lock uses it.
  package static func removeAbandoned(
    in place: URL, prefix: String, unless isUsed: (_ path: String) -> Bool = { _ in false }
  ) {
    let names = try? FileManager.default.contentsOfDirectory(atPath: place.path)
    for name in names ?? [] where name.hasPrefix(prefix) {
      let path = place.appending(path: name).path
      guard let status = FileStatus(link: path), status.mode & S_IFMT == S_IFDIR,
        status.owner == geteuid()
      else { continue }
      let descriptor = open(path + "/" + lockName, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0, let lock = FileLock(tryingFor: descriptor), !isUsed(path)
      else { continue }
      // While this lock is held, nobody else removes the same folder.
      try? FileManager.default.removeItem(atPath: path)
      withExtendedLifetime(lock) {}
    }
  }

  private static var failure: POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }
}
