import CloudDevices
package import CloudModel
import Foundation
import Synchronization

/// A folder for the bytes of fetched assets, which goes with its process.
///
/// A lock on the folder says that its process lives; numbers of processes are used again, and containers may share
/// the parent folder. A process that is killed leaves its folder behind: the next one that fetches an asset removes it.
package final class AssetStaging: Sendable {
  package static let prefix = "CloudKit-assets-"

  static let ofProcess: AssetStaging = {
    atexit { AssetStaging.ofProcess.remove() }
    return AssetStaging(in: FileManager.default.temporaryDirectory)
  }()

  private struct Folder {
    var url: URL
    /// The descriptor that holds the lock; nil where the file system has no locks.
    var lock: Int32?
  }

  private let parent: URL
  private let folder = Mutex<Folder?>(nil)

  package init(in parent: URL) { self.parent = parent }

  /// A file that is not there yet.
  package func newFile() throws(CloudError) -> URL {
    do {
      return try folder.withLock { folder in
        if folder == nil { Self.sweep(parent) }
        let place = try folder ?? Self.make(in: parent)
        folder = place
        return place.url.appending(path: Machine.uniqueName())
      }
    } catch {
      throw CloudError(
        .internalError,
        "No folder for the bytes of assets can be made: \(error.localizedDescription)")
    }
  }

  package func remove() {
    folder.withLock { folder in
      guard let place = folder else { return }
      try? FileManager.default.removeItem(at: place.url)
      if let lock = place.lock { close(lock) }
      folder = nil
    }
  }

  private static func make(in parent: URL) throws -> Folder {
    let url = parent.appending(path: prefix + Machine.uniqueName())
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // Another process may find it before it is locked, and remove it.
    let lock = lock(url)
    let isThere = FileManager.default.fileExists(atPath: url.path)
    switch lock {
    case .mine(let descriptor) where isThere: return Folder(url: url, lock: descriptor)
    case .mine(let descriptor): close(descriptor)
    case .inUse: break
    case .none: if isThere { return Folder(url: url) }
    }
    return try make(in: parent)
  }

  /// Removes the folders of processes that are gone.
  private static func sweep(_ parent: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let url = parent.appending(path: name)
      guard case .mine(let descriptor) = lock(url) else { continue }
      try? FileManager.default.removeItem(at: url)
      close(descriptor)
    }
  }

  private enum Lock {
    /// With the descriptor that holds it.
    case mine(Int32)
    case inUse
    /// Another user's folder, what is no folder, such as a link to one, or a file system without locks.
    case none
  }

  private static func lock(_ url: URL) -> Lock {
    let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return .none }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
      close(descriptor)
      return .none
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isInUse = errno == EWOULDBLOCK
      close(descriptor)
      return isInUse ? .inUse : .none
    }
    return .mine(descriptor)
  }
}
