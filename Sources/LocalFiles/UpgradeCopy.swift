import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The copy of a file from before its upgrade, which the version from before can open.
///
/// It is beside the file. A file has one; the next upgrade replaces it.
package struct UpgradeCopy: Sendable {
  /// What follows the file's own name.
  package static let suffix = ".before-upgrade"

  package let path: String

  /// - Parameter file: The path of the file that is upgraded.
  package init(of file: String) { path = file + Self.suffix }

  /// Makes the copy, in place of an earlier one; it is on disk, whole, when this returns.
  ///
  /// `write` gets the path of an empty file that only this user can read. Throws what `write` throws, or a
  /// `POSIXError`.
  func replace(by write: (_ path: String) throws -> Void) throws {
    let draft = path + ".new"
    unlink(draft)
    defer { unlink(draft) }
    close(try Self.open(draft, O_WRONLY | O_CREAT | O_EXCL))
    try write(draft)
    try Self.flush(draft)
    guard rename(draft, path) == 0 else { throw Self.failure }
    try Self.flush((path as NSString).deletingLastPathComponent)
  }

  /// Opens the folder that a file is in, to lock it or to flush it.
  static func openFolder(of file: String) throws(POSIXError) -> Int32 {
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
