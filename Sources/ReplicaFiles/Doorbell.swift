import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Tells every process with the same replica that something was written.
///
/// The doorbell is a file of one byte beside the database. A process writes it after it has committed a
/// change, and every process watches it. Nothing runs between rings, and since the ring follows the
/// commit, the data can already be read. Why not a socket: `docs/decisions/0002-doorbell.md`.
package struct Doorbell: Sendable {
  let path: String

  /// Makes the file where it is missing.
  ///
  /// Throws `.notAFile`, and a `POSIXError` where it can be neither made nor written.
  package init(path: String) throws {
    self.path = path
    close(try OwnFile.open(path, O_WRONLY | O_CREAT))
  }

  /// The bell of a replica that cannot be written: this process never rings it.
  package init(ofReadOnly path: String) { self.path = path }

  /// A failure to ring delays others until the next ring, and loses nothing.
  package func ring() {
    guard let descriptor = try? OwnFile.open(path, O_WRONLY) else { return }
    defer { close(descriptor) }
    var byte: UInt8 = 0
    _ = pwrite(descriptor, &byte, 1, 0)
  }

  /// A stream with one element for one or more rings, by this process or another.
  ///
  /// It ends when its consumer ends.
  package func rings() -> AsyncStream<Void> { FileWatch.writes(to: path) }
}
