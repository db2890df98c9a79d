package import CloudClient
package import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// The access rights of the folders.
extension Paths {
  /// Makes a directory that only this user can enter, or checks that it is one.
  package static func makePrivateDirectory(_ directory: URL) throws(Failure) {
    do {
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(
        "The folder \(directory.path) cannot be made (\(SystemReason.of(error))). "
          + "Check the rights of the folder above it, or set ZONECHAT_HOME.")
    }
    try checkPrivate(directory, from: S_IRWXG | S_IRWXO)
    guard access(directory.path, W_OK | X_OK) == 0 else {
      throw Failure("\(directory.path) cannot be written to. Check the rights of the folder.")
    }
  }

  /// Checks that a folder belongs to this user, and that others do not have the rights in `rights` to it.
  static func checkPrivate(_ directory: URL, from rights: mode_t) throws(Failure) {
    // The target of somebody else's symbolic link must not be trusted.
    guard let folder = FileStatus(directory.path), let link = FileStatus(link: directory.path),
      folder.owner == geteuid(), [geteuid(), 0].contains(link.owner)
    else {
      throw Failure(
        "\(directory.path) belongs to another user. Set ZONECHAT_HOME to a folder of your own.")
    }
    guard folder.mode & rights == 0 else {
      throw Failure(
        "Others can enter \(directory.path). Make it private with: chmod 700 \(directory.path)")
    }
  }
}
