package import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The copy of a file from before its upgrade, which the version from before can open.
///
/// It is beside the file. A file has one; the next upgrade replaces it when it is done.
package struct UpgradeCopy: Sendable {
  /// The suffixes of the file's own name: in the copy, in the copy while the upgrade is under way or after it was
  /// interrupted, and in a copy that is being written.
  package static let suffixes = [suffix, unfinishedSuffix, draftSuffix]

  private static let suffix = ".before-upgrade"
  private static let unfinishedSuffix = ".upgrading"
  private static let draftSuffix = ".upgrading.new"

  private let file: String
  package let path: String
  /// The path of the copy until the upgrade is done, so that nobody takes a half-upgraded file for it.
  package let unfinished: String

  /// - Parameter file: The path of the file that is upgraded.
  package init(of file: String) {
    self.file = file
    path = file + Self.suffix
    unfinished = file + Self.unfinishedSuffix
  }

  /// Makes the copy for an upgrade that begins; it is on disk, whole, when this returns.
  ///
  /// `write` gets the path of an empty file that only this user can read. Throws what `write` throws, or a
  /// `POSIXError`.
  package func make(by write: (_ path: String) throws -> Void) throws {
    let draft = file + Self.draftSuffix
    func removeDraft() { for end in ["", "-journal", "-wal", "-shm"] { unlink(draft + end) } }
    removeDraft()
    defer { removeDraft() }
    close(try Self.open(draft, O_WRONLY | O_CREAT | O_EXCL))
    try write(draft)
    try Self.flush(draft)
    try Self.move(draft, to: unfinished)
  }

  /// The upgrade is done: its copy takes the place of an earlier one.
  package func keep() throws {
    guard access(unfinished, F_OK) == 0 else { return }
    try Self.move(unfinished, to: path)
  }

  private static func move(_ source: String, to target: String) throws(POSIXError) {
    // Another process may have been first.
    guard rename(source, target) == 0 || errno == ENOENT else { throw failure }
    try flush((target as NSString).deletingLastPathComponent)
  }

  /// Opens the folder that a file is in, to lock it or to flush it.
  package static func openFolder(of file: String) throws(POSIXError) -> Int32 {
    try open((file as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY)
  }

  private static func flush(_ path: String) throws(POSIXError) {
    let descriptor = try open(path, O_RDONLY)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure }
  }

  private static func open(_ path: String, _ flags: Int32) throws(POSIXError) -> Int32 {
    let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure }
    return descriptor
  }

  private static var failure: POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }
}
