import ChatModel
package import Foundation
import LocalFiles
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Tells the windows of a profile which of them are running, so that what a window has left when it ended
/// can be taken over, and nothing else.
///
/// A window holds a lock on a file in the profile's folder `windows`. The system releases it however the
/// window ends.
package final class WindowLock: Sendable {
  private struct Held {
    let name: String
    /// Nil where the file cannot be made; the window then counts as ended.
    let lock: FileLock?
  }

  private let folder: String
  private let makeName: @Sendable () -> String
  private let held = Mutex<Held?>(nil)

  /// - Parameters:
  ///   - directory: The profile's.
  ///   - makeName: Makes a name that no other window has; called once, and only if it is needed.
  package init(directory: URL, makeName: @escaping @Sendable () -> String) {
    folder = directory.appendingPathComponent("windows").path
    self.makeName = makeName
  }

  deinit {
    guard let name = heldName else { return }
    unlink(path(of: name))
  }

  /// The name of this window; nil as long as it has none.
  package var heldName: String? { held.withLock { $0?.name } }

  /// The name of this window, which counts as running from now on.
  package func name() -> String {
    held.withLock { held in
      if let held { return held.name }
      let name = makeName().lowercased()
      held = Held(name: name, lock: lock(name))
      return name
    }
  }

  /// Whether a window of another process, or another one of this process, is running.
  package func isRunning(_ name: String) -> Bool {
    // The name comes from the database, and a file of that name may be removed.
    guard Self.isName(name), let descriptor = try? OwnFile.open(path(of: name), O_RDWR) else {
      return false
    }
    guard FileLock(tryingFor: descriptor) != nil else { return true }
    unlink(path(of: name))
    return false
  }

  private func lock(_ name: String) -> FileLock? {
    mkdir(folder, 0o700)
    // Files of windows that have ended are removed.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names { _ = isRunning(name) }
    // Without a lock, another window may show this one's draft too; nothing is lost.
    return (try? OwnFile.open(path(of: name), O_RDWR | O_CREAT)).flatMap { FileLock(tryingFor: $0) }
  }

  private func path(of name: String) -> String { folder + "/" + name }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      }
  }
}
